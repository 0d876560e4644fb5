public import TodoDomain

// What is observed is asked on a connection of its own, once for all who observe the same, and again only after a write
// that may have changed it: by this process or by another one that writes to the same file. Changes that come quickly
// after one another may be shown as one; no answer is shown twice in a row. An observation ends with the task that
// reads it, and with an error when the stack is closed.
extension ObjectStore {
    /// The answer to a query at once, and again whenever it has changed.
    public func observe(_ query: Query<M.Model>) -> AsyncThrowingStream<Page<M.Model>, any Error> {
        stack.observers.answers(to: .init(query, isCount: false, of: self)) {
            LiveQuery(page: query, of: self)
        }.withoutRepetitions()
    }

    /// The answer to a query at once, and again whenever it has changed, each with what became of the list before.
    public func observeChanges(_ query: Query<M.Model>) -> AsyncThrowingStream<PageChange<M.Model>, any Error> {
        observe(query).differences()
    }

    /// How many models a query asks for, at once and again whenever that has changed; its window does not matter.
    public func observeCount(_ query: Query<M.Model> = .all) -> AsyncThrowingStream<Int, any Error> {
        stack.observers.answers(to: .init(query, isCount: true, of: self)) {
            LiveQuery(count: query, of: self)
        }.withoutRepetitions()
    }
}
