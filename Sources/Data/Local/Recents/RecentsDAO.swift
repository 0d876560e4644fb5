public import TodoDomain

/// The last searches and the last viewed to-dos: at most 50 of each, on this device alone.
///
/// To note one never makes anybody wait for the disk: the write happens behind the caller's back, and what a crash
/// takes of it is not missed.
public final class RecentsDAO: Sendable {
    /// How many of each are kept.
    public static let limit = 50

    /// The texts that were searched for, the latest first.
    public let searches: ObjectStore<RecentMapping<Search>>
    /// The to-dos that were looked at, the latest first.
    public let todos: ObjectStore<RecentMapping<Todo>>
    private let stack: LocalStack

    /// The recent things of a stack.
    public init(_ stack: LocalStack) {
        self.stack = stack
        searches = stack.store(for: RecentMapping(), limit: Self.limit)
        todos = stack.store(for: RecentMapping(), limit: Self.limit)
    }

    /// Notes that a text was searched for.
    /// - Returns: the task that writes it, for who wants to know when it is done.
    @discardableResult
    public func noteSearch(_ text: String) -> Task<Void, Never> {
        let text = text.trimmed
        guard !text.isEmpty else { return Task {} }
        return note(RecentSearch(id: text, at: stack.environment.now()), in: searches)
    }

    /// Notes that a to-do was looked at.
    /// - Returns: the task that writes it, for who wants to know when it is done.
    @discardableResult
    public func noteView(of id: Todo.ID) -> Task<Void, Never> {
        note(RecentTodo(id: id.rawValue, at: stack.environment.now()), in: todos)
    }

    private func note<S>(_ recent: Recent<S>, in store: ObjectStore<RecentMapping<S>>) -> Task<Void, Never> {
        Task {
            // A memory aid: if it cannot be written (a read-only or a busy file) it is done without.
            try? await stack.writeWithoutWaiting { transaction in
                _ = try store.mapping.upsert(recent, in: transaction)
                try store.dropOldest(keeping: [recent.id], in: transaction)
            }
        }
    }
}
