import TestSupport
import Testing
import TodoKit
import TodoLocal

@Suite("Asking a store")
struct AskingTests {
    private let fixture: TestStore
    private var store: TodoStore { fixture.store }

    init() throws { fixture = try TestStore() }

    @Test("by the title of a tag writes nothing")
    func byTitle() async throws {
        try await store.add("Buy milk", tags: ["Shop"])
        try await store.add("Sweep", tags: ["home"])
        let before = try await store.history()
        #expect(try await store.todos.fetch(.all.tagged(" shop ")).map(\.title) == ["Buy milk"])
        #expect(try await store.todos.fetch(.all.tagged("work")).isEmpty)
        #expect(try await store.todos.count(.all.excluding(.all.tagged("SHOP"))) == 1)
        #expect(try await store.tags.first(titled: "SHOP")?.title == "Shop")
        #expect(try await store.tags.first(titled: "work") == nil)
        #expect(try await store.tags.count() == 2)
        #expect(try await store.history() == before)
    }

    @Test("an observed query by title sees a tag that comes, is renamed and goes")
    func observedTitle() async throws {
        let milk = try await store.add("Buy milk")
        var pages = store.todos.observe(.all.tagged("shop")).makeAsyncIterator()
        #expect(try await pages.next()?.isEmpty == true)
        try await store.edit([milk.id], TodoChanges(addingTags: ["shops"]))
        let tag = try #require(try await store.tags.first(titled: "shops"))
        try await store.tags.update(Tag.Update(id: tag.id, title: "Shop"))
        #expect(try await pages.next()?.map(\.id) == [milk.id])
        try await store.tags.delete(tag.id)
        #expect(try await pages.next()?.isEmpty == true)
    }

    @Test("queries are joined, and a page is a collection")
    func joined() async throws {
        for title in ["Buy milk", "Buy oats", "Sweep"] { try await store.add(title, tags: ["home"]) }
        let buying = Query<Todo>.all.title(.hasPrefix("Buy"))
        let query = Query<Todo>.all.tagged("home").and(buying.descending(\.title)).ascending(\.title)
        let page = try await store.todos.fetch(query)
        #expect(page.count == 2 && page.first?.title == "Buy milk" && page[1].title == "Buy oats")
        #expect(page.map(\.title) == ["Buy milk", "Buy oats"] && Array(page.reversed()) == page.items.reversed())
        #expect(buying.and(.all.excluding(buying)).predicate != buying.predicate)
        #expect(try await store.todos.count(buying.and(.all.excluding(buying))) == 0)
    }

    @Test("everything is meant where nothing is said")
    func defaults() async throws {
        try await store.add("Buy milk")
        #expect(try await store.todos.fetch().count == 1)
        #expect(try await store.todos.count() == 1)
        var pages = store.todos.observe().makeAsyncIterator()
        #expect(try await pages.next()?.count == 1)
        var counts = store.todos.observeCount().makeAsyncIterator()
        #expect(try await counts.next() == 1)
        var changes = store.todos.observeChanges().makeAsyncIterator()
        #expect(try await changes.next()?.page.count == 1)
        #expect(try await store.todoDAO.store.page().count == 1)
    }

    @Test("one to-do is observed by its id, and is nil once it is deleted")
    func byID() async throws {
        let milk = try await store.add("Buy milk")
        var found = store.todos.observeOne(milk.id).makeAsyncIterator()
        #expect(try await found.next() == .some(milk))
        try await store.edit([milk.id], TodoChanges(title: "Buy oat milk"))
        #expect(try await found.next()??.title == "Buy oat milk")
        try await store.todos.delete(milk.id)
        let gone = try await found.next()
        #expect(gone == .some(nil))
        try await store.undo()
        #expect(try await found.next()??.title == "Buy oat milk")
    }

    @Test("a storage means one thing, whichever way the configuration is made")
    func configurations() {
        #expect(StackConfiguration.inMemory == .init(storage: .inMemory))
        #expect(StackConfiguration.preview == .init(storage: .preview))
        #expect(StackConfiguration.test(name: "t") == .init(storage: .test(name: "t")))
        #expect(!StackConfiguration.inMemory.isSyncEnabled)
        #expect(StackConfiguration(storage: .onDisk(path: "/tmp/a")).isSyncEnabled)
        #expect(StackConfiguration(storage: .inMemory, isSyncEnabled: true).isSyncEnabled)
    }

    @Test("a value of JSON is reached by names and positions")
    func json() {
        let value: JSONValue = ["list": [1, ["name": "a"]], "flag": true]
        #expect(value["list"]?[0]?.integer == 1 && value["list"]?[1]?["name"]?.string == "a")
        #expect(value["list"]?[2] == nil && value["list"]?[-1] == nil && value["flag"]?[0] == nil)
        #expect(value["flag"]?.bool == true && value["none"] == nil)
    }
}
