import Foundation
import TestSupport
import Testing
import TodoDomain
import TodoKit
import TodoLocal

/// The composition root: what a front end opens.
@Suite("The store")
struct TodoStoreTests {
    @Test("what is added is what the same changes make of an empty to-do, also where a new one cannot be made with it")
    func addedAsEdited() async throws {
        let test = try TestStore()
        let store = test.store
        let cake = try await store.add("Cake")
        var changes = try TodoChanges(
            title: "Icing", notes: "white", due: .set(.day(2026, 11, 25)), priority: .set(.high),
            start: .set(.day(2026, 11, 23)), place: .set(.point(Coordinate(latitude: 47, longitude: 8))),
            placement: .path("Home/Kitchen"), addingTags: ["food"], removingTags: [Tag.ID(UUID())],
            removesOtherTags: true)
        changes.dependencies = Todo.DependencyChange(add: [cake.id])
        changes.appendedNotes = "and thick"
        changes.startedAt = .set(Date(timeIntervalSince1970: 1_700_000_000))
        let steps = try await store.undoableSteps().count
        let icing = try await store.add(changes)
        #expect(try await store.undoableSteps().count == steps + 1)
        #expect(icing.title == "Icing" && icing.notes == "white\nand thick" && icing.priority == .high)
        #expect(try icing.due == .day(2026, 11, 25) && icing.start == .day(2026, 11, 23))
        #expect(icing.isStarted && icing.dependsOn == [cake.id] && icing.tags.map(\.title) == ["food"])
        #expect(icing.location?.coordinate.latitude == 47 && icing.list?.path == "Home/Kitchen")
        #expect(try await store.todos.find(icing.id) == icing)
        await #expect(throws: TodoError.self) { try await store.add(TodoChanges(notes: "no title")) }
        try await store.undo()
        await #expect(throws: TodoError.self) { try await store.todos.find(icing.id) }
    }

    @Test("each ready-made store is one of its own")
    func readyMade() async throws {
        let stores = [try TodoStore.inMemory(), try .inMemory(), try .test(), try .test()]
        for store in stores {
            #expect(try await store.todos.count(.all) == 0)
            try await store.todos.create(.sample("a"))
        }
        for store in stores { #expect(try await store.todos.count(.all) == 1) }
        #expect(try await TodoStore.preview().todos.count(.all) > 3)
    }

    @Test("repositories, DAOs and object stores are views of the same data")
    func views() async throws {
        let store = try TestStore().store
        let made = try await store.todos.create(.sample("a", tags: [.sample("t")]))
        #expect(try await store.todoDAO.find(made.id) == made)
        #expect(try await store.stack.store(for: TodoMapping()).fetchAll() == [made])
        #expect(try await store.tags.find(Tag.ID(stored: "t")) == made.tags[0])
        try await store.tagDAO.deleteOne(Tag.ID(stored: "t"))
        #expect(try await store.todos.find(made.id).tags.isEmpty)
    }

    @Test("the list of a front end: by text, tag, place and whether they are done, a page and the total")
    func list() async throws {
        let fixture = try TestStore()
        let (home, place) = (Tag.sample("home"), try Location.sample("p", "Migros"))
        try await fixture.store.todos.create([
            .sample("a", "Buy milk", tags: [home], location: place), .sample("b", "Buy oats", tags: [home]),
            .sample("c", "Buy milk", completedAt: fixture.clock.now, tags: [home], location: place),
            .sample("d", "Milk"),
        ])
        func list(
            _ text: String?, _ tag: Tag?, _ location: Location?, isDone: Bool? = nil
        ) async throws -> [String] {
            let page = try await fixture.todos.findMany(
                search: text, tag: tag?.id, location: location?.id, isDone: isDone)
            #expect(page.total == page.items.count)
            return page.items.map(\.id.rawValue)
        }
        #expect(try await list(nil, nil, nil) == ["a", "b", "c", "d"])
        #expect(try await list("MILK", nil, nil) == ["a", "c", "d"])
        #expect(try await list("milk", home, nil) == ["a", "c"])
        #expect(try await list("milk", home, nil, isDone: false) == ["a"])
        #expect(try await list("milk", nil, nil, isDone: true) == ["c"])
        #expect(try await list(nil, home, place) == ["a", "c"])
        #expect(try await list("oats", nil, place) == [])
        let all = try await fixture.todos.findMany()
        #expect(try await fixture.todos.findMany(search: nil).items == all.items, "without anything said, all of them")
        #expect(all.items.count == 4)
        let page = try await fixture.todos.findMany(page: 1, size: 3)
        #expect(page.items.map(\.id.rawValue) == ["d"] && page.total == 4 && page.page == 1)
    }
}
