import Foundation
import TestSupport
import Testing
import TodoDomain
import TodoLocal

/// Who may not edit a shared space, and what may not refer to it. A refusal changes nothing.
@Suite("Spaces: refusals")
struct SpaceRefusalTests {
    private let twins: TwinStore
    private let first = Todo.ID(stored: "a")

    init() async throws { twins = try await TwinStore() }

    private func expect(
        _ code: TodoError.Code, says part: String = "", in space: SpaceID? = nil,
        sourceLocation: SourceLocation = #_sourceLocation, _ body: @escaping @Sendable (WriteTransaction) throws -> Void
    ) async throws {
        let shared = space ?? twins.shared
        let before = try (
            twins.picture(of: .own), twins.picture(of: shared), twins.stack.rows("SELECT * FROM historyTransaction")
        )
        let error = await #expect(throws: TodoError.self, sourceLocation: sourceLocation) {
            try await twins.stack.write("edit") { transaction in
                try transaction.update(Todo.Update(id: .init(stored: "rent"), title: "Written before"))
                try transaction.within(shared) { try body(transaction) }
            }
        }
        #expect(error?.code == code, sourceLocation: sourceLocation)
        #expect(
            part.isEmpty || error?.reason.contains(part) == true, "\(error?.reason ?? "")",
            sourceLocation: sourceLocation)
        let after = try (
            twins.picture(of: .own), twins.picture(of: shared), twins.stack.rows("SELECT * FROM historyTransaction")
        )
        #expect(after == before, sourceLocation: sourceLocation)
    }

    private func set(_ role: SpaceRole, _ state: SpaceState = .active) throws {
        try twins.stack.execute(
            """
            UPDATE space SET role = '\(role.rawValue)', state = '\(state.rawValue)',
            members = '{"ann":"owner","bob":"\(role.rawValue)"}', names = '{"ann":"Ann"}' WHERE rowID = 1
            """)
    }

    @Test("a viewer edits nothing, and is told who could change that; an editor may edit")
    func viewer() async throws {
        try set(.viewer)
        try await expect(.notAllowed, says: "You can only read “Groceries”. Ann could make you an editor.") {
            try $0.update(Todo.Update(id: .init(stored: "a"), title: "Other"))
        }
        try await expect(.notAllowed) { try $0.create(.sample("new")) }
        try await expect(.notAllowed) { try $0.delete(todos: ["a"]) }
        try await expect(.notAllowed) { try $0.delete(ListEntity.self, id: "L") }
        try await expect(.notAllowed) { _ = try $0.tag(titled: "New") }
        try await expect(.notAllowed) { try $0.update(Todo.Comment.Update(id: .init(stored: "k"), text: "Other")) }
        try await expect(.notAllowed) { try $0.move(todos: ["c"], to: .here, at: .first) }
        try set(.editor)
        try await twins.stack.write("edit") { [shared = twins.shared] transaction in
            try transaction.within(shared) {
                _ = try transaction.update(Todo.Update(id: .init(stored: "a"), title: "Mine"))
            }
        }
    }

    @Test("a viewer may be reminded, and keys are shortened around what is read only")
    func personal() async throws {
        try set(.viewer)
        let alarm = Alarm(.before(.zero, of: .either))
        try await twins.stack.write("edit") { [shared = twins.shared] transaction in
            try transaction.within(shared) {
                _ = try transaction.update(Todo.Update(id: .init(stored: "a"), alarms: [alarm.id: .set(alarm)]))
            }
            _ = try transaction.respace(inList: nil)
        }
        let alarms = try await twins.stack.read { [shared = twins.shared] reading in
            try reading.within(shared).liveRecord(TodoEntity.self, id: "a").content.alarms
        }
        #expect(alarms == [alarm])
    }

    @Test(
        "an inactive space is a copy that nobody edits",
        arguments: [(SpaceState.removed, "removed"), (.left, "removed"), (.ended, "ended"), (.renewed, "ended")])
    func inactive(state: SpaceState, code: String) async throws {
        try set(.owner, state)
        try await expect(.init(code), says: "its to-dos here can only be read.") {
            try $0.update(Todo.Update(id: .init(stored: "a"), title: "Other"))
        }
    }

    @Test("an undo is an edit: it is refused for a space that has become read only")
    func undo() async throws {
        try await twins.stack.write("edit") { [shared = twins.shared] transaction in
            try transaction.within(shared) {
                _ = try transaction.update(Todo.Update(id: .init(stored: "a"), title: "Mine"))
            }
        }
        try set(.viewer)
        let before = try twins.picture(of: twins.shared)
        let error = await #expect(throws: TodoError.self) {
            _ = try await HistoryDAO(twins.stack).undo(1, isForced: false)
        }
        #expect(error?.code == .notAllowed)
        #expect(try twins.picture(of: twins.shared) == before)
    }

    @Test("what a sync brings is written whatever the role, and a merged file too")
    func arrivals() async throws {
        try set(.viewer)
        try await twins.stack.write("sync", author: .sync) { [shared = twins.shared] transaction in
            try transaction.within(shared) {
                _ = try transaction.update(Todo.Update(id: .init(stored: "a"), title: "Theirs"))
            }
        }
        #expect(try twins.stack.rows("SELECT title FROM todo WHERE id = 'a' AND space = 1") == ["Theirs"])
    }

    @Test("a new to-do whose list or parent is shared is in that space, whoever makes it")
    func added() async throws {
        try await twins.stack.write("add") { transaction in
            try transaction.within(SpaceID(rawValue: 1)) {
                try transaction.create(TodoList.sample("theirs", "Theirs"))
                try transaction.create(Todo.sample("above", "Above"))
            }
        }
        var (listed, part) = (Todo.sample("n1", "Listed", tags: [.sample("new", "New")]), Todo.sample("n2", "Part"))
        listed.list = .sample("theirs", "Theirs")
        part.parent = .init(stored: "above")
        _ = try await twins.store.todos.createMany([listed, part])
        #expect(try twins.stack.rows("SELECT space FROM todo WHERE id IN ('n1', 'n2')") == ["1", "1"])
        #expect(try twins.stack.rows("SELECT space FROM tag WHERE id = 'new'") == ["1"])
        #expect(try twins.findings() == [])
    }

    @Test("nothing refers to another space: no list, parent, tag, place, dependency, place in the order or list above")
    func crossing() async throws {
        for (space, other) in [(SpaceID.own, twins.shared), (twins.shared, .own)] {
            try await twins.stack.write("add") { transaction in
                try transaction.within(other) {
                    try transaction.create(TodoList.sample("list\(space.rawValue)", "Only there"))
                    try transaction.create(Tag.sample("tag\(space.rawValue)", "Only there"))
                    try transaction.create(Location.sample("place\(space.rawValue)", "Only there"))
                    try transaction.create(Todo.sample("todo\(space.rawValue)", "Only there"))
                }
            }
            let (a, list, todo) = (
                first, TodoList.ID(stored: "list\(space.rawValue)"), Todo.ID(stored: "todo\(space.rawValue)")
            )
            let says = space == .own ? "is in a shared list" : "is not in this shared list"
            try await expect(.crossesSpaces, says: says, in: space) {
                try $0.update(Todo.Update(id: a, standing: Standing(in: list)))
            }
            try await expect(.crossesSpaces, says: says, in: space) {
                try $0.update(Todo.Update(id: a, standing: Standing(in: nil, below: todo)))
            }
            try await expect(.crossesSpaces, in: space) {
                try $0.update(Todo.Update(id: a, tags: .add([.init(stored: "tag\(space.rawValue)")])))
            }
            try await expect(.crossesSpaces, in: space) {
                try $0.update(Todo.Update(id: a, location: .set(.init(stored: "place\(space.rawValue)"))))
            }
            try await expect(.crossesSpaces, in: space) {
                try $0.update(Todo.Update(id: a, dependencies: .add([todo])))
            }
            try await expect(.crossesSpaces, in: space) {
                try $0.move(todos: ["a"], to: .here, at: .before("todo\(space.rawValue)"))
            }
            try await expect(.crossesSpaces, in: space) {
                try $0.update(TodoList.Update(id: .init(stored: "M"), parent: .set(list)))
            }
            try await expect(.crossesSpaces, in: space) { transaction in
                var whole = Todo.sample("new", "New")
                whole.list = .sample("list\(space.rawValue)", "Only there")
                try transaction.create(whole)
            }
            // What no space has is unknown, as ever.
            try await expect(.notFound, in: space) {
                try $0.update(Todo.Update(id: a, standing: Standing(in: .init(stored: "nowhere"))))
            }
        }
    }
}
