package import GRDB
import TodoDomain

/// One state of the whole database, for as long as the transaction lasts.
public struct ReadTransaction {
    package let database: Database

    init(_ database: Database) { self.database = database }

    /// The rows of a query for the columns of an entity.
    /// - Parameter columns: `Entity.modelColumnList` for rows that become models and are never written.
    func entities<Entity: StoredEntity>(
        _ type: Entity.Type, columns: String = Entity.columnList, where fragment: SQLFragment, suffix: String = ""
    ) throws -> [Entity] {
        let sql = "SELECT \(columns) FROM \(Entity.table) WHERE \(fragment.sql) \(suffix)"
        var entities: [Entity] = []
        try database.bound(sql, fragment.arguments).forEachRow { entities.append(Entity(reading: &$0)) }
        return entities
    }

    /// The row of a record, deleted or not; nil where there is none.
    package func record<Entity: RecordEntity>(_ type: Entity.Type, id: String) throws -> Entity? {
        try entities(type, where: "id = \(.text(id))").first
    }

    /// The row of a record that is not deleted.
    /// - Throws: `not-found`.
    package func liveRecord<Entity: RecordEntity>(_ type: Entity.Type, id: String) throws -> Entity {
        guard let entity = try record(type, id: id), !entity.record.isDeleted else {
            throw TodoError(.notFound, "There is no \(Entity.kind.word) with the id \(id).")
        }
        return entity
    }

    /// A single integer.
    func integer(_ fragment: SQLFragment) throws -> Int64 {
        try Int64.fetchOne(database.bound(fragment.sql, fragment.arguments)) ?? 0
    }

    /// A column of integers.
    func integers(_ fragment: SQLFragment) throws -> [Int64] {
        try Int64.fetchAll(database.bound(fragment.sql, fragment.arguments))
    }

    /// The names of the imported properties that to-dos have.
    package func extraKeys() throws -> [String] {
        try texts(
            """
            SELECT DISTINCT property.key FROM todo, json_each(todo.extras) AS property \
            WHERE todo.extras IS NOT NULL AND todo.isDeleted = 0 ORDER BY 1
            """)
    }

    /// A column of texts.
    func texts(_ fragment: SQLFragment) throws -> [String] {
        try String.fetchAll(database.bound(fragment.sql, fragment.arguments))
    }
}

extension RecordKind {
    /// What a person calls one.
    package var word: String {
        switch self {
        case .todo: "to-do"
        case .tag: "tag"
        case .location: "location"
        }
    }
}

extension StoredEntity {
    static func qualified(_ columns: [String]) -> String {
        columns.map { "\(table).\($0)" }.joined(separator: ", ")
    }
}
