import TodoLocal
import TodoRepositories

// The way back and forth, a step at a time: what one action of a person changed here, bulk edits and whole imports
// among them, also after it was synced. An undo is itself a step of the history, made of new edits.
extension TodoStore {
    /// Takes back the last steps that are not yet undone: all of them or none; fewer where there are not so many.
    ///
    /// Only what a step wrote is written back. A field that has been changed since by something that is not being
    /// undone, such as another device, refuses the whole; with `isForced` it is left as it is, and the rest is undone.
    /// A tag or a place that a step made and that others have come to bear stays.
    /// - Throws: `nothing-to-undo`; `undo-conflict`, with ``UndoConflicts`` underneath.
    @discardableResult
    public func undo(_ steps: Int = 1, isForced: Bool = false) async throws -> UndoReport {
        try await takeBack(steps) { try await historyDAO.undo(steps, isForced: isForced) }
    }

    /// Takes back the last undos, until something new was done: all of them or none.
    /// - Throws: as ``undo(_:isForced:)``.
    @discardableResult
    public func redo(_ steps: Int = 1, isForced: Bool = false) async throws -> UndoReport {
        try await takeBack(steps) { try await historyDAO.redo(steps, isForced: isForced) }
    }

    /// The steps that can be undone, the next one first.
    public func undoableSteps(limit: Int = 20) async throws -> [HistoryTransaction] {
        try await historyDAO.undoable(limit: limit)
    }

    /// The undone steps that can be redone, the next one first.
    public func redoableSteps(limit: Int = 20) async throws -> [HistoryTransaction] {
        try await historyDAO.redoable(limit: limit)
    }

    private func takeBack(_ steps: Int, _ body: () async throws -> UndoReport) async throws -> UndoReport {
        guard steps > 0 else { throw TodoError(.usage, "At least one step is undone or redone.") }
        return try await body()
    }
}
