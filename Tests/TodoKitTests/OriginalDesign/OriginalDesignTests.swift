import Basics
import Foundation
import TestSupport
import Testing
import TodoKit
import TodoLocal

/// The rows of the original design that once differed or were missing, each under its name.
@Suite("The original design, row by row")
struct OriginalDesignTests {
    private let fixture: TestStore

    init() throws { fixture = try TestStore() }

    @Test("findOne(id) answers nil where there is none, and find(id) throws")
    func findOne() async throws {
        let stored = try await fixture.todos.createOne(.sample("a"))
        let found: Todo? = try await fixture.todos.findOne(stored.id)
        #expect(found == stored)
        #expect(try await fixture.todos.find(stored.id) == stored)
        try await fixture.todos.deleteOne(stored.id)
        #expect(try await fixture.todos.findOne(stored.id) == nil)
        #expect(await errorCode { try await fixture.todos.find(stored.id) } == .notFound)
        #expect(try await fixture.locations.findOne(Location.ID(stored: "none")) == nil)
    }

    @Test("findMany(containing:) finds one contiguous text, beside the search by words")
    func containing() async throws {
        try await fixture.todos.createMany([
            .sample("a", "Die Crème brûlée kaufen"), .sample("b", "Crème kaufen, brûlée dazu"),
            .sample("c", "Kuchen", notes: "oder CREME  BRULEE"), .sample("d", "50% off"),
        ])
        func ids(containing text: String) async throws -> [String] {
            try await fixture.todos.findMany(containing: text).items.map(\.id.rawValue)
        }
        #expect(try await ids(containing: "creme BRULEE") == ["a"])
        #expect(try await ids(containing: "creme  brulee") == ["c"], "as it is, with its spaces")
        #expect(try await ids(containing: "% o") == ["d"], "no sign has a meaning")
        #expect(try await ids(containing: "") == ["a", "b", "c", "d"])
        #expect(try await fixture.todos.findMany(search: "brulee creme").items.count == 3)
        for text in ["creme brulee", "e b", "kaufen, b", "x"] {
            let all = try await fixture.todos.findMany()
            let query = Query<Todo>.all.containing(text)
            #expect(try await fixture.todos.findMany(query) == query.answer(from: all.items), "\(text)")
        }
    }

    @Test("findMany finds all rows where no page is asked for")
    func allRows() async throws {
        try await fixture.todos.createMany((0..<45).map { .sample("t\($0)") })
        try await fixture.tags.createMany((0..<45).map { .sample("g\($0)") })
        #expect(try await fixture.todos.findMany(search: "milk").items.count == 45)
        #expect(try await fixture.todos.findMany(search: "milk", page: 2).items.count == 5)
        #expect(try await fixture.todos.findMany(search: "milk", size: 7).items.count == 7)
        #expect(try await fixture.tags.findMany(search: "g").items.count == 45)
        #expect(try await fixture.tags.findMany(search: nil, page: 2).items.count == 5)
    }

    @Test("TagDAO and LocationDAO have findMany(search:page:size:), edited last first")
    func searchedRecords() async throws {
        for name in ["home", "homework", "shop"] {
            try await fixture.tags.createOne(.sample(name))
            try await fixture.locations.createOne(try .sample(name, name))
            fixture.clock.advance(by: 1)
        }
        try await fixture.tags.updateOne(Tag.Update(id: Tag.ID(stored: "home"), color: .set("red")))
        let tags = try await fixture.tags.findMany(search: "HOME", page: 0, size: 1)
        #expect(tags.items.map(\.title) == ["home"] && tags.total == 2 && tags.nextCursor != nil)
        #expect(try await fixture.tags.findMany(page: 1, size: 2).items.map(\.title) == ["homework"])
        #expect(try await fixture.tags.findMany(containing: "mew").items.map(\.title) == ["homework"])
        let places = try await fixture.locations.findMany(search: "home", page: 0, size: 5)
        #expect(places.items.map(\.placeName) == ["homework", "home"] && places.total == 2)
    }

    @Test("TodoDAO.shared and its like are those of the user's own store")
    func shared() {
        // Not opened here: they are the data of the person who runs the tests.
        let shared: [() throws -> any Sendable] = [
            { try TodoDAO.shared as TodoDAO }, { try TagDAO.shared as TagDAO },
            { try LocationDAO.shared as LocationDAO }, { try ListDAO.shared as ListDAO },
        ]
        #expect(shared.count == 4)
    }

