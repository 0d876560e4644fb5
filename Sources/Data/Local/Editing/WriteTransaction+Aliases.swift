package import GRDB
import SQLite
import TodoDomain

// Which tags and locations represent others: computed from the rows, and stored in `effectiveID`.
extension WriteTransaction {
    /// Updates the representatives after a record has changed. Most records represent only themselves, which is cheap
    /// to find out; otherwise all rows of the kind are read, once for many changes.
    func didChangeAlias<Entity: AliasedEntity>(_ old: Entity?, _ new: Entity) throws {
        guard old?.node != new.node else { return }
        seenRows[Entity.kind] = nil
        if !staleAliases.contains(Entity.kind), old?.mergedInto == nil,
            try !reading.isShared(new, formerNames: [old?.foldedName].compactMap(\.self))
        {
            let known = try reading.integers(
                """
                SELECT effectiveID FROM \(sql: Entity.table) \
                WHERE rowID = \(.integer(new.record.rowID)) AND effectiveID IS NOT NULL
                """
            ).first
            return try setSpeaker(new.record.isDeleted ? nil : new.record.rowID, from: known, of: new)
        }
        staleAliases.insert(Entity.kind)
        // A person's edit is read back before the transaction ends.
        if author == .user { try settleAliases() }
    }

    /// Recomputes the representatives that changes have invalidated.
    func settleAliases() throws {
        guard !staleAliases.isEmpty else { return }
        let kinds = staleAliases
        staleAliases = []
        if kinds.contains(.tag) { try settleAliases(of: TagEntity.self) }
        if kinds.contains(.location) { try settleAliases(of: LocationEntity.self) }
    }

    private func settleAliases<Entity: AliasedEntity>(of type: Entity.Type) throws {
        seenRows[Entity.kind] = nil
        for change in try AliasTable<Entity>(database).changes {
            guard let entity = try reading.entities(type, where: "rowID = \(.integer(change.row))").first else {
                continue
            }
            try setSpeaker(change.speaker, from: change.known, of: entity)
        }
    }

    private func setSpeaker<Entity: AliasedEntity>(_ speaker: Int64?, from known: Int64?, of entity: Entity) throws {
        guard speaker != known else { return }
        try execute(
            """
            UPDATE \(sql: Entity.table) SET effectiveID = \(StoredValue(speaker)) \
            WHERE rowID = \(.integer(entity.record.rowID))
            """)
        guard (speaker == nil) != (known == nil) else { return }
        if let tag = entity as? TagEntity { try materializeTodos(of: tag, isSeen: speaker != nil) }
        if let location = entity as? LocationEntity { try materializeTodos(of: location, isSeen: speaker != nil) }
    }

    /// The row that represents a record; nil if there is none.
    func seenRow<Entity: AliasedEntity>(_ type: Entity.Type, id: String) throws -> Int64? {
        try settleAliases()
        if let known = seenRows[Entity.kind]?[id] { return known }
        let sql = "SELECT effectiveID FROM \(Entity.table) WHERE id = ? AND effectiveID IS NOT NULL"
        let found = try Int64.fetchOne(database.bound(sql, [.text(id)]))
        if let found { seenRows[Entity.kind, default: [:]][id] = found }
        return found
    }
}

/// All records of a kind, with what determines their representatives.
package struct AliasTable<Entity: AliasedEntity> {
    /// A record whose representative differs from the stored one.
    package struct Change {
        package let row: Int64
        package let known: Int64?
        package let speaker: Int64?
    }

    /// The records whose stored representative is wrong.
    package let changes: [Change]

    package init(_ database: Database) throws {
        let statement = try database.cachedStatement(
            sql: """
                SELECT rowID, id, isDeleted, mergedInto, \(Entity.nameColumn ?? "NULL"), createdAt, effectiveID
                FROM \(Entity.table)
                """)
        let rows = try Row.fetchAll(statement).map { row in
            (
                row: try row.value(at: 0) as Int64, node: try AliasNode(row),
                known: try row.optionalValue(at: 6) as Int64?
            )
        }
        let speakers = Aliases.speakers(of: rows.map(\.node))
        let rowIDs = Dictionary(rows.map { ($0.node.id, $0.row) }, uniquingKeysWith: { first, _ in first })
        changes = rows.compactMap { row, node, known in
            let speaker = speakers[node.id].flatMap { rowIDs[$0] }
            return speaker == known ? nil : Change(row: row, known: known, speaker: speaker)
        }
    }
}

extension AliasNode {
    /// A row that has an id, whether it is deleted, what it was merged into, its name and its creation after its number.
    init(_ row: Row) throws {
        self.init(
            id: try row.value(at: 1), isDeleted: try row.value(at: 2), mergedInto: try row.optionalValue(at: 3),
            name: try row.optionalValue(at: 4), createdAt: try row.value(at: 5))
    }
}
