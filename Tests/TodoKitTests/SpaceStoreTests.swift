import Foundation
import TestSupport
import Testing
import TodoDomain
import TodoKit
import TodoLocal

/// Shared lists, as apps see them.
@Suite("Shared lists of a store")
struct SpaceStoreTests {
    private let fixture: TestStore
    private let store: TodoStore
    private let space: SpaceID

    init() async throws {
        fixture = try TestStore()
        store = fixture.store
        space = try await SpaceDAO(store.stack).join(
            StoredSpace(
                sid: "g", path: "spaces/g", role: .editor, name: "Groceries",
                members: ["ann": .owner, "bob": .editor], names: ["ann": "Ann", "bob": "Bob"], me: "bob"))
    }

    private func titles(_ filter: String) async throws -> Set<String> {
        Set(try await store.todos.fetch(store.query(matching: filter)).items.map(\.title))
    }

    @Test("a list that moves into a space takes its to-dos along, and both say where they are; undo brings them back")
    func moved() async throws {
        let list = try await store.addList("Food")
        let milk = try await store.add("Milk", tags: ["shop"], placement: .list(list.id))
        try await store.add("Diary")
        #expect(milk.space == nil && list.space == nil)
        #expect(try await store.space(of: list.id) == nil)
        let move = try await store.move(list: list.id, into: .init(stored: "g"))
        #expect(move.todos == 1 && move.tags == 1 && move.places == 0 && move.list != list.id)
        #expect(try await store.lists.find(path: "Food").map(\.id) == [move.list])
        let there = try await store.lists.find(move.list)
        #expect(there.title == "Food" && there.space?.rawValue == "g")
        #expect(try await store.space(of: move.list)?.name == "Groceries")
        let copy = try #require(try await store.todos.fetch(.all.shared).items.first)
        #expect(copy.title == "Milk" && copy.id != milk.id && copy.space?.rawValue == "g" && copy.list?.id == move.list)
        #expect(await errorCode { try await store.todos.find(milk.id) } == .notFound)
        try await store.undo()
        #expect(try await store.todos.find(milk.id).space == nil)
        #expect(try await store.todos.count(.all.shared) == 0)
        #expect(await errorCode { try await store.move(list: list.id, into: .init(stored: "x")) } == .notFound)
    }

    @Test("an own place that a shared to-do gets is copied into its space, once")
    func places() async throws {
        let list = try await store.addList("Food")
        let shared = try await store.move(list: list.id, into: .init(stored: "g")).list
        let own = try await store.addLocation(.sample("p", "Migros"))
        let todos = try await store.add(
            each: ["Milk", "Eggs"].map { TodoChanges(title: $0, placement: .list(shared)) })
        for todo in todos { try await store.edit([todo.id], TodoChanges(place: .set(.location(own.id)))) }
        let found = try await store.todos.fetch(.all.shared).items.compactMap(\.location)
        #expect(found.count == 2 && Set(found.map(\.id)).count == 1 && found[0].id != own.id)
        #expect(found[0].placeName == "Migros")
        #expect(try await store.locations.fetch(.all).items.count == 2)
    }

    @Test("filters tell what is shared, in which list and with whom")
    func filters() async throws {
        let list = try await store.addList("Food")
        try await store.add("Milk", placement: .list(list.id))
        try await store.add("Diary")
        _ = try await store.move(list: list.id, into: .init(stored: "g"))
        for (filter, found) in [
            ("shared:yes", ["Milk"]), ("shared:no", ["Diary"]), ("-shared:yes", ["Diary"]),
            ("shared:groceries", ["Milk"]),
            ("shared:Ann", ["Milk"]), ("shared:yes,no", ["Milk", "Diary"]),
        ] { #expect(try await titles(filter) == Set(found), "\(filter)") }
        // One does not share with oneself.
        #expect(await errorCode { try await titles("shared:Bob") } == .notFound)
        #expect(await errorCode { try await titles("shared:\"\"") } == .badFilter)
    }

    @Test("a copy of what is no longer shared is kept or forgotten; anything else is refused")
    func copies() async throws {
        let list = try await store.addList("Food")
        try await store.add("Milk", placement: .list(list.id))
        let shared = try await store.move(list: list.id, into: .init(stored: "g")).list
        #expect(await errorCode { try await store.keep(list: shared) } == .usage)
        try await SpaceDAO(store.stack).deactivate(space, as: .ended)
        #expect(await errorCode { try await store.add("Eggs", placement: .list(shared)) } == .ended)
        let kept = try await store.keep(list: shared)
        #expect(try await titles("shared:no") == ["Milk"])
        #expect(try await store.lists.find(kept.list).space == nil)
        try await store.undo()
        try await store.forget(list: shared)
        #expect(try await store.todos.count(.all) == 0)
        try await store.undo()
        #expect(try await titles("shared:yes") == ["Milk"])
    }

    @Test("who is in a space is observed, also through a fake that a test or a preview fills")
    func observed() async throws {
        var seen = store.observeSpaces().makeAsyncIterator()
        #expect(try await seen.next()?.first?.members.map(\.label) == ["Ann", "Bob"])
        try await SpaceDAO(store.stack).note(members: ["ann": .owner, "bob": .viewer], role: .viewer, in: space)
        let changed = try #require(try await seen.next()?.first)
        #expect(changed.role == .viewer && changed.members.map(\.isMe) == [false, true])
        let fake = try FakeTodoService(store)
        #expect(try await fake.spaces() == [changed])
        fake.shownSpaces = [Space(id: .init(stored: "t"), name: "Trip", role: .owner)]
        #expect(try await fake.spaces().map(\.name) == ["Trip"])
        fake.failure = TodoError(.diskFull, "The disk is full.")
        #expect(await errorCode { try await fake.spaces() } == .diskFull)
    }
}
