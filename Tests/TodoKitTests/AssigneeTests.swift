import Foundation
import TestSupport
import Testing
import TodoDomain
import TodoKit
import TodoLocal

/// Who is to do a to-do of a shared list.
@Suite("Assignees")
struct AssigneeTests {
    private let fixture: TestStore
    private let store: TodoStore
    private let space: SpaceID
    private let list = TodoList.ID(stored: "groceries")

    init() async throws {
        fixture = try TestStore()
        store = fixture.store
        let list = list
        space = try await store.stack.write("join") { transaction in
            let space = try transaction.add(
                StoredSpace(
                    sid: "s1", path: "spaces/s1", role: .editor, name: "Groceries",
                    members: ["ann": .owner, "bob": .editor, "u-3": .viewer], names: ["ann": "Ann", "bob": "Bob"],
                    me: "bob"))
            try transaction.within(space) { _ = try transaction.create(TodoList.sample(list.rawValue, "Groceries")) }
            return space
        }
    }

    private func expect(
        _ code: TodoError.Code, says part: String, sourceLocation: SourceLocation = #_sourceLocation,
        _ body: () async throws -> Void
    ) async {
        let error = await #expect(throws: TodoError.self, sourceLocation: sourceLocation) { try await body() }
        #expect(error?.code == code, sourceLocation: sourceLocation)
        #expect(error?.reason.contains(part) == true, "\(error?.reason ?? "")", sourceLocation: sourceLocation)
    }

    private func add(_ title: String, for name: String) async throws -> Todo {
        var changes = TodoChanges(title: title, placement: .list(list))
        changes.assignee = .set(try await store.assignee(named: name, ofNew: title, at: changes.placement))
        return try await store.add(changes)
    }

    @Test("a new to-do of a shared list belongs to its space, with the tags that it gets, and is for a member")
    func added() async throws {
        var changes = TodoChanges(title: "Milk", placement: .list(list), addingTags: ["home"])
        changes.assignee = .set(try await store.assignee(named: "ANN", ofNew: "Milk", at: changes.placement))
        let todo = try await store.add(changes)
        #expect(todo.assignee == "ann" && todo.list?.id == list && todo.tags.map(\.title) == ["home"])
        let spaces = try await store.stack.read { reading in
            [
                try reading.namedRecord(TodoEntity.self, id: todo.id.rawValue).record.space,
                try reading.namedRecord(TagEntity.self, id: todo.tags[0].id.rawValue).record.space,
            ]
        }
        #expect(spaces == [space, space])
        #expect(try await store.spaces().map(\.members.count) == [3])
    }

    @Test(
        "a member is meant by the name, the id or me",
        arguments: [("bob", "bob"), ("me", "bob"), ("Ann", "ann"), ("u-3", "u-3")])
    func named(name: String, id: String) async throws {
        let todo = try await add("Milk", for: name)
        #expect(todo.assignee == id)
        #expect(try await store.assignee(named: name, of: [todo.id]) == id)
    }

    @Test("an unknown member is refused with the known ones, and nobody can do what is not shared")
    func refused() async throws {
        let todo = try await add("Milk", for: "me")
        let own = try await store.add("Diary")
        await expect(.notFound, says: "“Groceries” has no member “Cleo”; its members are Ann, Bob, u-3.") {
            _ = try await store.assignee(named: "Cleo", of: [todo.id])
        }
        await expect(.notFound, says: "perhaps “Bob” is meant") {
            _ = try await store.assignee(named: "bbo", of: [todo.id])
        }
        await expect(.notFound, says: "“Diary” is in no shared list") {
            _ = try await store.assignee(named: "me", of: [todo.id, own.id])
        }
    }

    @Test("what others are to do is in the agenda and among the next ones only on request")
    func planning() async throws {
        let due = Due.day(Day(containing: fixture.clock.now, in: .gmt))
        for (title, name) in [("Milk", "me"), ("Eggs", "Ann")] {
            let todo = try await add(title, for: name)
            try await store.edit([todo.id], TodoChanges(due: .set(due)))
        }
        let rice = try await store.add("Rice", due: due, placement: .list(list))
        // Ann has left: what she was to do is anybody's.
        try await store.todos.update(Todo.Update(id: rice.id, assignee: .set("gone")))
        func titles(_ ids: [Todo.ID]) async throws -> Set<String> {
            Set(try await store.todos.fetch(.all).items.filter { ids.contains($0.id) }.map(\.title))
        }
        let (mine, all) = (try await store.agenda(), try await store.agenda(ofEverybody: true))
        let fitting = try await store.agenda(rows: 20)
        #expect(try await titles(mine.ids) == ["Milk", "Rice"])
        #expect(try await titles(fitting.ids) == ["Milk", "Rice"])
        #expect(try await titles(all.ids) == ["Milk", "Eggs", "Rice"])
        #expect(Set(try await store.next(9).map(\.item.todo.title)) == ["Milk", "Rice"])
        #expect(Set(try await store.next(9, ofEverybody: true).map(\.item.todo.title)) == ["Milk", "Eggs", "Rice"])
    }

    @Test("two members of one name are told apart by their ids")
    func twoOfOneName() async throws {
        try await SpaceDAO(store.stack).note(names: ["u-3": "ann"], in: space)
        let error = await #expect(throws: TodoError.self) { _ = try await add("Milk", for: "Ann") }
        #expect(error?.code == .ambiguous && error?.candidates?.items.map(\.id).sorted() == ["ann", "u-3"])
        #expect(try await add("Milk", for: "u-3").assignee == "u-3")
    }

    @Test("filters find what is for me, for a member, and for nobody")
    func filters() async throws {
        for (title, name) in [("Milk", "me"), ("Eggs", "Ann"), ("Rice", "u-3")] { _ = try await add(title, for: name) }
        _ = try await store.add("Diary")
        func titles(_ filter: String) async throws -> Set<String> {
            Set(try await store.todos.fetch(store.query(matching: filter)).items.map(\.title))
        }
        for (filter, found) in [
            ("for:me", ["Milk"]), ("for:ann", ["Eggs"]), ("for:Bob,Ann", ["Milk", "Eggs"]), ("for:u-3", ["Rice"]),
            ("for:none", ["Diary"]), ("-for:none", ["Milk", "Eggs", "Rice"]),
            ("-for:me", ["Diary", "Eggs", "Rice"]), ("has:assignee -for:me", ["Eggs", "Rice"]),
        ] { #expect(try await titles(filter) == Set(found), "\(filter)") }
        await expect(.notFound, says: "no member “Dora”") { _ = try await titles("for:Dora") }
        await expect(.badFilter, says: "name of a member") { _ = try await titles("for:\"\"") }
        let filter = try TodoFilter.parse("for:me", now: fixture.clock.now, timeZone: .gmt)
        try await store.addView("mine", filter: filter)
        #expect(try await titles("@mine") == ["Milk"])
    }
}
