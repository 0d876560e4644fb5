public import SQLite
public import TodoDomain

/// To-dos as rows, with their tags and locations.
public struct TodoMapping: RecordMapping {
    private let tag: any Mapping<Tag, TagEntity>
    private let location: any Mapping<Location, LocationEntity>
    private let list: any Mapping<TodoList, ListEntity>
    /// The number of rows that meet a condition beyond which a page is found by walking its order.
    package var few = 2000

    /// A mapping that uses the given mappings for related models.
    public init(
        tag: any Mapping<Tag, TagEntity> = TagMapping(),
        location: any Mapping<Location, LocationEntity> = LocationMapping(),
        list: any Mapping<TodoList, ListEntity> = ListMapping()
    ) {
        self.tag = tag
        self.location = location
        self.list = list
    }

    /// Most recently edited first.
    public var newestFirst: [SortTerm<Todo>] { [SortTerm(.updated, descending: true)] }

    /// The column or expression of a sort key.
    public func sortExpression(for key: Todo.SortKey) -> String {
        switch key {
        case .updated: "updatedAt"
        case .created: "createdAt"
        case .due: "ifnull(dueAt, 9223372036854775807)"
        case .title: "foldedTitle"
        case .priority: "ifnull(priority, 0)"
        case .completed: "ifnull(completedAt, -62135596800001)"
        case .manual: "manualOrder"
        case .extra(let name): ExtraExpression(name).sorted
        }
    }

    /// The SQL of a condition.
    public func condition(
        _ condition: Todo.Condition, isPaged: Bool, in transaction: ReadTransaction
    ) throws -> SQLFragment {
        try TodoConditions(isPaged: isPaged, transaction: transaction, few: few).sql(condition)
    }

    /// The numbers of open, done and all to-dos are stored, so they need no counting.
    public func knownCount(of predicate: Query<Todo>.Predicate, in transaction: ReadTransaction) throws -> Int? {
        let part: KeyPath<TodoCount, Int>
        switch predicate {
        case .and([]): part = \.all
        case .and([.condition(.isDone(false))]): part = \.open
        case .and([.condition(.isDone(true))]): part = \.done
        default: return nil
        }
        return try transaction.todoCount[keyPath: part]
    }

    /// The models of rows, in the same order.
    public func models(from entities: [TodoEntity], in transaction: ReadTransaction) throws -> [Todo] {
        let rowIDs = entities.map(\.record.rowID)
        // Many databases have no merged records, no lists or no subtasks; these are then not queried.
        let use = try rowIDs.isEmpty ? [] : transaction.relationUse
        let hasAliases = use.contains(.aliases)
        let tags = try transaction.related(
            tag, through: "todoTag", to: "tagID", of: rowIDs, hasAliases: hasAliases)
        let places = try transaction.related(
            location, through: "todoLocation", to: "locationID", of: rowIDs, hasAliases: hasAliases)
        let lists = use.contains(.lists) ? try transaction.lists(list, ofTodos: rowIDs) : [:]
        let ancestors = use.contains(.trees) ? try transaction.ancestors(ofTodos: rowIDs) : [:]
        let subtasks = use.contains(.trees) ? try transaction.subtasks(ofTodos: rowIDs) : [:]
        let waits = use.contains(.dependencies) ? try transaction.dependencies(ofTodos: rowIDs) : [:]
        let comments = use.contains(.comments) ? try transaction.comments(ofTodos: rowIDs) : [:]
        let areShared = entities.contains { $0.record.space != .own }
        let writers =
            use.contains(.writers) || areShared
            ? try transaction.writers(ofTodos: rowIDs, areShared: areShared) : [:]
        let settled = try transaction.settledAhead(of: entities)
        let spaces = try transaction.sharedSpaces(of: entities.lazy.map(\.record))
        return entities.map { entity in
            let rowID = entity.record.rowID
            var todo = entity.asModel(
                with: Todo.Relations(
                    tags: tags[rowID] ?? [], location: places[rowID]?.first, list: lists[rowID],
                    ancestors: ancestors[rowID] ?? [], subtasks: subtasks[rowID] ?? TodoCount(),
                    dependsOn: waits[rowID]?.ids ?? [], isBlocked: waits[rowID]?.isBlocked ?? false,
                    comments: comments[rowID] ?? []))
            todo.settledAhead = settled[rowID]
            todo.changedBy = writers[rowID]
            todo.space = spaces[entity.record.space]
            return todo
        }
    }

