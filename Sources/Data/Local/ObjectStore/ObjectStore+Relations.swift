import SQLite

// Related rows, in both directions. A row does not contain other rows, so these are fetched on request.
extension ObjectStore where M.Entity == TodoEntity {
    /// The rows of a to-do's tags, sorted by title.
    public func tags(of todo: TodoEntity) async throws -> [TagEntity] {
        try await stack.read { try $0.related(TagEntity.self, to: todo, by: "todoTag", "tagID") }
    }

    /// The row of a to-do's location; nil if there is none.
    public func location(of todo: TodoEntity) async throws -> LocationEntity? {
        try await stack.read { try $0.related(LocationEntity.self, to: todo, by: "todoLocation", "locationID").first }
    }
}

extension ObjectStore where M.Entity == TagEntity {
    /// The rows of the to-dos that have a tag, open and done, most recently edited first.
    public func todos(of tag: TagEntity) async throws -> [TodoEntity] {
        try await stack.read { try $0.todos(relatedTo: tag, by: "todoTag", "tagID") }
    }
}

extension ObjectStore where M.Entity == LocationEntity {
    /// The rows of the to-dos at a location, open and done, most recently edited first.
    public func todos(of location: LocationEntity) async throws -> [TodoEntity] {
        try await stack.read { try $0.todos(relatedTo: location, by: "todoLocation", "locationID") }
    }
}

extension ReadTransaction {
    /// The representatives of the rows that a to-do is joined to.
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
        let rows = try integers(
            """
            SELECT rowID FROM \(sql: Entity.table) WHERE effectiveID = (\
            SELECT effectiveID FROM \(sql: Entity.table) WHERE rowID = \(.integer(entity.record.rowID)))
            """
        ).map(StoredValue.integer)
        return try entities(
            TodoEntity.self,
            where: "rowID IN (SELECT todoID FROM \(sql: join) WHERE \(sql: column) IN (\(list: rows)))",
            suffix: "ORDER BY updatedAt DESC, id")
    }
}
