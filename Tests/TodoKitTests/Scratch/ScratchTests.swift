import Basics
import Dispatch
import GRDB
import TestSupport
import Testing
import TodoDomain
import TodoKit
import TodoLocal

/// A scratch is a separate store until it is saved, and then one step of the history.
@Suite("Scratch edits")
struct ScratchTests {
    private let fixture: TestStore
    private let store: TodoStore
    private let home = Tag.sample("home")
    private let shop = Tag.sample("shop")
    private let milk = Todo.ID(stored: "milk")
    private let bread = Todo.ID(stored: "bread")

    init() throws {
        fixture = try TestStore()
        store = fixture.store
    }

    private func fill() async throws {
        try await store.todos.create([
            .sample("milk", "Buy milk", notes: "Two litres", tags: [home]), .sample("bread", "Buy bread"),
        ])
        try await store.tags.create(shop)
    }

    private func steps() async throws -> Int {
        try await store.stack.database.read {
            try Int.fetchOne($0, sql: "SELECT count(*) FROM historyTransaction") ?? 0
        }
    }

    @Test("edits of every kind are seen in the scratch, nowhere else, and saved as one step")
    func oneStep() async throws {
        try await fill()
        let scratch = store.scratch()
        #expect(scratch.isEmpty)
        var edited = try await scratch.todos.find(milk)
        let original = edited
        edited.title = "Buy oat milk"
        edited.tags = [shop]
        try scratch.todos.update(edited, from: original)
        let place = try Location.sample("p", "Migros")
        try scratch.locations.create(place)
        try scratch.todos.create(.sample("new", "Return the bottles", tags: [home], location: place))
        try await scratch.todos.delete(bread)
        try scratch.tags.update(.sample("home", "House"), from: home)

        let seen = try await scratch.todos.fetch(.all.ascending(\.title))
        #expect(seen.items.map(\.title) == ["Buy oat milk", "Return the bottles"])
        #expect(seen.items.map { $0.tags.map(\.title) } == [["shop"], ["House"]])
        #expect(await errorCode { try await scratch.todos.find(bread) } == .notFound)
        #expect(try await scratch.tags.fetch().items.map(\.title) == ["House", "shop"])
        #expect(scratch.todos.pending.count == 3 && scratch.tags.pending.count == 1 && !scratch.isEmpty)
        #expect(try await store.todos.find(milk).title == "Buy milk")
        #expect(try await store.todos.count(.all) == 2)

        let before = try await steps()
        try await scratch.save()
        #expect(try await steps() == before + 1)
        #expect(scratch.isEmpty && scratch.todos.pending.isEmpty)
        let saved = try await store.todos.fetch(.all.ascending(\.title)).items
        #expect(saved.map(\.title) == seen.items.map(\.title) && saved.map(\.tags.count) == [1, 1])
        #expect(saved[1].location?.placeName == "Migros")
        try await scratch.save()
        #expect(try await steps() == before + 1, "what is saved is not saved again")
    }

    @Test("dropped, it leaves nothing behind")
    func discard() async throws {
        try await fill()
        let before = try await steps()
        do {
            let scratch = store.scratch()
            try scratch.todos.create(.sample("x"))
            try await scratch.todos.delete(milk)
        }
        #expect(try await steps() == before)
        #expect(try await store.todos.count(.all) == 2)
    }

    @Test("what others changed meanwhile stays, is seen through the scratch, and only its own fields are written")
    func conflict() async throws {
        try await fill()
        let scratch = store.scratch()
        let original = try await scratch.todos.find(milk)
        var edited = original
        edited.title = "Mine"
        try scratch.todos.update(edited, from: original)
        try await store.todos.update(
            Todo.Update(id: milk, title: "Theirs", notes: "their notes", tags: .add([shop.id])))

        let seen = try await scratch.todos.find(milk)
        #expect(seen.title == "Mine" && seen.notes == "their notes" && seen.tags.map(\.id) == [home.id, shop.id])
        // A second edit of what is shown is folded into the first.
        var again = seen
        again.tags = [shop]
        try scratch.todos.update(again, from: seen)
        try await scratch.save()
        let saved = try await store.todos.find(milk)
        #expect(saved.title == "Mine" && saved.notes == "their notes" && saved.tags.map(\.id) == [shop.id])
        let changed = try await store.stack.database.read {
            try String.fetchOne($0, sql: "SELECT after FROM historyChange ORDER BY transactionID DESC, ordinal DESC")
        }
        #expect(changed == #"{"tags.home":false,"title":"Mine"}"#)
    }

    @Test("where something was deleted meanwhile nothing is saved, and the scratch keeps what it has")
    func deletedMeanwhile() async throws {
        try await fill()
        let scratch = store.scratch()
        let original = try await scratch.todos.find(milk)
        var edited = original
        edited.title = "Mine"
        try scratch.todos.update(edited, from: original)
        try scratch.todos.create(.sample("new"))
        try await store.todos.delete(milk)
        #expect(await errorCode { try await scratch.todos.find(milk) } == .notFound)
        #expect(await errorCode { try await scratch.save() } == .notFound)
        #expect(try await store.todos.fetch(.all).items.map(\.id) == [bread])
        #expect(scratch.todos.pending.count == 2)
    }

