import GRDB
import SQLite
import TodoDomain

/// The limits of the history. Older steps are pruned a little at a time, as new ones are written.
public enum HistoryRetention {
    /// How long everything is kept, in milliseconds: 90 days.
    package static let age: Int64 = 90 * 86_400_000
    /// The number of changed records beyond which even younger steps are pruned.
    public static let changes = 1_000_000
    /// The number of a person's newest steps that are always kept, so that they can be undone.
    public static let steps = 1000

    /// The number of steps between prunings.
    static let interval: Int64 = 64
    /// The number of steps between counts of all changes.
    static let countingInterval: Int64 = 1024
    /// The number of changes after which a pruning stops. Steps are only removed whole.
    static let portion = 5000
}

extension WriteTransaction {
    /// Writes the transaction's remaining state, and prunes the history if it is time to.
    func complete() throws {
        try finish()
        if let historyStep { try pruneHistory(atStep: historyStep) }
    }

    private func pruneHistory(atStep step: Int64) throws {
        guard step % HistoryRetention.interval == 0 else { return }
        // Steps are in order of time, except after clocks were set back.
        let firstYoung = try reading.integer(
            """
            SELECT ifnull((SELECT id FROM historyTransaction WHERE at >= \(.integer(now - HistoryRetention.age)) \
            ORDER BY id LIMIT 1), \(.integer(step)))
            """)
        var firstKept = firstYoung
        if step % HistoryRetention.countingInterval == 0 {
            let beyond = try reading.integer(
                """
                SELECT transactionID FROM historyChange ORDER BY transactionID DESC, ordinal DESC \
                LIMIT 1 OFFSET \(.integer(Int64(HistoryRetention.changes)))
                """)
            firstKept = max(firstKept, beyond + 1)
        }
        try pruneHistory(before: firstKept, portion: HistoryRetention.portion)
    }

    /// Prunes steps before a given one, oldest first. Steps that can still be undone, or have yet to be sent, stay.
    /// - Parameter portion: the number of changes after which to stop.
    package func pruneHistory(
        before end: Int64, portion: Int, sparing steps: Int = HistoryRetention.steps
    ) throws {
        let firstUndoable = try reading.integer(
            """
            SELECT id FROM historyTransaction WHERE author <> 'sync' AND groupID IS NULL ORDER BY id DESC \
            LIMIT 1 OFFSET \(.integer(Int64(steps - 1)))
            """)
        let unsent = RecordKind.allCases.map { kind -> SQLFragment in
            """
            EXISTS (SELECT 1 FROM historyChange JOIN \(sql: kind.table) ON rowID = recordID AND isDirty = 1 \
            WHERE transactionID = step.id AND kind = \(.text(kind.rawValue)))
            """
        }
        // Without a remote nothing is ever sent, so nothing has to wait.
        let candidates = try reading.steps(
            where: """
                id < \(.integer(end)) AND (author = 'sync' OR id < \(.integer(firstUndoable))) \
                AND NOT (EXISTS (SELECT 1 FROM remote) AND (\(.joined(unsent, by: "OR", empty: "0"))))
                """, suffix: "ORDER BY id LIMIT 100")
        var pruned = 0
        for step in candidates where pruned < portion {
            try execute("DELETE FROM historyChange WHERE transactionID = \(.integer(step.id))")
            pruned += database.changesCount
            try execute("DELETE FROM historyTransaction WHERE id = \(.integer(step.id))")
            try execute(
                """
                UPDATE historyHorizon SET prunedID = max(prunedID, \(.integer(step.id))), \
                prunedAt = max(prunedAt, \(.integer(step.at)))
                """)
        }
    }
}
