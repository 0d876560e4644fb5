import GRDB
import SQLite
import TodoDomain
import TodoLocal

extension Check<ExaminedDatabase> {
    /// Whether SQLite finds all pages, rows and indexes intact.
    static var integrity: Check {
        Check("integrity") { subject in
            let faults = try subject.read { try String.fetchAll($0, sql: "PRAGMA integrity_check(100)") }
            guard faults != ["ok"] else { return [] }
            let onlyIndexes = faults.allSatisfy { $0.contains("missing from index") || $0.contains("entries in index") }
            guard !onlyIndexes else {
                return [Finding("damaged-index", "Some indexes do not match their tables (\(faults.count) faults).")]
            }
            let count =
                faults.count == 1 ? "a fault" : "\(faults.count == 100 ? "100 or more" : "\(faults.count)") faults"
            var finding = Finding.damaged("its pages have \(count)")
            finding.remedies = [.salvage]
            return [finding]
        } repair: { subject in
            // Indexes can be rebuilt from the tables. Other damage cannot be repaired here.
            do {
                try subject.write { try $0.execute(sql: "REINDEX") }
            } catch let error as DatabaseError where error.isDamage || error.resultCode == .SQLITE_CONSTRAINT {}
        }
    }

    /// Whether readers can work during a write.
    static var journalMode: Check {
        Check("journal-mode") { subject in
            let mode = try String.fetchOne(subject.connection, sql: "PRAGMA journal_mode")
            guard mode != "wal", subject.isWritable else { return [] }
            return [
                Finding(
                    "no-write-ahead-log", "The database has no write-ahead log, so readers wait for each write.")
            ]
        } repair: { subject in
            _ = try String.fetchOne(subject.connection, sql: "PRAGMA journal_mode = WAL")
        }
    }

    /// Whether all foreign keys refer to existing rows.
    static var foreignKeys: Check {
        Check("foreign-keys") { subject in
            let count = try subject.read { try Row.fetchAll($0, sql: "PRAGMA foreign_key_check").count }
            return Finding.counted("orphaned-rows", count) { "Some rows belong to missing rows (\($0))." }
        } repair: { subject in
            try subject.write { try ForeignKeys.deleteOrphans(in: $0) }
        }
    }
}

/// The foreign keys between tables, from the schema.
enum ForeignKeys {
    /// Deletes rows with dangling references. Only derived rows and details of other rows have such references.
    static func deleteOrphans(in database: Database) throws {
        let keys = try Row.fetchAll(
            database,
            sql: """
                SELECT tables.name, keys."from", keys."table", keys."to"
                FROM sqlite_master AS tables, pragma_foreign_key_list(tables.name) AS keys WHERE tables.type = 'table'
                """)
        for row in keys {
            let (child, column, parent, key): (String, String, String, String) = (
                try row.value(at: 0), try row.value(at: 1), try row.value(at: 2), try row.value(at: 3)
            )
            try database.execute(
                sql: """
                    DELETE FROM "\(child)" WHERE "\(column)" IS NOT NULL
                    AND NOT EXISTS (SELECT 1 FROM "\(parent)" AS parent WHERE parent."\(key)" = "\(child)"."\(column)")
                    """)
        }
    }
}
