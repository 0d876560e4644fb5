import GRDB
import SQLite
import TodoDomain
import TodoLocal

extension Check<ExaminedDatabase> {
    /// Whether each change in the history can be read and belongs to an existing record.
    static var history: Check {
        Check("history") { subject in
            try subject.read { database in
                try Finding.counted("dangling-history", ExaminedDatabase.count(dangling, in: database)) {
                    "Some changes in the history belong to missing records (\($0))."
                }
                    + Finding.counted("unreadable-history", ReadTransaction(database).damagedChanges().count) {
                        "Some changes in the history cannot be read (\($0))."
                    }
            }
        } repair: { subject in
            try subject.write { database in
                try database.execute(
                    sql: "DELETE FROM historyChange WHERE (transactionID, ordinal) IN (\(dangling))")
                for change in try ReadTransaction(database).damagedChanges() {
                    try database.run(
                        "DELETE FROM historyChange WHERE transactionID = ? AND ordinal = ?",
                        [.integer(change.step), .integer(change.ordinal)])
                }
            }
        }
    }

    private static var dangling: String {
        let records = RecordKind.allCases.map { kind in
            "kind = '\(kind.rawValue)' AND EXISTS (SELECT 1 FROM \(kind.table) WHERE rowID = recordID)"
        }
        let known = records.joined(separator: " OR ")
        return "SELECT transactionID, ordinal FROM historyChange WHERE NOT (\(known))"
    }
}
