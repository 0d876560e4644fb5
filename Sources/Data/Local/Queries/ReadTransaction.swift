package import GRDB
package import SQLite
package import TodoDomain

/// A snapshot of the database, valid as long as its transaction.
public struct ReadTransaction {
    package let database: Database
    /// The changes that a write transaction has not added to the stored counts of to-dos yet.
    private let uncounted: TodoCount
    /// The space in which ids are looked up. Queries that name no ids read all spaces.
    package let space: SpaceID

    package init(_ database: Database) { self.init(database, uncounted: TodoCount(), in: .own) }

    init(_ database: Database, uncounted: TodoCount, in space: SpaceID) {
        self.database = database
        self.uncounted = uncounted
        self.space = space
    }

    /// The same snapshot, with ids looked up in a space.
    package func within(_ space: SpaceID) -> ReadTransaction {
        ReadTransaction(database, uncounted: uncounted, in: space)
    }

    /// The numbers of open and done to-dos, which are stored.
    package var todoCount: TodoCount {
        get throws {
            let row = try Row.fetchOne(database.cachedStatement(sql: "SELECT open, done FROM todoCount"))
            return try TodoCount(open: row?.value(at: 0) ?? 0, done: row?.value(at: 1) ?? 0) + uncounted
        }
    }

    /// The rows that match a condition.
    /// - Parameter columns: `Entity.modelColumnList` for rows that are converted to models and never written.
    package func entities<Entity: StoredEntity>(
        _ type: Entity.Type, columns: String = Entity.columnList, where fragment: SQLFragment, suffix: String = ""
    ) throws -> [Entity] {
        let sql = "SELECT \(columns) FROM \(Entity.table) WHERE \(fragment.sql) \(suffix)"
        var entities: [Entity] = []
        try database.bound(sql, fragment.arguments).forEachRow { entities.append(Entity(reading: &$0)) }
        return entities
    }

    /// The row of a record of the space, deleted or not; nil if it does not exist.
    package func record<Entity: RecordEntity>(_ type: Entity.Type, id: String) throws -> Entity? {
        try entities(type, where: Entity.identity(id, in: space)).first
    }

    /// The row of a live record of the space, or of its representative.
    /// - Throws: `not-found`.
    /// - Parameter columns: `Entity.modelColumnList` for a row that becomes a model and is never written.
    package func liveRecord<Entity: RecordEntity>(
        _ type: Entity.Type, columns: String = Entity.columnList, id: String
    ) throws -> Entity {
        guard let entity = try entities(type, columns: columns, where: Entity.seen(id: id, in: space)).first else {
            throw Self.missing(type, id)
        }
        return entity
    }

    /// The record's own row if it is live, never another's. A person who deletes or replaces a merged record does not
    /// mean its replacement.
    /// - Throws: `not-found`.
    package func ownRecord<Entity: RecordEntity>(_ type: Entity.Type, id: String) throws -> Entity {
        guard let entity = try record(type, id: id), !entity.record.isDeleted else { throw Self.missing(type, id) }
        return entity
    }

    static func missing<Entity: RecordEntity>(_ type: Entity.Type, _ id: String) -> TodoError {
        TodoError(.notFound, "There is no \(Entity.kind.word) with the id \(id).")
    }

    /// Whether any tag or location is represented by another.
    var hasAliases: Bool {
        get throws {
            try integer(
                """
                SELECT EXISTS (SELECT 1 FROM tag WHERE effectiveID <> rowID) \
                OR EXISTS (SELECT 1 FROM location WHERE effectiveID <> rowID)
                """) != 0
        }
    }

    /// Whether a record may represent another or be represented by one. That is possible if it was merged, if another
    /// was merged into it, or if a live record has its present or a former name.
    func isShared<Entity: AliasedEntity>(_ entity: Entity, formerNames: [String] = []) throws -> Bool {
        guard entity.mergedInto == nil else { return true }
        let pointing: SQLFragment =
            """
            SELECT EXISTS (SELECT 1 FROM \(sql: Entity.table) \
            WHERE mergedInto = \(.text(entity.record.id)) AND space = \(entity.record.space.value))
            """
        if try integer(pointing) != 0 { return true }
        guard let column = Entity.nameColumn, let name = entity.foldedName else { return false }
        let names = Set([name] + formerNames).map(StoredValue.text)
        return try integer(
            """
            SELECT EXISTS (SELECT 1 FROM \(sql: Entity.table) WHERE isDeleted = 0 \
            AND \(sql: column) IN (\(list: names)) AND space = \(entity.record.space.value) \
            AND rowID <> \(.integer(entity.record.rowID)))
            """) != 0
    }

    /// The representatives of the records with these ids, including records that share a name.
    func rows<Entity: AliasedEntity>(seenAs type: Entity.Type, ids: [String]) throws -> [Int64] {
        let table = SQLFragment(stringLiteral: Entity.table)
        return try integers(
            """
            SELECT rowID FROM \(table) WHERE effectiveID IN (\
            SELECT effectiveID FROM \(table) WHERE \(Self.named(ids, in: Entity.table)))
            """)
    }

    /// A record and the records that count as one with it: the live tags of the same name, starting with the record
    /// itself.
    package func members<Entity: RecordEntity>(of entity: Entity) throws -> [Entity] {
        guard let aliased = entity as? any AliasedEntity, let column = type(of: aliased).nameColumn,
            let name = aliased.foldedName
        else { return [entity] }
        let others = try entities(
            Entity.self,
            where: """
                isDeleted = 0 AND \(sql: column) = \(.text(name)) AND space = \(entity.record.space.value) \
                AND rowID <> \(.integer(entity.record.rowID)) ORDER BY id
                """)
        return [entity] + others
    }

    /// A single integer.
    package func integer(_ fragment: SQLFragment) throws -> Int64 {
        try Int64.fetchOne(database.bound(fragment.sql, fragment.arguments)) ?? 0
    }

    /// A column of integers.
    package func integers(_ fragment: SQLFragment) throws -> [Int64] {
        try Int64.fetchAll(database.bound(fragment.sql, fragment.arguments))
    }

    /// The names of all imported properties.
    package func extraKeys() throws -> [String] {
        try texts(
            """
            SELECT DISTINCT property.key FROM todo, json_each(todo.extras) AS property \
            WHERE todo.extras IS NOT NULL AND todo.isDeleted = 0 ORDER BY 1
            """)
    }

    /// A column of texts.
    package func texts(_ fragment: SQLFragment) throws -> [String] {
        try String.fetchAll(database.bound(fragment.sql, fragment.arguments))
    }
}

extension RecordKind {
    /// The word that people use for a record of this kind.
    package var word: String {
        switch self {
        case .todo: "to-do"
        case .tag: "tag"
        case .location: "location"
        case .list: "list"
        case .comment: "comment"
        case .app: "record"
        case .conflict: "conflict"
        case .view: "view"
        case .device: "device"
        case .membership: "membership"
        }
    }
}
