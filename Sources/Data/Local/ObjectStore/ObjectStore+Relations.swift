import SQLite

// Rows that are related, from either side. A row has no rows in it: these are read when they are asked for.
extension ObjectStore where M.Entity == TodoEntity {
    /// The rows of the tags that a to-do has, by title.
    public func tags(of todo: TodoEntity) async throws -> [TagEntity] {
        try await stack.read { try $0.related(TagEntity.self, to: todo, by: "todoTag", "tagID") }
    }

    /// The row of the place at which a to-do is to be done; nil if there is none.
    public func location(of todo: TodoEntity) async throws -> LocationEntity? {
        try await stack.read { try $0.related(LocationEntity.self, to: todo, by: "todoLocation", "locationID").first }
    }
}

extension ObjectStore where M.Entity == TagEntity {
    /// The rows of the to-dos that have a tag, open and done, the last edited first.
    public func todos(of tag: TagEntity) async throws -> [TodoEntity] {
        try await stack.read { try $0.todos(relatedTo: tag, by: "todoTag", "tagID") }
    }
}

extension ObjectStore where M.Entity == LocationEntity {
    /// The rows of the to-dos to be done at a location, open and done, the last edited first.
    public func todos(of location: LocationEntity) async throws -> [TodoEntity] {
        try await stack.read { try $0.todos(relatedTo: location, by: "todoLocation", "locationID") }
    }
}

extension ReadTransaction {
    /// Those that are seen in the place of what a to-do is joined to.
    fileprivate func related<Entity: AliasedEntity>(
        _ type: Entity.Type, to todo: TodoEntity, by join: String, _ column: String
    ) throws -> [Entity] {
        let joined: SQLFragment =
            "SELECT \(sql: column) FROM \(sql: join) WHERE todoID = \(.integer(todo.record.rowID))"
        return try entities(
            type,
            where: "rowID IN (SELECT effectiveID FROM \(sql: Entity.table) WHERE rowID IN (\(joined)))",
            suffix: "ORDER BY \(Entity.orderColumn), id")
    }

    fileprivate func todos<Entity: AliasedEntity>(
        relatedTo entity: Entity, by join: String, _ column: String
    ) throws -> [TodoEntity] {
        let rows = try rows(seenAs: Entity.self, ids: [entity.record.id]).map(StoredValue.integer)
        return try entities(
            TodoEntity.self,
            where: "rowID IN (SELECT todoID FROM \(sql: join) WHERE \(sql: column) IN (\(list: rows)))",
            suffix: "ORDER BY updatedAt DESC, id")
    }
}
