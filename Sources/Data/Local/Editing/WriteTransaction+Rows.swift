import GRDB
import SQLite
import TodoDomain

// Writes rows of any entity. The SQL is the same for all of them and is prepared once.
extension WriteTransaction {
    /// Inserts a row and returns its number; nil if a row with its key exists.
    func insertIfAbsent<Entity: StoredEntity>(_ type: Entity.Type, _ values: [StoredValue]) throws -> Int64? {
        let statement = try insertion(of: type)
        try statement.bind(values)
        try statement.execute()
        return database.changesCount > 0 ? database.lastInsertedRowID : nil
    }

    /// Inserts a row, or replaces the row with its key.
    func put<Entity: StoredEntity>(_ entity: Entity) throws {
        try database.run(replacement(of: Entity.self), entity.values + entity.insertedValues)
    }

    /// The statement of ``put(_:)``.
    func replacement<Entity: StoredEntity>(of type: Entity.Type) -> String {
        let others = (Entity.columns + Entity.derivedColumns).filter { $0 != Entity.key }
        let assignments = others.map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
        let resolution = others.isEmpty ? "DO NOTHING" : "(\(Entity.key)) DO UPDATE SET \(assignments)"
        return insertion(of: Entity.self, orElse: resolution)
    }

    private func insertion<Entity: StoredEntity>(of type: Entity.Type) throws -> Statement {
        if let known = insertions[ObjectIdentifier(type)] { return known }
        let statement = try database.cachedStatement(sql: insertion(of: type, orElse: "DO NOTHING"))
        insertions[ObjectIdentifier(type)] = statement
        return statement
    }

    /// The statement that writes some columns. A step often writes the same columns of one row after the other.
    private func update<Entity: RecordEntity>(of type: Entity.Type, columns: [Int]) throws -> Statement {
        if let known = updates[ObjectIdentifier(type)], known.columns == columns { return known.statement }
        let names = Entity.columns + Entity.derivedColumns
        let assignments = columns.map { "\(names[$0]) = ?" }.joined(separator: ", ")
        let statement = try database.cachedStatement(
            sql: "UPDATE \(Entity.table) SET \(assignments) WHERE rowID = ?")
        updates[ObjectIdentifier(type)] = (columns, statement)
        return statement
    }

    private func insertion<Entity: StoredEntity>(of type: Entity.Type, orElse resolution: String) -> String {
        let columns = Entity.columns + Entity.derivedColumns + Entity.insertedColumns
        let marks = Array(repeating: "?", count: columns.count).joined(separator: ", ")
        return """
            INSERT INTO \(Entity.table) (\(columns.joined(separator: ", "))) VALUES (\(marks)) \
            ON CONFLICT \(resolution)
            """
    }

    /// Permanently deletes the rows with these keys.
    /// - Throws: `not-found`.
    func remove<Entity: StoredEntity>(_ type: Entity.Type, keys: [String]) throws {
        for key in keys {
            try database.run("DELETE FROM \(Entity.table) WHERE \(Entity.key) = ?", [.text(key)])
            guard database.changesCount > 0 else { throw TodoError(.notFound, "There is nothing to delete.") }
        }
    }

    /// Writes the columns of a record's row whose values differ, among the given columns. SQLite updates an index
    /// whenever one of its columns is named, even with the same value, and a to-do has a dozen indexes.
    func updateRow<Entity: RecordEntity>(
        _ type: Entity.Type, from old: [StoredValue], to new: [StoredValue]
    ) throws {
        let changed = new.indices.dropFirst().filter { old[$0] != new[$0] }
        let statement = try update(of: type, columns: changed)
        try statement.bind(changed.map { new[$0] } + new.prefix(1))
        try statement.execute()
    }
}