    @Test("saves that overlap store each edit once, and none looks for what another one has deleted")
    func overlapping() async throws {
        try await fill()
        let scratch = store.scratch()
        try await scratch.todos.delete(milk)
        try scratch.todos.create(.sample("new"))
        let before = try await steps()
        // Somebody else writes until all of them wait.
        let (isWriting, goesOn) = (Latch(), DispatchSemaphore(value: 0))
        let other = Task { [store] in
            try await store.stack.database.write { _ in
                isWriting.set()
                goesOn.wait()
            }
        }
        #expect(await eventually { isWriting.isSet })
        let saves = (0..<3).map { _ in Task { try await scratch.save() } }
        try await Task.sleep(for: .milliseconds(100))
        goesOn.signal()
        try await other.value
        for save in saves { try await save.value }
        #expect(scratch.isEmpty)
        #expect(try await steps() == before + 1)
        #expect(try await Set(store.todos.fetch(.all).items.map(\.id)) == [bread, Todo.ID(stored: "new")])
    }

    @Test("a value that cannot be is refused at once; what was made and deleted here leaves no trace")
    func validation() async throws {
        try await fill()
        let scratch = store.scratch()
        #expect(await errorCode { try scratch.todos.create(.sample("x", " ")) } == .emptyTitle)
        #expect(await errorCode { try scratch.tags.create(.sample("y", "two\nlines")) } == .badText)
        let original = try await scratch.todos.find(milk)
        var edited = original
        edited.title = String(repeating: "a", count: 5000)
        #expect(await errorCode { try scratch.todos.update(edited, from: original) } == .titleTooLong)
        #expect(await errorCode { try await scratch.todos.delete(Todo.ID(stored: "nobody")) } == .notFound)
        #expect(await errorCode { try await scratch.todos.fetch(.all.page(0, size: 0)) } == .badPage)
        #expect(scratch.isEmpty)
        try scratch.todos.create(.sample("x", "  made  "))
        #expect(try await scratch.todos.find(Todo.ID(stored: "x")).title == "made")
        try await scratch.todos.delete(Todo.ID(stored: "x"))
        #expect(scratch.isEmpty)
        try await scratch.todos.delete(milk)
        #expect(await errorCode { try scratch.todos.update(original, from: original) } == .notFound)
        #expect(await errorCode { try await scratch.todos.delete(milk) } == .notFound)
    }

    @Test("a tag that is edited inside a to-do is refused at once; one that is edited in the scratch is not")
    func editInside() async throws {
        try await fill()
        let scratch = store.scratch()
        let original = try await scratch.todos.find(milk)
        var edited = original
        edited.title = "Mine"
        edited.tags[0].title = "House"
        #expect(await errorCode { try scratch.todos.update(edited, from: original) } == .usage)
        #expect(scratch.isEmpty)
        try scratch.tags.update(edited.tags[0], from: home)
        try scratch.todos.update(edited, from: original)
        try await scratch.save()
        let saved = try await store.todos.find(milk)
        #expect(saved.title == "Mine" && saved.tags.map(\.title) == ["House"])
    }

    @Test("what a scratch shows is what is there once it is saved", arguments: 1...8 as ClosedRange<UInt64>)
    func property(seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        let world = try RandomWorld(using: &generator)
        let ids = (0..<12).map { "t\($0)" }
        try await store.tags.create(world.tags)
        try await store.locations.create(world.locations)
        for id in ids.prefix(8) { try await store.todos.create(world.todo(id, using: &generator)) }
        let scratch = store.scratch()
        for _ in 0..<25 { try await edit(scratch, world, ids, &generator) }

        let todos = try await scratch.todos.fetch()
        let queries = (0..<30).map { _ in world.todoQuery(ids: ids, using: &generator) }
        for query in queries {
            #expect(try await scratch.todos.fetch(query) == query.answer(from: todos.items), "seed \(seed): \(query)")
        }
        for todo in todos.items { #expect(try await scratch.todos.find(todo.id) == todo, "seed \(seed)") }
        let tags = try await scratch.tags.fetch(.all.ascending(\.title))
        try await scratch.save()
        let saved = try await store.todos.fetch(.all).items
        #expect(Set(saved.map(\.timeless)) == Set(todos.items.map(\.timeless)), "seed \(seed)")
        #expect(try await store.tags.fetch(.all.ascending(\.title)).items.map(\.title) == tags.items.map(\.title))
    }

    private func edit(
        _ scratch: Scratch, _ world: RandomWorld, _ ids: [String], _ generator: inout SeededGenerator
    ) async throws {
        let id = Todo.ID(stored: generator.pick(ids))
        let known = try? await scratch.todos.find(id)
        let tags = try await scratch.tags.fetch().items
        let places = try await scratch.locations.fetch().items
        switch Int.random(in: 0...6, using: &generator) {
        case 0, 1, 2:
            var todo = world.todo(id.rawValue, using: &generator)
            todo.tags = generator.some(of: tags)
            todo.location = places.randomElement(using: &generator)
            todo.createdAt = known?.createdAt ?? todo.createdAt
            if let known { try scratch.todos.update(todo, from: known) } else { try scratch.todos.create(todo) }
        case 3: if known != nil { try await scratch.todos.delete(id) }
        case 4:
            let tag = generator.pick(tags)
            var renamed = tag
            renamed.title = "g \(generator.words(1...1))"
            try scratch.tags.update(renamed, from: tag)
        case 5: if tags.count > 4 { try await scratch.tags.delete(generator.pick(tags).id) }
        default:
            let place = generator.pick(places)
            var moved = place
            moved.placeName = "somewhere"
            try scratch.locations.update(moved, from: place)
        }
    }
}

extension Todo {
    /// The to-do without the times that the store maintains.
    fileprivate var timeless: Todo {
        var todo = self
        todo.createdAt = .init(milliseconds: 0)
        todo.updatedAt = .init(milliseconds: 0)
        for index in todo.tags.indices { todo.tags[index].updatedAt = .init(milliseconds: 0) }
        todo.location?.updatedAt = .init(milliseconds: 0)
        return todo
    }
}
