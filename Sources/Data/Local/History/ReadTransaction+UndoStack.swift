import Foundation
import SQLite
import TodoDomain

// The undo stack is derived from the history, so every process sees the same one. A step is on it unless another step
// has reverted it. An undo that has not been reverted can be redone until a person does something else. An undo or a
// redo may have changed nothing, because everything in its step was changed since. Then it cannot be reverted either.
extension ReadTransaction {
    /// The steps that can be undone, next one first: a person's steps here, done or redone, since a backup was
    /// restored.
    /// - Parameter isForced: whether to include steps before the restore.
    func undoableSteps(limit: Int, isForced: Bool = false) throws -> [StepRow] {
        let steps = try stepsBack(limit: limit, passing: isForced ? HistoryTransaction.restoreAction : "")
        return Array(steps.prefix { $0.action != HistoryTransaction.restoreAction })
    }

    /// The steps since a time that can be undone and were done on behalf of some clients, and those of syncs with what the clients
    /// wrote on other devices, newest first.
    /// - Parameter devices: the ids with which the clients write.
    func undoableSteps(
        since date: Date, from devices: Set<DeviceID>, _ isMeant: (HistoryClient) -> Bool
    ) throws -> [StepRow] {
        let restore = HistoryTransaction.restoreAction
        let isRecent: SQLFragment = "at >= \(.integer(date.milliseconds))"
        let own = try stepsBack(
            limit: -1, passing: "",
            where: "\(isRecent) AND (process LIKE '%/%/%' OR action = \(.text(restore)))")
        // Another device's clock may have been ahead when it wrote.
        let earliest = date.milliseconds.addingClamped(-HybridLogicalClock.tolerance)
        let arrived = try steps(
            where: "at >= \(.integer(earliest)) AND \(arrived(from: devices))", suffix: "ORDER BY id DESC")
        return (own + arrived).sorted { $0.id > $1.id }.prefix { $0.action != restore }
            .filter { $0.author == .sync || $0.client.map(isMeant) ?? false }
    }

    /// The restore of a backup, if nothing was done since.
    func restoreToUndo() throws -> StepRow? {
        try stepsBack(limit: 1, passing: "").first { $0.action == HistoryTransaction.restoreAction }
    }

    private func stepsBack(
        limit: Int, passing action: String, where condition: SQLFragment = "TRUE"
    ) throws -> [StepRow] {
        try steps(
            where: """
                author <> 'sync' AND groupID IS NULL \
                AND (undoes IS NULL OR action = \(.text(UndoVerb.redo.action)) AND \(sql: Self.hasChanges)) \
                AND action <> \(.text(action)) AND \(condition) \
                AND NOT EXISTS (SELECT 1 FROM historyTransaction WHERE undoes = step.id)
                """, suffix: "ORDER BY id DESC LIMIT \(limit)")
    }

    /// The undone steps that can be redone, next one first: the undos since a person last did something new.
    func redoableSteps(limit: Int) throws -> [StepRow] {
        let newest = try integer(
            "SELECT id FROM historyTransaction WHERE author <> 'sync' AND undoes IS NULL ORDER BY id DESC LIMIT 1")
        return try steps(
            where: """
                id > \(.integer(newest)) AND groupID IS NULL AND undoes IS NOT NULL AND action = \(.text(UndoVerb.undo.action)) \
                AND \(sql: Self.hasChanges) AND NOT EXISTS (SELECT 1 FROM historyTransaction WHERE undoes = step.id)
                """, suffix: "ORDER BY id DESC LIMIT \(limit)")
    }

    /// Whether a step changed anything, including the steps in its group.
    private static let hasChanges = """
        (EXISTS (SELECT 1 FROM historyChange WHERE transactionID = step.id) \
        OR EXISTS (SELECT 1 FROM historyTransaction AS part JOIN historyChange ON transactionID = part.id \
        WHERE part.groupID = step.id))
        """

    /// The steps that are undone together with a step, newest first, ending with the step itself.
    func members(of step: StepRow) throws -> [StepRow] {
        try steps(where: "groupID = \(.integer(step.id))", suffix: "ORDER BY id DESC") + [step]
    }

    /// Summaries of the other steps that the undo `undo` reverted, besides the step that it names; the last first.
    func stepsUndone(with undo: StepRow) throws -> [HistoryTransaction] {
        guard undo.undoes != nil else { return [] }
        return try members(of: undo).reversed().dropFirst().map(summary)
    }

    /// A summary of a step and the steps in its group; for an undo or a redo, of the original step.
    func summary(of step: StepRow) throws -> HistoryTransaction {
        var origin = step
        while let earlier = origin.undoes,
            let found = try steps(where: "id = \(.integer(earlier))", suffix: "").first
        {
            origin = found
        }
        var summary = try transaction(origin, detail: HistoryDAO.summaryDetail)
        summary.count(
            try recordCounts(
                where: """
                    transactionID = \(.integer(origin.id)) \
                    OR transactionID IN (SELECT id FROM historyTransaction WHERE groupID = \(.integer(origin.id)))
                    """, in: origin))
        return summary
    }
}

/// The two directions.
enum UndoVerb {
    case undo, redo

    /// The name of the step in the history.
    var action: String { self == .undo ? "undo" : "redo" }
    /// The past participle for the reverted step.
    var participle: String { self == .undo ? "undone" : "redone" }
}
