public import Foundation
import TodoLocal
import TodoRepositories

// Undo and redo in steps. A step contains the changes of one action of a person on this device, including bulk edits and
// whole imports. It can be undone even after it was synced. An undo is itself a step of the history, made of new edits.
extension TodoStore {
    /// Undoes the last steps that are not undone yet, all or none. If there are fewer steps, it undoes all of them.
    ///
    /// Only the fields that a step wrote are written back. If something that is not being undone, such as another device,
    /// has changed a field since, the whole undo is refused. With `isForced`, that field stays as it is, and the rest is
    /// undone. A tag or a location that a step created stays if other records use it by now.
    /// - Throws: `nothing-to-undo`; `undo-conflict`, with ``UndoConflicts`` underneath.
    @discardableResult
    public func undo(_ steps: Int = 1, isForced: Bool = false) async throws -> UndoReport {
        try await takeBack(steps, "undone") { try await historyDAO.undo(steps, isForced: isForced) }
    }

    /// Redoes the last undone steps, unless something new was done since, all or none.
    /// - Throws: as ``undo(_:isForced:)``.
    @discardableResult
    public func redo(_ steps: Int = 1, isForced: Bool = false) async throws -> UndoReport {
        try await takeBack(steps, "redone") { try await historyDAO.redo(steps, isForced: isForced) }
    }

    /// Undoes all steps of a client since a time, as one step, which one redo reverts. Fields that anything else has changed
    /// afterwards stay, and are in ``UndoReport/left``.
    /// - Parameters:
    ///   - name: the beginning of the client's name, ignoring case.
    ///   - conversation: only steps of this conversation; nil for all.
    ///   - date: the beginning of the time.
    ///   - isTrial: whether to write nothing. The report then shows what would happen.
    /// - Throws: `nothing-to-undo`.
    @discardableResult
    public func undo(
        by name: String, in conversation: String? = nil, since date: Date, isTrial: Bool = false
    ) async throws -> UndoReport {
        try await historyDAO.undo(since: date, isKept: !isTrial) { client in
            client.isCalled(name) && (conversation == nil || client.conversation == conversation)
        }
    }

    /// The steps that can be undone, the next one first.
    public func undoableSteps(limit: Int = 20) async throws -> [HistoryTransaction] {
        try await historyDAO.undoable(limit: limit)
    }

    /// The undone steps that can be redone, the next one first.
    public func redoableSteps(limit: Int = 20) async throws -> [HistoryTransaction] {
        try await historyDAO.redoable(limit: limit)
    }

    private func takeBack(
        _ steps: Int, _ participle: String, _ body: () async throws -> UndoReport
    ) async throws -> UndoReport {
        guard steps > 0 else { throw TodoError(.usage, "At least one step is undone or redone.") }
        do { return try await body() } catch let error as TodoError {
            guard let conflicts = (error.underlying as? UndoConflicts)?.conflicts, let first = conflicts.first else {
                throw error
            }
            let text = try await historyText(naming: [first.key])
            let more = conflicts.count > 1 ? ", and \(conflicts.count - 1) more" : ""
            throw error.with(reason: "Nothing was \(participle): \(text.conflict(first))\(more).")
        }
    }
}