    /// Stores a new model, or replaces the model with its id. Unknown tags, an unknown location and an unknown list are
    /// stored by their own mappings.
    /// - Throws: `not-found` if a tag, the location or the list was deleted.
    public func upsert(_ model: Todo, in transaction: WriteTransaction) throws -> TodoEntity {
        try transaction.inSpace(of: model) {
            try storeRelations(of: model, in: transaction)
            return try transaction.create(model)
        }
    }

    /// Overwrites the fields that differ from the stored model. Unknown tags, an unknown location and an unknown list
    /// are stored by their own mappings.
    /// - Throws: `not-found`, also if a tag, the location or the list was deleted.
    public func replace(_ model: Todo, in transaction: WriteTransaction) throws -> TodoEntity {
        try transaction.inSpace(of: TodoEntity.self, model.id.rawValue) {
            try storeRelations(of: model, in: transaction)
            return try replaceFields(model, in: transaction)
        }
    }

    /// Changes the fields in which a model differs from the original. Tags, a location and a list that the original
    /// does not have are stored as by ``replace(_:in:)``.
    /// - Throws: `not-found`, also if one of these was deleted.
    public func replace(_ model: Todo, from original: Todo, in transaction: WriteTransaction) throws -> TodoEntity {
        try transaction.inSpace(of: TodoEntity.self, model.id.rawValue) {
            _ = try transaction.reading.liveRecord(TodoEntity.self, id: model.id.rawValue)
            var news = model
            news.tags.removeAll { tag in original.tags.contains { $0.id == tag.id } }
            if model.location?.id == original.location?.id { news.location = nil }
            if model.list?.id == original.list?.id { news.list = nil }
            try storeRelations(of: news, in: transaction)
            return try apply(update(from: original, to: model), in: transaction)
        }
    }

    private func storeRelations(of todo: Todo, in transaction: WriteTransaction) throws {
        for tag in todo.tags where try transaction.isMissing(tag) { _ = try self.tag.upsert(tag, in: transaction) }
        if let place = todo.location, try transaction.isMissing(place) {
            _ = try location.upsert(place, in: transaction)
        }
        if let list = todo.list, try transaction.isMissing(list) { _ = try self.list.upsert(list, in: transaction) }
    }

    /// Deletes to-dos by one stamped write each, which keeps their content for a revival. Subtasks that are not deleted
    /// with them stay in the list in which they were shown.
    public func delete(_ ids: [Todo.ID], in transaction: WriteTransaction) throws {
        var seen = Set<Todo.ID>()
        try transaction.delete(todos: ids.filter { seen.insert($0).inserted }.map(\.rawValue))
    }

    /// Changes the fields that the update names.
    public func apply(_ update: Todo.Update, in transaction: WriteTransaction) throws -> TodoEntity {
        try transaction.update(update)
    }

    /// The update that turns one model into another.
    public func update(from original: Todo, to model: Todo) -> Todo.Update {
        Todo.Update(differenceOf: model, from: original)
    }
}

extension Todo: EntityConvertible {
    /// The properties of a to-do that come from other rows.
    public struct Relations: Hashable, Sendable {
        /// Its tags, by title.
        public var tags: [Tag]
        /// Its location.
        public var location: Location?
        /// Its effective list.
        public var list: TodoList?
        /// The to-dos above it, outermost first.
        public var ancestors: [Ancestor]
        /// How many of its direct subtasks are open and done.
        public var subtasks: TodoCount
        /// The to-dos that have to be done first.
        public var dependsOn: [Todo.ID]
        /// Whether a dependency counts whose target exists and is open.
        public var isBlocked: Bool
        /// The comments on it, oldest first.
        public var comments: [Comment]

