import Foundation
import TestSupport
import Testing
import TodoDomain
import TodoKit
import TodoLocal

/// The composition root: what a front end opens.
@Suite("The store")
struct TodoStoreTests {
    @Test("each ready-made store is one of its own")
    func readyMade() async throws {
        let stores = [try TodoStore.inMemory(), try .inMemory(), try .test(name: "todo-store-tests")]
        for store in stores {
            #expect(try await store.todos.count(.all) == 0)
            try await store.todos.create(.sample("a"))
        }
        for store in stores { #expect(try await store.todos.count(.all) == 1) }
        #expect(try await TodoStore.preview().todos.count(.all) > 3)
        try stores[2].stack.close()
        let cleared = try TodoStore.test(name: "todo-store-tests")
        #expect(try await cleared.todos.count(.all) == 0)
        try cleared.stack.close()
        try FileManager.default.removeItem(atPath: try #require(cleared.stack.path))
    }

    @Test("repositories, DAOs and object stores are views of the same data")
    func views() async throws {
        let store = try TestStore().store
        let made = try await store.todos.create(.sample("a", tags: [.sample("t")]))
        #expect(try await store.todoDAO.findOne(made.id) == made)
        #expect(try await store.stack.store(for: TodoMapping()).fetchAll() == [made])
        #expect(try await store.tags.find(Tag.ID(stored: "t")) == made.tags[0])
        try await store.tagDAO.deleteOne(Tag.ID(stored: "t"))
        #expect(try await store.todos.find(made.id).tags.isEmpty)
    }

    @Test("the list of a front end: open ones by text, tag and place, a page and the total")
    func list() async throws {
        let fixture = try TestStore()
        let (home, place) = (Tag.sample("home"), try Location.sample("p", "Migros"))
        try await fixture.store.todos.create([
            .sample("a", "Buy milk", tags: [home], location: place), .sample("b", "Buy oats", tags: [home]),
            .sample("c", "Buy milk", completedAt: fixture.clock.now, tags: [home], location: place),
            .sample("d", "Milk"),
        ])
        func list(_ text: String?, _ tag: Tag?, _ location: Location?) async throws -> [String] {
            let page = try await fixture.todos.findMany(search: text, tag: tag?.id, location: location?.id)
            #expect(page.total == page.items.count)
            return page.items.map(\.id.rawValue)
        }
        #expect(try await list(nil, nil, nil) == ["a", "b", "d"])
        #expect(try await list("MILK", nil, nil) == ["a", "d"])
        #expect(try await list("milk", home, nil) == ["a"])
        #expect(try await list(nil, home, place) == ["a"])
        #expect(try await list("oats", nil, place) == [])
        #expect(try await fixture.todos.findMany().items.count == 4, "without anything said, all of them")
        let page = try await fixture.todos.findMany(page: 1, size: 2)
        #expect(page.items.map(\.id.rawValue) == ["d"] && page.total == 3 && page.page == 1)
    }
}
