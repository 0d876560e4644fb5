import GRDB
public import SQLite
import TodoDomain

// Reads an app's own tables.
extension ReadTransaction {
    /// The rows that meet a condition: `rows(Pomodoro.self, where: "minutes > \(.integer(20)) ORDER BY startedAt")`.
    /// - Parameter condition: the SQL after `WHERE`; an order and a limit may follow the condition.
    /// - Throws: ``TodoError``: `usage` for SQL that SQLite does not accept; a storage error.
    public func rows<Entity: StoredEntity>(
        _ type: Entity.Type, where condition: SQLFragment = "1"
    ) throws -> [Entity] {
        try understanding { try entities(type, where: condition) }
    }

    /// The row with a key; nil if there is none.
    /// - Throws: as ``rows(_:where:)``.
    public func row<Entity: StoredEntity>(_ type: Entity.Type, key: String) throws -> Entity? {
        try rows(type, where: "\(sql: Entity.key) = \(.text(key))").first
    }

    /// The rows that a query finds, each with the values of its columns.
    ///
    /// It may also read TodoKit's own tables, but their columns are not part of the contract: use ``fetch(_:)`` to read
    /// to-dos.
    /// - Parameter query: a `SELECT`, `VALUES` or `WITH … SELECT`.
    /// - Throws: as ``rows(_:where:)``; `usage` also for any other statement.
    public func values(_ query: SQLFragment) throws -> [[StoredValue]] {
        try understanding {
            let statement = try database.bound(query.sql, query.arguments)
            guard ["SELECT", "WITH", "VALUES"].contains(query.verb), statement.isReadonly else {
                throw TodoError(.usage, "Only a query reads values.", effect: .nothingChanged)
            }
            var rows: [[StoredValue]] = []
            try statement.forEachRow { row in rows.append((0..<row.remaining).map { _ in row.value() }) }
            return rows
        }
    }

    /// Runs an app's SQL. If SQLite does not understand it, the error says why.
    package func understanding<T>(_ body: () throws -> T) throws -> T {
        do {
            return try body()
        } catch let error as DatabaseError where [.SQLITE_ERROR, .SQLITE_MISUSE].contains(error.resultCode) {
            throw TodoError(
                .usage, "SQLite does not accept a statement of the app: \(error.message ?? "it is not SQL").",
                effect: .nothingChanged, underlying: error)
        }
    }
}
