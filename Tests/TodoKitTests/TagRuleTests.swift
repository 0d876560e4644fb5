import TestSupport
import Testing
import TodoKit
import TodoLocal

/// One rule for the tags of a model, whichever way it is written.
@Suite("The tags of a model that is written")
struct TagRuleTests {
    private let fixture: TestStore

    init() throws { fixture = try TestStore() }

    /// A way to write a to-do that is stored, as it is now.
    private typealias Way = @Sendable (TodoStore, _ edited: Todo, _ original: Todo) async throws -> Void

    private static let ways: [(name: String, write: Way)] = [
        ("a repository, over it", { store, todo, _ in try await store.todos.create(todo) }),
        ("a repository, from the original", { store, todo, was in try await store.todos.update(todo, from: was) }),
        ("a DAO, over it", { store, todo, _ in try await store.todoDAO.createOne(todo) }),
        ("a DAO, whole", { store, todo, _ in try await store.todoDAO.updateOne(todo) }),
        ("a DAO, several", { store, todo, _ in try await store.todoDAO.updateMany([todo]) }),
        ("a DAO, from the original", { store, todo, was in try await store.todoDAO.updateOne(todo, from: was) }),
        ("an object store, over it", { store, todo, _ in try await store.todoDAO.store.upsert(todo) }),
        ("an object store, whole", { store, todo, _ in try await store.todoDAO.store.update(todo) }),
        (
            "a transaction, over it",
            { store, todo, _ in try await write(store) { try $0.create(todo) } }
        ),
        ("a transaction, whole", { store, todo, _ in try await write(store) { try $0.update(todo) } }),
        (
            "a transaction, from the original",
            { store, todo, was in try await write(store) { try $0.update(todo, from: was) } }
        ),
        (
            "a scratch, over it",
            { store, todo, _ in
                let scratch = store.scratch()
                try scratch.todos.create(todo)
                try await scratch.save()
            }
        ),
        (
            "a scratch, from the original",
            { store, todo, was in
                let scratch = store.scratch()
                try scratch.todos.update(todo, from: was)
                try await scratch.save()
            }
        ),
    ]

    private static func write(
        _ store: TodoStore, _ body: @Sendable (WriteTransaction) throws -> Todo
    ) async throws { _ = try await store.write("a", body) }

    @Test("one that was never known is made, by every way", arguments: ways.indices)
    func unknown(index: Int) async throws {
        let original = try await fixture.todos.createOne(.sample("a", tags: [.sample("home")]))
        var edited = original
        edited.tags.append(.sample("new", "New"))
        try await Self.ways[index].write(fixture.store, edited, original)
        let stored = try await fixture.todos.find(original.id)
        #expect(stored.tags.map(\.title) == ["home", "New"], "\(Self.ways[index].name)")
        #expect(try await fixture.tags.count() == 2)
        try await fixture.store.undo()
        #expect(try await fixture.tags.count() == 1, "one step: \(Self.ways[index].name)")
    }

    @Test("one that was deleted is refused, by every way, and nothing changes", arguments: ways.indices)
    func deleted(index: Int) async throws {
        let gone = try await fixture.tags.createOne(.sample("gone"))
        try await fixture.tags.deleteOne(gone.id)
        let original = try await fixture.todos.createOne(.sample("a"))
        var edited = original
        edited.title = "Changed"
        edited.tags = [gone]
        let error = await #expect(throws: TodoError.self, "\(Self.ways[index].name)") {
            try await Self.ways[index].write(fixture.store, edited, original)
        }
        #expect(error?.code == .notFound && error?.effect == .nothingChanged, "\(Self.ways[index].name)")
        #expect(try await fixture.todos.findMany().items == [original])
        #expect(try await fixture.tags.count() == 0)
    }
}
