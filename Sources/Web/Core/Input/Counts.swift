import Basics
import TodoKit

/// Which to-dos a query finds.
typealias TodoPredicate = Query<Todo>.Predicate

/// How many to-dos are in each list and have each tag.
struct Counts: Sendable {
    /// There is one answer for all.
    enum Key: Hashable, Sendable {
        case all
    }

    let lists: [TodoList.ID: TodoCount]
    let tags: [Tag.ID: TodoCount]
    /// The newest position of the history before they were counted.
    let history: Int64

    init(_ store: TodoStore, at history: Int64) async throws {
        self.history = history
        async let lists = store.lists.todoCounts()
        tags = try await store.tags.todoCounts()
        self.lists = try await lists
    }
}

/// What pages show beside them, and suggest in their fields.
struct Named: Sendable {
    /// The lists that are not archived, in the order of their tree.
    let lists: [TodoList]
    let tags: [Tag]
    let views: [SavedView]
    /// The newest position of the history before they were read.
    let history: Int64

    init(_ store: TodoStore, at history: Int64) async throws {
        self.history = history
        lists = TodoList.inTreeOrder(
            try await store.lists.fetch(.all.unarchived.ascending(\.manual), source: .local).items)
        tags = try await store.tags.fetch(.all.ascending(\.title), source: .local).items
        views = try await store.views.fetch(.all.ascending(\.name), source: .local).items
    }
}

extension PageContext {
    /// The lists, tags and views. Unlike the counts they are read soon, so that a page never shows the previous ones.
    func named() async throws -> Named {
        if let named = memory.named.withLock({ $0 }), named.history == history { return named }
        let named = try await Named(store, at: history)
        memory.named.withLock { $0 = named }
        return named
    }

    /// How many to-dos are in each list and have each tag.
    func counts() async throws -> Counts {
        try await memory.counts.value(for: .all, at: history) { [store, history] in
            try await Counts(store, at: history)
        }
    }

    /// The next steps that can be undone and redone.
    func undo() async throws -> UndoAvailability {
        try await memory.undo.value(for: .all, at: history) { [store] in try await store.undoAvailability() }
    }

    /// How many to-dos a query finds.
    func total(_ query: Query<Todo>) async throws -> Int {
        try await memory.totals.value(for: query.predicate, at: history) { [store] in try await store.todos.count(query)
        }
    }
}
