import GRDB
import SQLite
import TodoDomain

/// How much of the history is kept. What is older goes a little at a time, behind the steps that are written.
public enum HistoryRetention {
    /// For so long everything is kept, in milliseconds: 90 days.
    public static let age: Int64 = 90 * 86_400_000
    /// Beyond so many changed records also younger steps go.
    public static let changes = 1_000_000
    /// So many of a person's newest steps stay in any case, for them to be undone.
    public static let steps = 1000

    /// At each so many steps something is pruned.
    static let interval: Int64 = 64
    /// At each so many steps all changes are counted.
    static let countingInterval: Int64 = 1024
    /// At once no more than so many changes go, but for the rest of one step.
    static let portion = 5000
}

extension WriteTransaction {
    /// Prunes the history when it is time for it.
    func pruneHistory(atStep step: Int64) throws {
        guard step % HistoryRetention.interval == 0 else { return }
        // The steps follow one another in time, but for clocks that were set back.
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

    /// Prunes steps before one, the oldest first, but for those that are still to be undone or to be sent.
    /// - Parameter portion: beyond so many changes it stops.
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
        // Without a remote nothing is ever sent, and nothing waits for it.
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
