import GRDB
import SQLite
import TodoDomain
import TodoLocal

extension Check<ExaminedDatabase> {
    /// Whether recently viewed to-dos still exist, and the lists are within their limit.
    static var recents: Check {
        Check("recents") { subject in
            try subject.read { database in
                Finding.counted(
                    "stale-recents", try stale.reduce(0) { $0 + (try ExaminedDatabase.count($1.rows, in: database)) },
                    severity: .note
                ) { "Some of the last searches and last viewed to-dos are out of date (\($0))." }
            }
        } repair: { subject in
            try subject.write { database in
                for (table, rows) in stale { try database.execute(sql: "DELETE FROM \(table) WHERE id IN (\(rows))") }
            }
        }
    }

    private static var stale: [(table: String, rows: String)] {
        let tables = [RecentEntity<Search>.table, RecentEntity<Todo>.table]
        let excess = tables.map { table in
            (table, "SELECT id FROM (SELECT id FROM \(table) ORDER BY at DESC, id LIMIT -1 OFFSET \(RecentsDAO.limit))")
        }
        let gone = "SELECT id FROM \(tables[1]) WHERE id NOT IN (SELECT id FROM todo)"
        return [(tables[1], gone)] + excess
    }
}
