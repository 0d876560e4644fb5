import GRDB
import SQLite
import TodoDomain

// Rows of any entity. The SQL is the same for all of them and is prepared once.
extension WriteTransaction {
    /// Inserts a row and returns its number; nil if one with its key exists.
    func insertIfAbsent<Entity: StoredEntity>(_ type: Entity.Type, _ values: [StoredValue]) throws -> Int64? {
        try database.run(insertion(of: type) + " ON CONFLICT DO NOTHING", values)
        return database.changesCount > 0 ? database.lastInsertedRowID : nil
    }

    /// Inserts a row, or replaces the one with its key.
    func upsert<Entity: StoredEntity>(_ entity: Entity) throws {
        let others = (Entity.columns + Entity.derivedColumns).filter { $0 != Entity.key }
        let assignments = others.map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
        try database.run(
            insertion(of: Entity.self) + " ON CONFLICT (\(Entity.key)) DO UPDATE SET \(assignments)",
            entity.values + entity.insertedValues)
    }

    /// Permanently deletes the rows with these keys.
    /// - Throws: `not-found`.
    func deleteRows<Entity: StoredEntity>(_ type: Entity.Type, keys: [String]) throws {
        for key in keys {
            try database.run("DELETE FROM \(Entity.table) WHERE \(Entity.key) = ?", [.text(key)])
            guard database.changesCount > 0 else { throw TodoError(.notFound, "There is nothing to delete.") }
        }
    }

    /// Writes the columns of a record's row that differ. SQLite updates an index whenever one of its columns is named,
    /// whatever the value, and a to-do has a dozen indexes.
    func updateRow<Entity: RecordEntity>(
        _ type: Entity.Type, from old: [StoredValue], to new: [StoredValue]
    ) throws {
        let columns = Entity.columns + Entity.derivedColumns
        let changed = columns.indices.dropFirst().filter { old[$0] != new[$0] }
        let assignments = changed.map { "\(columns[$0]) = ?" }.joined(separator: ", ")
        try database.run(
            "UPDATE \(Entity.table) SET \(assignments) WHERE rowID = ?", changed.map { new[$0] } + new.prefix(1))
    }
}
