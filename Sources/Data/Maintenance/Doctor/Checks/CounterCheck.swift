import GRDB
import SQLite
import TodoLocal

extension Check<ExaminedDatabase> {
    /// Whether the stored numbers of open and done to-dos are correct.
    static var counters: Check {
        Check("counters") { subject in
            try subject.read { database in
                let kept = try Row.fetchOne(database, sql: "SELECT 1, open, done FROM todoCount")
                let counted = try Row.fetchOne(database, sql: "SELECT 1, \(count)")
                return kept == counted ? [] : [Finding("wrong-counters", "The stored numbers of to-dos are wrong.")]
            }
        } repair: { subject in
            try subject.write { try $0.execute(sql: "INSERT OR REPLACE INTO todoCount SELECT 1, \(count)") }
        }
    }

    private static var count: String {
        """
        count(*) FILTER (WHERE completedAt IS NULL) AS open, count(completedAt) AS done FROM todo WHERE isDeleted = 0
        """
    }
}
