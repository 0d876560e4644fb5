import TodoDomain
public import TodoLocal

// Transactions of an app, which cover its own tables and the store's models.
extension TodoStore {
    /// Reads in one transaction, which sees a single state of everything.
    /// ```swift
    /// let (open, minutes) = try await store.read { transaction in
    ///     (try transaction.count(Query<Todo>.all.open), try transaction.values("SELECT sum(minutes) FROM app_pomodoro"))
    /// }
    /// ```
    /// - Throws: ``TodoError``, or the error of `body`.
    public func read<T: Sendable>(_ body: @Sendable (ReadTransaction) throws -> T) async throws -> T {
        try await stack.read(body)
    }

    /// Writes in one transaction, all or nothing. The changes are on disk when it returns. Changes of records are one step
    /// of the history, which one undo reverts. Rows of the app's own tables are not in the history. Values that are derived
    /// from several records are updated when `body` has returned, such as effective lists, blocked to-dos and the dates of
    /// repeating to-dos.
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
    ///   - body: the writes. If it throws, nothing is written. It should rethrow the errors of its calls. If it catches an
    ///     error, the earlier writes of the failed call stay.
    /// - Throws: ``TodoError``: `usage` for an invalid action; or the error of `body`.
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
