import SQLite
import TodoDomain

// What can be undone and redone follows from the history itself, so that every process sees the same stack: each step
// that nothing takes back is on it, and an undo that nothing takes back waits to be redone until a person does
// something else.
extension ReadTransaction {
    /// The steps that can be undone, the next one first: what a person did or redid here since a backup was restored.
    /// - Parameter isForced: whether what was done before that is among them.
    func undoableSteps(limit: Int, isForced: Bool = false) throws -> [StepRow] {
        let steps = try stepsBack(limit: limit, passing: isForced ? HistoryTransaction.restoreAction : "")
        return Array(steps.prefix { $0.action != HistoryTransaction.restoreAction })
    }

    /// The restore of a backup that nothing was done after; nil if something was.
    func restoreToUndo() throws -> StepRow? {
        try stepsBack(limit: 1, passing: "").first { $0.action == HistoryTransaction.restoreAction }
    }

    private func stepsBack(limit: Int, passing action: String) throws -> [StepRow] {
        try steps(
            where: """
                author <> 'sync' AND groupID IS NULL AND (undoes IS NULL OR action = \(.text(UndoVerb.redo.action))) \
                AND action <> \(.text(action)) \
                AND NOT EXISTS (SELECT 1 FROM historyTransaction WHERE undoes = step.id)
                """, suffix: "ORDER BY id DESC LIMIT \(limit)")
    }

    /// The undone steps that can be redone, the next one first: the undos since a person last did something new.
    func redoableSteps(limit: Int) throws -> [StepRow] {
        let newest = try integer(
            "SELECT id FROM historyTransaction WHERE author <> 'sync' AND undoes IS NULL ORDER BY id DESC LIMIT 1")
        return try steps(
            where: """
                id > \(.integer(newest)) AND undoes IS NOT NULL AND action = \(.text(UndoVerb.undo.action)) \
                AND NOT EXISTS (SELECT 1 FROM historyTransaction WHERE undoes = step.id)
                """, suffix: "ORDER BY id DESC LIMIT \(limit)")
    }

    /// The steps that are taken back together with one, the newest first, itself at the end.
    func members(of step: StepRow) throws -> [StepRow] {
        try steps(where: "groupID = \(.integer(step.id))", suffix: "ORDER BY id DESC") + [step]
    }

    /// What a step is about, in short, with all that belongs to it: of an undo or a redo, what was first done.
    func summary(of step: StepRow) throws -> HistoryTransaction {
        var origin = step
        while let earlier = origin.undoes,
            let found = try steps(where: "id = \(.integer(earlier))", suffix: "").first
        {
            origin = found
        }
        var summary = try transaction(origin, detail: HistoryDAO.summaryDetail)
        summary.recordCount = Int(
            try integer(
                """
                SELECT count(*) FROM historyChange WHERE transactionID = \(.integer(origin.id)) \
                OR transactionID IN (SELECT id FROM historyTransaction WHERE groupID = \(.integer(origin.id)))
                """))
        return summary
    }
}

/// The two directions of taking back.
enum UndoVerb {
    case undo, redo

    /// What the step is called in the history.
    var action: String { self == .undo ? "undo" : "redo" }
    /// What has then happened to the step that was taken back.
    var participle: String { self == .undo ? "undone" : "redone" }
}
