import GRDB
public import SQLite
import TodoDomain

// Writes to the own tables of an app. They are in no step of the history and are not synced; records are.
extension WriteTransaction {
    /// Adds a row, or replaces the row with its key.
    /// - Throws: ``TodoError``: `foreign-table` for a table that is not the app's; `usage` for an unknown table or
    ///   column; a storage error, such as a violated constraint.
    public func upsert<Entity: StoredEntity>(_ row: Entity) throws {
        let sql = replacement(of: Entity.self)
        try checkTables(of: sql)
        try put(row)
    }

    /// Deletes the rows with these keys.
    /// - Throws: as ``upsert(_:)``; `not-found` if one is missing.
    public func delete<Entity: StoredEntity>(_ type: Entity.Type, keys: [String]) throws {
        try checkTables(of: "DELETE FROM \(Entity.table) WHERE \(Entity.key) = ?")
        try remove(type, keys: keys)
    }

    /// Deletes the rows that meet a condition; returns how many.
    /// - Throws: as ``upsert(_:)``.
    @discardableResult
    public func delete<Entity: StoredEntity>(_ type: Entity.Type, where condition: SQLFragment) throws -> Int {
        try execute(sql: "DELETE FROM \(sql: Entity.table) WHERE \(condition)")
    }

    /// Runs a statement on tables of the app; returns how many rows it has changed:
    /// `try transaction.execute(sql: "UPDATE app_pomodoro SET minutes = \(.integer(25)) WHERE id = \(.text(id))")`.
    /// - Parameter statement: an `INSERT`, `UPDATE`, `DELETE` or `REPLACE`, perhaps after a `WITH`. Tables are made and
    ///   changed by an ``AppMigration``.
    /// - Throws: ``TodoError``: `foreign-table` if it would write to a table that is not the app's; `usage` for any
    ///   other statement, and for a statement that SQLite does not accept; a storage error.
    @discardableResult
    public func execute(sql statement: SQLFragment) throws -> Int {
        guard ["INSERT", "UPDATE", "DELETE", "REPLACE", "WITH"].contains(statement.verb) else {
            throw TodoError(.usage, "Only rows are written here; migrations change tables.", effect: .nothingChanged)
        }
        try checkTables(of: statement.sql)
        return try reading.understanding {
            let bound = try database.bound(statement.sql, statement.arguments)
            guard !bound.isReadonly else {
                throw TodoError(.usage, "This statement writes nothing.", effect: .nothingChanged)
            }
            try bound.execute()
            return database.changesCount
        }
    }

    /// Refuses a statement that would write to tables that are not the app's.
    private func checkTables(of sql: String) throws {
        guard !ownStatements.contains(sql) else { return }
        let tables = try reading.understanding { try WrittenTables.of(sql, in: database) }
        if let table = tables.filter({ !SchemaObjects.isWritableByApp($0) }).min() {
            throw TodoError(
                .foreignTable,
                "A statement of the app would write to \(table), which is not a table of the app (\(SchemaObjects.appPrefix)…).",
                effect: .nothingChanged)
        }
        ownStatements.insert(sql)
    }
}
