import GRDB
import TodoDomain

// Rows of any entity: the SQL is the same for all of them and prepared once.
extension WriteTransaction {
    /// Inserts a row and returns its number; nil where one with its key is there already.
    func insertIfAbsent<Entity: StoredEntity>(_ type: Entity.Type, _ values: [StoredValue]) throws -> Int64? {
        try database.run(statements(for: type).insert + " ON CONFLICT DO NOTHING", values)
        return database.changesCount > 0 ? database.lastInsertedRowID : nil
    }

    /// Inserts a row, or replaces the one with its key.
    func upsert<Entity: StoredEntity>(_ entity: Entity) throws {
        let others = (Entity.columns + Entity.derivedColumns).filter { $0 != Entity.key }
        let assignments = others.map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
        try database.run(
            statements(for: Entity.self).insert + " ON CONFLICT (\(Entity.key)) DO UPDATE SET \(assignments)",
            entity.values)
    }

    /// Deletes the rows with these keys for good.
    /// - Throws: `not-found`.
    func deleteRows<Entity: StoredEntity>(_ type: Entity.Type, keys: [String]) throws {
        for key in keys {
            try database.run("DELETE FROM \(Entity.table) WHERE \(Entity.key) = ?", [.text(key)])
            guard database.changesCount > 0 else { throw TodoError(.notFound, "There is nothing to delete.") }
        }
    }

    /// Writes a record's row over the one with its `rowID`.
    func updateRow<Entity: RecordEntity>(_ type: Entity.Type, _ values: [StoredValue]) throws {
        try database.run(statements(for: type).update, Array(values.dropFirst()) + values.prefix(1))
    }
}
