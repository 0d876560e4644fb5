import SQLite
package import TodoDomain

// Ids that a person types or an app passes. They name no space: the own space comes first.
extension ReadTransaction {
    /// The row of a live record that an id names, or of its representative.
    /// - Parameter columns: `Entity.modelColumnList` for a row that becomes a model and is never written.
    /// - Throws: `not-found`; `ambiguous-id` if several shared spaces have it and the own one does not.
    package func namedRecord<Entity: RecordEntity>(
        _ type: Entity.Type, columns: String = Entity.columnList, id: String
    ) throws -> Entity {
        if let entity = try entities(type, columns: columns, where: Entity.seen(id: id, in: space)).first {
            return entity
        }
        guard space == .own, let other = try sharedSpace(of: type, id: id) else { throw Self.missing(type, id) }
        return try within(other).liveRecord(type, columns: columns, id: id)
    }

    /// The row that the key of a model names: of a record as ``namedRecord(_:columns:id:)`` finds it. nil if there is
    /// none.
    /// - Throws: `ambiguous-id`.
    func row<Entity: StoredEntity>(named type: Entity.Type, id: String, columns: String) throws -> Entity? {
        guard let record = type as? any RecordEntity.Type else {
            return try entities(type, columns: columns, where: Entity.seen(id: id)).first
        }
        do {
            return try namedRecord(record, columns: columns, id: id) as? Entity
        } catch let error as TodoError where error.code == .notFound {
            return nil
        }
    }

    /// The same; nil if there is none, or if several shared spaces have it.
    package func namedRow<Entity: RecordEntity>(_ type: Entity.Type, id: String) throws -> Entity? {
        do {
            return try namedRecord(type, id: id)
        } catch let error as TodoError where [.notFound, .ambiguousID].contains(error.code) {
            return nil
        }
    }

    /// The shared space with a live record of an id; nil if there is none.
    /// - Throws: `ambiguous-id`.
    private func sharedSpace<Entity: RecordEntity>(of type: Entity.Type, id: String) throws -> SpaceID? {
        let spaces = try integers(
            """
            SELECT space FROM \(sql: Entity.table) WHERE id = \(.text(id)) AND space <> \(SpaceID.own.value) \
            AND isDeleted = 0 ORDER BY space LIMIT 2
            """)
        guard spaces.count < 2 else {
            throw TodoError(
                .ambiguousID, "Several shared lists have a \(Entity.kind.word) with the id \(id).",
                effect: .nothingChanged)
        }
        return spaces.first.map(SpaceID.init)
    }

    /// The space of the record that an id names, deleted or not; the own one if no space has it.
    /// - Throws: `ambiguous-id`.
    func space<Entity: RecordEntity>(named type: Entity.Type, _ id: String) throws -> SpaceID {
        try knownSpace(of: type, id) ?? .own
    }

    /// The same; nil if no space has it.
    func knownSpace<Entity: RecordEntity>(of type: Entity.Type, _ id: String) throws -> SpaceID? {
        let isLive: SQLFragment = "id = \(.text(id)) AND space = \(SpaceID.own.value) AND isDeleted = 0"
        if try integer("SELECT EXISTS (SELECT 1 FROM \(sql: Entity.table) WHERE \(isLive))") != 0 { return .own }
        if let shared = try sharedSpace(of: type, id: id) { return shared }
        let known = try integers(
            "SELECT space FROM \(sql: Entity.table) WHERE id = \(.text(id)) ORDER BY space LIMIT 1")
        return known.first.map(SpaceID.init)
    }

    /// The spaces that there are, the own one first.
    package func spaces() throws -> [SpaceID] {
        try integers("SELECT rowID FROM space ORDER BY rowID").map(SpaceID.init)
    }

    /// The condition of the rows that some ids name: those of the own space, and those of others whose id it does not
    /// have.
    static func named(_ ids: some Sequence<String>, in table: String) -> SQLFragment {
        """
        \(sql: table).id IN (\(list: ids.map(StoredValue.text))) AND (\(sql: table).space = 0 OR NOT EXISTS (\
        SELECT 1 FROM \(sql: table) AS own WHERE own.id = \(sql: table).id AND own.space = 0 AND own.isDeleted = 0))
        """
    }

    /// The number of the live row that an id names; a scalar subquery.
    static func row(named id: String, in table: String) -> SQLFragment {
        "(SELECT rowID FROM \(sql: table) WHERE id = \(.text(id)) AND isDeleted = 0 ORDER BY space LIMIT 1)"
    }
}
