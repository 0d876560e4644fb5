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

    init(_ store: TodoStore) async throws {
        async let lists = store.lists.todoCounts()
        tags = try await store.tags.todoCounts()
        self.lists = try await lists
    }
}

extension PageContext {
    /// How many to-dos are in each list and have each tag.
    func counts() async throws -> Counts {
        try await memory.counts.value(for: .all, at: history) { [store] in try await Counts(store) }
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
