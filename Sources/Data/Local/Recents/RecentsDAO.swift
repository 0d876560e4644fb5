public import TodoDomain

/// Recent searches and recently viewed to-dos: at most 50 of each, on this device only.
///
/// Noting an action never waits for the disk. It is written in the background; losing one in a crash does not matter.
public final class RecentsDAO: Sendable {
    /// The maximum number of each.
    public static let limit = 50

    /// Recent searches, newest first.
    public let searches: ObjectStore<RecentMapping<Search>>
    /// Recently viewed to-dos, newest first.
    public let todos: ObjectStore<RecentMapping<Todo>>
    private let stack: LocalStack

    /// The recent items of a stack.
    public init(_ stack: LocalStack) {
        self.stack = stack
        searches = stack.store(for: RecentMapping(), limit: Self.limit)
        todos = stack.store(for: RecentMapping(), limit: Self.limit)
    }

    /// Notes a search.
    /// - Returns: the task that writes it, for callers who want to wait for it.
    @discardableResult
    public func noteSearch(_ text: String) -> Task<Void, Never> {
        let text = text.trimmed
        guard !text.isEmpty else { return Task {} }
        return note(RecentSearch(id: text, at: stack.environment.now()), in: searches)
    }

    /// Notes that a to-do was viewed.
    /// - Returns: the task that writes it, for callers who want to wait for it.
    @discardableResult
    public func noteView(of id: Todo.ID) -> Task<Void, Never> {
        note(RecentTodo(id: id.rawValue, at: stack.environment.now()), in: todos)
    }

    private func note<S>(_ recent: Recent<S>, in store: ObjectStore<RecentMapping<S>>) -> Task<Void, Never> {
        Task {
            // If it cannot be written, to a read-only or busy file, it is skipped: it is only a convenience.
            try? await stack.writeWithoutWaiting { transaction in
                _ = try store.mapping.upsert(recent, in: transaction)
                try store.dropOldest(keeping: [recent.id], in: transaction)
            }
        }
    }
}