    @Test("updatedAt given by a caller is kept when a model is made")
    func updatedAt() async throws {
        let now = fixture.clock.now
        let (made, edited) = (now - 7200, now - 3600)
        let todo = Todo(id: .init(stored: "a"), title: "Old", createdAt: made, updatedAt: edited)
        #expect(try await fixture.todos.createOne(todo).updatedAt == edited)
        let tag = Tag(id: .init(stored: "t"), title: "old", createdAt: made, updatedAt: edited)
        #expect(try await fixture.store.tags.create(tag) == tag)
        let list = TodoList(id: .init(stored: "l"), title: "Old", createdAt: made, updatedAt: edited)
        try await fixture.store.write("add") { try $0.create(list) }
        #expect(try await fixture.lists.find(list.id).updatedAt == edited)
        try await fixture.todos.createOne(.sample("b"))
        #expect(try await fixture.todos.findMany().items.map(\.id.rawValue) == ["b", "a"])

        #expect(try await fixture.todos.createOne(.sample("c", createdAt: made)).updatedAt == now, "none is given")
        let toCome = Todo(id: .init(stored: "d"), title: "Late", createdAt: made, updatedAt: now + 60)
        #expect(try await fixture.todos.createOne(toCome).updatedAt == now, "no edit is to come")
        let again = try await fixture.todos.createOne(todo)
        #expect(again.updatedAt == edited && again.title == "Old", "nothing differs")
        let changed = try await fixture.todos.updateOne(Todo.Update(id: todo.id, title: "New"))
        #expect(changed.updatedAt == now && changed.title == "New")
        try await fixture.store.undo()
        #expect(try await fixture.todos.find(todo.id).title == "Old")
    }

    @Test("execute takes its completion first or last, and gives it a result")
    func completion() async throws {
        let todos = fixture.todos
        let before = Task { [todos] in
            await withCheckedContinuation { continuation in
                execute(completion: { continuation.resume(returning: $0) }) {
                    try await todos.findMany(search: "milk")
                }
            }
        }
        #expect(try await before.value.get().items.isEmpty)
        let after = await withCheckedContinuation { continuation in
            execute {
                try await todos.find(.init(stored: "none"))
            } completion: {
                continuation.resume(returning: $0)
            }
        }
        #expect(throws: TodoError.self) { try after.get() }
    }

    @Test("entity(for:) makes a row in a scratch, without saving it")
    func entityInScratch() async throws {
        let stored = try await fixture.todos.createOne(.sample("a"))
        let scratch = fixture.store.scratch()
        #expect(try await scratch.todos.entity(for: stored).record.id == "a")
        #expect(scratch.isEmpty, "it is stored already")
        let row = try await scratch.todos.entity(for: .sample("b", "New"))
        #expect(row.title == "New" && !scratch.isEmpty)
        #expect(try await fixture.todos.count() == 1, "nothing is saved")
        let again = try await scratch.todos.entity(for: .sample("b", "Another"))
        #expect(again.title == "New", "what is there is not written over")
        try await scratch.save()
        #expect(try await fixture.todos.find(.init(stored: "b")).title == "New")
    }

    @Test("an object store is made from a stack and a mapping, and subclassed")
    func subclass() async throws {
        let plain = ObjectStore(fixture.stack, mapping: TagMapping(), limit: 2)
        try await plain.insert([.sample("a"), .sample("b"), .sample("c")])
        #expect(try await plain.count() == 2)
        let counting = CountingStore(fixture.stack, mapping: TodoMapping())
        let store: ObjectStore<TodoMapping> = counting
        try await store.insert(.sample("a"))
        try await store.insert([.sample("b"), .sample("c")])
        #expect(counting.inserted == 3)
        #expect(try await fixture.todos.count() == 3)
    }

    @Test("fetch() gives models or rows, by the type that is asked for")
    func fetchByType() async throws {
        let store = fixture.stack.store(for: TodoMapping())
        try await store.insert([.sample("a"), .sample("b", completedAt: fixture.clock.now)])
        let models: [Todo] = try await store.fetch()
        let rows: [TodoEntity] = try await store.fetch()
        #expect(models.map(\.id.rawValue) == rows.map(\.record.id))
        let open: [TodoEntity] = try await store.fetch(.all.open)
        #expect(open.map(\.record.id) == ["a"])
        // Without a type they are models.
        let inferred = try await store.fetch(.all.open)
        #expect(inferred.map(\.title) == ["Buy milk"])
    }

    @Test("a store with a limit keeps the newest items of an app")
    func limitedItems() async throws {
        let fixture = try TestStore(migrations: Item.migrations)
        let items = ObjectStore(fixture.stack, mapping: ItemMapping(), limit: 3)
        for second in [5, 1, 4, 2, 3] { try await items.insert(Item(id: "\(second)", at: second)) }
        #expect(try await items.fetchAll().map(\.at) == [5, 4, 3])
        try await items.upsert(Item(id: "4", at: 9))
        #expect(try await items.fetchAll().map(\.at) == [9, 5, 3])
    }
}

/// Counts what is inserted.
private final class CountingStore: ObjectStore<TodoMapping>, @unchecked Sendable {
    private let count = Locked(0)
    var inserted: Int { count.withLock { $0 } }

    override func insert(_ models: [Todo]) async throws {
        try await super.insert(models)
        count.withLock { $0 += models.count }
    }
}
