package import GRDB
import SQLite

extension AppSchema {
    /// Removes every trigger and view from a database that another person may have made, before anything is written to
    /// it: a trigger would run with the first write. Triggers and views of an app, which refer only to its own tables,
    /// are made again.
    ///
    /// They are found by their statements, which SQLite uses too: the other columns of its catalogue may have any
    /// content.
    /// - Parameter connection: the only connection to the database, outside a transaction.
    package static func removeForeignCode(from connection: Database) throws {
        let stored = try Row.fetchAll(
            connection, sql: "SELECT rowid, sql FROM sqlite_master WHERE sql IS NOT NULL"
        ).map { row in (id: row["rowid"] as Int64, sql: row["sql"] as String? ?? "") }
        let code = stored.filter { row in !storage.contains { SchemaObjects.normalized(row.sql).hasPrefix($0) } }
        guard !code.isEmpty else { return }
        // Only the row has to go, because neither has pages. DROP would rely on its other columns.
        try connection.execute(sql: "PRAGMA writable_schema = ON")
        do {
            defer { connection.putBack("PRAGMA writable_schema = RESET") }
            for row in code {
                try connection.execute(sql: "DELETE FROM sqlite_master WHERE rowid = ?", arguments: [row.id])
            }
        }
        for kind in ["create view", "create trigger"] {
            for row in code where SchemaObjects.normalized(row.sql).hasPrefix(kind) {
                try remake(row.sql, in: connection)
            }
        }
    }

    /// The beginnings of statements of tables and indexes. A quoted name may follow without a space.
    private static let storage = ["create table", "create virtual table", "create index", "create unique index"]

    /// Makes an object again if a step of an app may make one like it.
    private static func remake(_ sql: String, in connection: Database) throws {
        try connection.inTransaction {
            do {
                let before = try Surroundings(connection)
                // A single statement: several are refused.
                try connection.makeStatement(sql: sql).execute()
                let fault = try Surroundings(connection).fault(since: before, sparing: nil, in: connection)
                return fault == nil ? .commit : .rollback
            } catch let error as DatabaseError where !error.isWithoutRoom && !error.isDamage {
                return .rollback
            }
        }
    }
}
