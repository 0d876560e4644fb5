import TodoDomain
public import TodoLocal

// Transactions of the app's own: its tables and the store's models at once.
extension TodoStore {
    /// Reads in one transaction, which sees a single state of everything.
    /// ```swift
    /// let (open, minutes) = try await store.read { transaction in
    ///     (try transaction.count(Query<Todo>.all.open), try transaction.values("SELECT sum(minutes) FROM app_pomodoro"))
    /// }
    /// ```
    /// - Throws: ``TodoError``, or what `body` throws.
    public func read<T: Sendable>(_ body: @Sendable (ReadTransaction) throws -> T) async throws -> T {
        try await stack.read(body)
    }

    /// Writes in one transaction: all of it or nothing, on disk when it returns. What it writes to records is one step of the
    /// history, which one undo takes back; rows of the app's own tables are in no history. What is derived from several
    /// records, such as effective lists, what is blocked and the dates of what repeats, is brought up to date when `body` has
    /// returned.
    /// ```swift
    /// try await store.write("focus") { transaction in
    ///     try transaction.upsert(PomodoroRow(todo: todo.id, minutes: 25))
    ///     var started = todo
    ///     started.startedAt = transaction.date
    ///     try transaction.update(started, from: todo)
    /// }
    /// ```
    /// - Parameters:
    ///   - action: the name of the step in the history, such as `focus`: one line of at most 64 bytes.
    ///   - body: what it does. If it throws, nothing is written. What its calls throw is to be thrown on: where an error is
    ///     caught, what that call had written before it stays.
    /// - Throws: ``TodoError``: `usage` for an action that is not such a name; or what `body` throws.
    @discardableResult
    public func write<T: Sendable>(
        _ action: String, _ body: @Sendable (WriteTransaction) throws -> T
    ) async throws -> T {
        guard 1...64 ~= action.utf8.count, action == action.trimmed, action != HistoryTransaction.restoreAction,
            !action.unicodeScalars.contains(where: \.isControl)
        else { throw TodoError(.usage, "The name of a step is one line of 1 to 64 bytes.", effect: .nothingChanged) }
        return try await stack.write(action, body)
    }
}
