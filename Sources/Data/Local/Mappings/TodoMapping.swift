public import TodoDomain

/// To-dos as rows, with their tags and places.
public struct TodoMapping: RecordMapping {
    private let tag: TagMapping
    private let location: LocationMapping
    /// Beyond so many hits of a condition, a page is found by walking its order.
    package var few = 2000

    /// A mapping that loads the relations with these mappings.
    public init(tag: TagMapping = TagMapping(), location: LocationMapping = LocationMapping()) {
        (self.tag, self.location) = (tag, location)
    }

    /// The column or expression of a sort key.
    public func sortExpression(for key: Todo.SortKey) -> String {
        switch key {
        case .updated: "updatedAt"
        case .created: "createdAt"
        case .due: "ifnull(dueAt, 9223372036854775807)"
        case .title: "foldedTitle"
        case .priority: "ifnull(priority, 0)"
        case .completed: "ifnull(completedAt, -62135596800001)"
        }
    }

    /// The SQL of a condition.
    public func condition(
        _ condition: Todo.Condition, isPaged: Bool, in transaction: ReadTransaction
    ) throws -> SQLFragment {
        try TodoConditions(isPaged: isPaged, transaction: transaction, few: few).sql(condition)
    }

    /// The numbers of open, done and all to-dos are kept, and need no counting.
    public func knownCount(of predicate: Query<Todo>.Predicate, in transaction: ReadTransaction) throws -> Int? {
        let count: SQLFragment? =
            switch predicate {
            case .and([]): "SELECT open + done FROM todoCount"
            case .and([.condition(.isDone(false))]): "SELECT open FROM todoCount"
            case .and([.condition(.isDone(true))]): "SELECT done FROM todoCount"
            default: nil
            }
        return try count.map { Int(try transaction.integer($0)) }
    }

    /// The models of rows, in the same order.
    public func models(from entities: [TodoEntity], in transaction: ReadTransaction) throws -> [Todo] {
        let rowIDs = entities.map(\.record.rowID)
        // Where each record is seen as itself, as nearly always, nothing has to be looked up for it.
        let hasAliases = try rowIDs.isEmpty ? false : transaction.hasAliases
        let tags = try transaction.related(
            TagEntity.self, through: "todoTag", to: "tagID", of: rowIDs, hasAliases: hasAliases, map: tag.model(from:))
        let places = try transaction.related(
            LocationEntity.self, through: "todoLocation", to: "locationID", of: rowIDs, hasAliases: hasAliases,
            map: location.model(from:))
        return entities.map { entity in
            model(
                from: entity, tags: tags[entity.record.rowID] ?? [], location: places[entity.record.rowID]?.first)
        }
    }

    /// The model of a row with these relations.
    func model(from entity: TodoEntity, tags: [Tag], location: Location?) -> Todo {
        Todo(
            id: Todo.ID(stored: entity.record.id), title: entity.title, notes: entity.notes,
            createdAt: .init(milliseconds: entity.record.createdAt),
            updatedAt: .init(milliseconds: entity.record.updatedAt),
            completedAt: entity.completedAt.map { .init(milliseconds: $0) }, due: entity.due,
            priority: entity.priority, tags: tags, location: location, extras: entity.extras)
    }

    /// Stores a model that is new or replaces the one with its id.
    public func upsert(_ model: Todo, in transaction: WriteTransaction) throws -> TodoEntity {
        try transaction.create(model)
    }

    /// Changes the fields that the update names.
    public func apply(_ update: Todo.Update, in transaction: WriteTransaction) throws -> TodoEntity {
        try transaction.update(update)
    }

    /// What turns one model into another.
    public func update(from original: Todo, to model: Todo) -> Todo.Update {
        Todo.Update(from: original, to: model)
    }
}

extension ReadTransaction {
    /// What rows are joined to: one query for all of them, the ids as one JSON array so that it is prepared once.
    fileprivate func related<Entity: AliasedEntity, Model>(
        _ type: Entity.Type, through join: String, to column: String, of rowIDs: [Int64], hasAliases: Bool,
        map: (Entity) throws -> Model
    ) throws -> [Int64: [Model]] {
        guard !rowIDs.isEmpty else { return [:] }
        let speaker = hasAliases ? "JOIN \(Entity.table) AS own ON own.rowID = \(join).\(column) " : ""
        let sql = """
            SELECT \(hasAliases ? "DISTINCT " : "")\(join).todoID, \(Entity.modelColumnList) FROM \(join) \(speaker)\
            JOIN \(Entity.table) ON \(Entity.table).rowID = \(hasAliases ? "own.effectiveID" : "\(join).\(column)") \
            WHERE \(join).todoID IN (SELECT value FROM json_each(?)) \
            ORDER BY \(join).todoID, \(Entity.table).\(Entity.derivedColumns[0]), \(Entity.table).id
            """
        let ids = "[" + rowIDs.map(String.init).joined(separator: ",") + "]"
        var related: [Int64: [Model]] = [:]
        // Many rows name few tags and places: each is made into a model once.
        var known: [Int64: Model] = [:]
        try database.bound(sql, [.text(ids)]).forEachRow { row in
            let owner = row.integer()
            let rowID = row.following
            let model = try known[rowID] ?? map(Entity(reading: &row))
            known[rowID] = model
            related[owner, default: []].append(model)
        }
        return related
    }
}
