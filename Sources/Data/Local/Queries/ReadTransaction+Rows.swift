import GRDB
public import SQLite
import TodoDomain

// What an app reads of its own tables.
extension ReadTransaction {
    /// The rows that meet a condition: `rows(Pomodoro.self, where: "minutes > \(.integer(20)) ORDER BY startedAt")`.
    /// - Parameter condition: what stands after `WHERE`; an order and a limit may follow it.
    /// - Throws: ``TodoError``: `usage` for SQL that SQLite does not take; a storage error.
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

    /// What a query finds, row by row, each with the values of its columns.
    ///
    /// It may read TodoKit's own tables too, but what columns these have is no promise: to read to-dos, use
    /// ``fetch(_:)``.
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

    /// Runs an app's SQL, and says what SQLite does not understand of it.
    package func understanding<T>(_ body: () throws -> T) throws -> T {
        do {
            return try body()
        } catch let error as DatabaseError where [.SQLITE_ERROR, .SQLITE_MISUSE].contains(error.resultCode) {
            throw TodoError(
                .usage, "SQLite does not take a statement of the app: \(error.message ?? "it is not SQL").",
                effect: .nothingChanged, underlying: error)
        }
    }
}
