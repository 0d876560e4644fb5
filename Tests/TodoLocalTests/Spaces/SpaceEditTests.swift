import Foundation
import JSON
import TestSupport
import Testing
import TodoDomain
import TodoLocal

/// Edits of one space neither read, nor touch, nor hide records of another with the same ids.
@Suite("Spaces: edits")
struct SpaceEditTests {
    /// An edit of the records that both spaces have.
    struct Edit: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let run: @Sendable (WriteTransaction) throws -> Void

        init(_ name: String, _ run: @escaping @Sendable (WriteTransaction) throws -> Void) {
            testDescription = name
            self.run = run
        }
    }

    private static let (a, b, c, rent) = (
        Todo.ID(stored: "a"), Todo.ID(stored: "b"), Todo.ID(stored: "c"), Todo.ID(stored: "rent")
    )
    private static let (inbox, last): (WriteTransaction.Destination, OrderSpot) = (.standing(Standing()), .last)

    private static let edits: [Edit] = [
        Edit("a new title") { try $0.update(Todo.Update(id: a, title: "Other")) },
        Edit("done") { try $0.update(Todo.Update(id: a, completedAt: .set($0.date))) },
        Edit("an occurrence settled") { try $0.update(Todo.Update(id: rent, completedAt: .set($0.date))) },
        Edit("deleted") { try $0.delete(todos: ["a"]) },
        Edit("a subtask deleted") { try $0.delete(todos: ["b"]) },
        Edit("a tag renamed") { try $0.update(Tag.Update(id: .init(stored: "home"), title: "Elsewhere")) },
        Edit("a tag renamed as another") { try $0.update(Tag.Update(id: .init(stored: "home"), title: "Work theirs")) },
        Edit("a tag deleted") { try $0.delete(TagEntity.self, id: "home") },
        Edit("tags merged") { try $0.merge(tags: [.init(stored: "home")], into: .init(stored: "work")) },
        Edit("another tag") { try $0.update(Todo.Update(id: c, tags: .set([.init(stored: "work")]))) },
        Edit("a tag by its title") { _ = try $0.tag(titled: "Home theirs") },
        Edit("a place deleted") { try $0.delete(LocationEntity.self, id: "place") },
        Edit("a list moved") { try $0.move(lists: ["M"], to: inbox, at: last) },
        Edit("a list archived") { try $0.update(TodoList.Update(id: .init(stored: "L"), isArchived: true)) },
        Edit("a list deleted") { try $0.delete(ListEntity.self, id: "L") },
        Edit("a list by its path") { _ = try $0.list(atPath: "List theirs") },
        Edit("in another order") { try $0.move(todos: ["c"], to: .here, at: .first) },
        Edit("short keys") { _ = try $0.respace(inList: "L") },
        Edit("out of the tree") { try $0.move(todos: ["b"], to: inbox, at: last) },
        Edit("into another list") { try $0.move(todos: ["c"], to: .standing(Standing(list: "M")), at: .first) },
        Edit("waiting no longer") { try $0.update(Todo.Update(id: c, dependencies: .remove([a]))) },
        Edit("waiting for another") { try $0.update(Todo.Update(id: b, dependencies: .add([c]))) },
        Edit("a comment edited") { try $0.update(Todo.Comment.Update(id: .init(stored: "k"), text: "Other")) },
        Edit("a comment deleted") { try $0.delete(CommentEntity.self, id: "k") },
        Edit("an app's record") { try $0.update(AppRecord.Update(id: .init(stored: "r"), registers: ["note": "x"])) },
        Edit("a new one") { try $0.create(.sample("new", tags: [.sample("home")])) },
    ]

    @Test("an edit of one leaves the other as it was, and so do its undo and its redo", arguments: edits, [0, 1])
    func edit(_ edit: Edit, in number: Int64) async throws {
        let twins = try await TwinStore()
        let (space, other) = (SpaceID(rawValue: number), SpaceID(rawValue: 1 - number))
        let (before, seen, others) = (
            try twins.picture(of: space), try twins.view(of: space), try twins.picture(of: other)
        )
        twins.store.clock.advance(by: 60)
        try await twins.stack.write("edit") { transaction in try transaction.within(space) { try edit.run(transaction) }
        }
        let isChange = try twins.picture(of: space) != before
        #expect(
            isChange || number == 1 && edit.testDescription.hasSuffix("by its title")
                || number == 1 && edit.testDescription.hasSuffix("by its path") || edit.testDescription == "short keys")
        #expect(try twins.picture(of: other) == others)
        #expect(try twins.findings() == [])
        guard isChange else { return }
        let after = try twins.view(of: space)
        twins.store.clock.advance(by: 60)
        _ = try await HistoryDAO(twins.stack).undo(1, isForced: false)
        #expect(try twins.view(of: space) == seen)
        #expect(try twins.picture(of: other) == others)
        twins.store.clock.advance(by: 60)
        _ = try await HistoryDAO(twins.stack).redo(1, isForced: false)
        #expect(try twins.view(of: space) == after)
        #expect(try twins.picture(of: other) == others)
        #expect(try twins.findings() == [])
    }

    @Test("what refers to a record of another space waits for one of its own")
    func references() async throws {
        let twins = try await TwinStore()
        let shared = twins.shared
        try await twins.stack.write("edit") { transaction in
            try transaction.within(shared) {
                try transaction.create(Tag.sample("only", "Only here"))
                try transaction.create(TodoList.sample("X", "Only here"))
                try transaction.create(Todo.sample("base", "Only here"))
            }
            var record = Record(kind: .todo, id: "z", createdAt: 1, origin: try transaction.stamp())
            record.registers["title"] = .init("Refers to what is not here")
            record.registers["standing"] = .init(.standing(Standing(list: "X")))
            let stamp = try transaction.stamp()
            for element in [TodoElement.tag("only"), .dependency("base")] {
                record.elements[element.key] = .init(isPresent: true, stamp: stamp)
            }
            _ = try transaction.merge(TodoEntity.self, record)
        }
        func relations() throws -> [String] {
            try twins.picture(of: .own).filter { $0.contains(" z ") && !$0.hasPrefix("todo:") }
        }
        #expect(try relations() == ["pending z only", "waits z base 0"])
        #expect(try await twins.store.todos.find(.init(stored: "z")).isBlocked == false)
        let others = try twins.picture(of: shared)
        // If the space were ignored, these ids would be those of existing records.
        try await twins.stack.write("edit") { transaction in
            try transaction.within(.own) {
                try transaction.create(Tag.sample("only", "Here at last"))
                try transaction.create(TodoList.sample("X", "Here at last"))
                try transaction.create(Todo.sample("base", "Here at last"))
            }
        }
        let found = try relations()
        #expect(found == ["todoTag z only 0", "todoList z X 0", "waits z base 0"])
        #expect(try await twins.store.todos.find(.init(stored: "z")).isBlocked)
        #expect(try twins.picture(of: shared) == others)
        #expect(try twins.findings() == [])
    }

    @Test("a circle is one of a space")
    func circles() async throws {
        let twins = try await TwinStore()
        let shared = twins.shared
        // In this space c waits for a. In the other one a waits for c, once c no longer waits.
        try await twins.stack.write("edit") { transaction in
            try transaction.within(shared) {
                try transaction.update(Todo.Update(id: Self.c, dependencies: .remove([Self.a])))
                try transaction.update(Todo.Update(id: Self.a, dependencies: .add([Self.c])))
            }
        }
        #expect(try twins.picture(of: .own).contains("waits c a 0"))
        #expect(try twins.picture(of: shared).contains("waits a c 0"))
        #expect(
            await errorCode {
                try await twins.stack.write("edit") {
                    try $0.update(Todo.Update(id: Self.a, dependencies: .add([Self.c])))
                }
            } == .wouldCircle)
        #expect(try twins.findings() == [])
    }
}
