import Foundation
import TestSupport
import Testing
import TodoKit

/// Ids are random; two that are the same come from a source that is broken, and must not cost what was there.
@Suite("Ids that are taken")
struct TakenIDTests {
    private let store: TodoStore

    init() throws {
        let id = try #require(UUID(uuidString: "11111111-1111-4111-8111-111111111111"))
        let now = Date(timeIntervalSince1970: 1_795_900_000)
        store = try TodoStore.inMemory(
            environment: TodoEnvironment(now: { now }, timeZone: .gmt, makeUUID: { id }))
    }

    @Test("a second to-do under the id of the first is refused, and the first stays as it is")
    func todos() async throws {
        let first = try await store.add("Pay the rent", tags: ["home"])
        #expect(await errorCode { try await store.add("Call Bob", tags: ["work"]) } == .alreadyExists)
        #expect(await errorCode { try await store.add("Call Bob", placement: .path("Work")) } == .alreadyExists)
        #expect(await errorCode { try await store.quickAdd("Buy milk +shop") } == .alreadyExists)
        let found = try await store.todos.fetch(.all, source: .local).items
        #expect(found.map(\.id) == [first.id] && found.map(\.title) == ["Pay the rent"])
        #expect(found.flatMap(\.tags).map(\.title) == ["home"])
        #expect(try await store.tags.fetch(.all, source: .local).items.map(\.title) == ["home"])
        #expect(try await store.lists.fetch(.all, source: .local).items.isEmpty)
    }

    @Test("an addition under an id of one's own is there once, also if it is sent again after it was deleted")
    func ownID() async throws {
        let own = try #require(Todo.ID("22222222-2222-4222-8222-222222222222"))
        let changes = TodoChanges(title: "Buy milk", addingTags: ["shop"])
        let added = try await store.add(changes, as: own)
        #expect(added.id == own && added.tags.map(\.title) == ["shop"])
        #expect(await errorCode { try await store.add(changes, as: own) } == .alreadyExists)
        #expect(try await store.todos.fetch(.all, source: .local).items.count == 1)
        try await store.todos.delete(own)
        #expect(await errorCode { try await store.add(changes, as: own) } == .alreadyExists)
        #expect(try await store.todos.fetch(.all, source: .local).items.isEmpty)
    }

    @Test("nor does it bring back a to-do that was deleted")
    func deleted() async throws {
        let first = try await store.add("Pay the rent")
        try await store.todos.delete(first.id)
        #expect(await errorCode { try await store.add("Call Bob") } == .alreadyExists)
        #expect(try await store.todos.fetch(.all, source: .local).items.isEmpty)
    }

    @Test("the same goes for comments, lists, places and views")
    func others() async throws {
        let todo = try await store.add("Pay the rent")
        let comment = try await store.addComment("Before noon", to: todo.id)
        #expect(await errorCode { try await store.addComment("After noon", to: todo.id) } == .alreadyExists)
        #expect(try await store.todos.find(todo.id).comments.map(\.text) == [comment.text])

        try await store.addList("Work")
        #expect(await errorCode { try await store.addList("Home") } == .alreadyExists)
        #expect(try await store.lists.fetch(.all, source: .local).items.map(\.title) == ["Work"])

        let place = Location(id: try #require(Location.ID("p")), coordinate: try Coordinate(latitude: 1, longitude: 2))
        _ = try await store.addLocation(place)
        #expect(await errorCode { try await store.addLocation(place) } == .alreadyExists)

        let filter = try TodoFilter.parse("rent", now: todo.createdAt, timeZone: .gmt)
        try await store.addView("Rent", filter: filter)
        #expect(await errorCode { try await store.addView("Other", filter: filter) } == .alreadyExists)
        #expect(try await store.views.fetch(.all, source: .local).items.map(\.name) == ["Rent"])
    }

    @Test("what is created with an id of its own still replaces the one that has it, as is documented")
    func upsert() async throws {
        var todo = try await store.add("Pay the rent")
        todo.title = "Pay the bills"
        #expect(try await store.todos.create(todo).title == "Pay the bills")
        #expect(try await store.todos.fetch(.all, source: .local).items.map(\.title) == ["Pay the bills"])
    }
}
