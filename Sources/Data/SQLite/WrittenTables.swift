package import GRDB

/// Finds the tables that statements write to, also by triggers and foreign keys. SQLite's authorizer reports them to
/// GRDB when it compiles a statement: before it runs, and also for a statement that is only explained.
package final class WrittenTables: TransactionObserver {
    private var names: Set<String> = []

    /// The tables that a statement would write to if it ran.
    package static func of(_ sql: String, in database: Database) throws -> Set<String> {
        try during(database) {
            let statement = try database.makeStatement(sql: "EXPLAIN " + sql)
            try statement.bind(Array(repeating: .null, count: statement.parameterCount))
            try statement.execute()
        }
    }

    /// The tables that were written to while `body` ran.
    package static func during(_ database: Database, _ body: () throws -> Void) throws -> Set<String> {
        let tables = WrittenTables()
        database.add(transactionObserver: tables)
        defer { database.remove(transactionObserver: tables) }
        try body()
        return tables.names
    }

    /// Notes the table of a change; the change itself need not be reported.
    package func observes(eventsOfKind kind: DatabaseEventKind) -> Bool {
        switch kind {
        case .insert(let table), .delete(let table), .update(let table, _): names.insert(table)
        }
        return false
    }

    /// Nothing is observed.
    package func databaseDidChange(with event: DatabaseEvent) {}
    /// Nothing is observed.
    package func databaseDidCommit(_ database: Database) {}
    /// Nothing is observed.
    package func databaseDidRollback(_ database: Database) {}
}