        /// Relations of a to-do.
        public init(
            tags: [Tag] = [], location: Location? = nil, list: TodoList? = nil, ancestors: [Ancestor] = [],
            subtasks: TodoCount = TodoCount(), dependsOn: [Todo.ID] = [], isBlocked: Bool = false,
            comments: [Comment] = []
        ) {
            self.tags = tags
            self.location = location
            self.list = list
            self.ancestors = ancestors
            self.subtasks = subtasks
            self.comments = comments
            self.dependsOn = dependsOn
            self.isBlocked = isBlocked
        }
    }

    /// Its properties that come from other rows.
    public var relations: Relations {
        Relations(
            tags: tags, location: location, list: list, ancestors: ancestors, subtasks: subtasks, dependsOn: dependsOn,
            isBlocked: isBlocked, comments: comments)
    }

    /// A new row with the content of the to-do, including the ids of its tags and its location.
    public func asEntity() -> TodoEntity {
        TodoEntity(RecordColumns(id: id.rawValue, createdAt: createdAt, updatedAt: updatedAt), holding: self)
    }
}

extension TodoEntity: DomainConvertible {
    /// The to-do with these tags and this location.
    public func asModel(with relations: Todo.Relations) -> Todo {
        var todo = record.identified(content.todo)
        todo.tags = relations.tags
        todo.location = relations.location
        todo.list = relations.list
        todo.ancestors = relations.ancestors
        todo.parent = relations.ancestors.last?.id
        todo.subtasks = relations.subtasks
        todo.comments = relations.comments
        todo.dependsOn = relations.dependsOn
        todo.isBlocked = relations.isBlocked && !isDone
        todo.position = content.position?.key(in: todo.container)
        if !content.reminders.isEmpty {
            todo.alarms = content.alarms
            todo.alarmStates = content.alarmStates
        }
        todo.due = content.shownDue
        todo.start = content.shownStart
        todo.completedAt = content.shownCompletion
        todo.current = content.shown?.current
        todo.series = content.series.map { .init(stored: $0) }
        return todo
    }
}

extension ReadTransaction {
    /// The related models of rows, with one query for all. The ids are one JSON array, so that the statement is
    /// prepared once.
    fileprivate func related<Model: Queryable, Entity: AliasedEntity>(
        _ mapping: any Mapping<Model, Entity>, through join: String, to column: String, of rowIDs: [Int64],
        hasAliases: Bool
    ) throws -> [Int64: [Model]] {
        guard !rowIDs.isEmpty else { return [:] }
        let speaker = hasAliases ? "JOIN \(Entity.table) AS own ON own.rowID = \(join).\(column) " : ""
        let sql = """
            SELECT \(hasAliases ? "DISTINCT " : "")\(join).todoID, \(Entity.modelColumnList) FROM \(join) \(speaker)\
            JOIN \(Entity.table) ON \(Entity.table).rowID = \(hasAliases ? "own.effectiveID" : "\(join).\(column)") \
            WHERE \(join).todoID IN (SELECT value FROM json_each(?)) \
            ORDER BY \(join).todoID, \(Entity.table).\(Entity.orderColumn), \(Entity.table).id
            """
        // Many rows share few tags and locations, so each is converted to a model only once.
        var (entities, places): ([Entity], [Int64: Int]) = ([], [:])
        var related: [Int64: [Int]] = [:]
        try database.bound(sql, [.array(rowIDs)]).forEachRow { row in
            let owner = row.integer()
            let rowID = row.following
            if places[rowID] == nil {
                places[rowID] = entities.count
                entities.append(Entity(reading: &row))
            }
            related[owner, default: []].append(places[rowID] ?? 0)
        }
        let models = try mapping.allModels(from: entities, in: self)
        return related.mapValues { $0.map { models[$0] } }
    }
}
