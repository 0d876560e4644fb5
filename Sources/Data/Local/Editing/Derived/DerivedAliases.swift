import GRDB
import SQLite
import TodoDomain

/// Which tags and locations represent others: computed from the rows, and stored in `effectiveID`.
final class DerivedAliases: DerivedState {
    /// The kinds whose representatives have to be recomputed.
    private var stale: Set<RecordKind> = []
    /// The rows that represent tags and locations. They are cached because many to-dos share them.
    private var seenRows: [RecordKind: [String: Int64]] = [:]

    override var isReadBack: Bool { true }

    override var isStale: Bool { !stale.isEmpty }

    override func note(_ old: TagEntity?, _ new: TagEntity, in transaction: WriteTransaction) throws {
        try noteAlias(old, new, in: transaction)
    }

    override func note(_ old: LocationEntity?, _ new: LocationEntity, in transaction: WriteTransaction) throws {
        try noteAlias(old, new, in: transaction)
    }

    /// Most records represent only themselves, which is cheap to find out. Otherwise all rows of the kind are read,
    /// once for many changes.
    private func noteAlias<Entity: AliasedEntity>(
        _ old: Entity?, _ new: Entity, in transaction: WriteTransaction
    ) throws {
        guard old?.node != new.node else { return }
        seenRows[Entity.kind] = nil
        if !stale.contains(Entity.kind), old?.mergedInto == nil,
            try !transaction.reading.isShared(new, formerNames: [old?.foldedName].compactMap(\.self))
        {
            let known = try transaction.reading.integers(
                """
                SELECT effectiveID FROM \(sql: Entity.table) \
                WHERE rowID = \(.integer(new.record.rowID)) AND effectiveID IS NOT NULL
                """
            ).first
            let speaker = new.record.isDeleted ? nil : new.record.rowID
            return try setSpeaker(speaker, from: known, of: new, in: transaction)
        }
        stale.insert(Entity.kind)
    }

    override func derive(in transaction: WriteTransaction) throws {
        guard !stale.isEmpty else { return }
        let kinds = stale
        stale = []
        if kinds.contains(.tag) { try derive(TagEntity.self, in: transaction) }
        if kinds.contains(.location) { try derive(LocationEntity.self, in: transaction) }
    }

    private func derive<Entity: AliasedEntity>(_ type: Entity.Type, in transaction: WriteTransaction) throws {
        seenRows[Entity.kind] = nil
        for change in try AliasTable<Entity>(transaction.database, in: transaction.space).changes {
            let row = StoredValue.integer(change.row)
            guard let entity = try transaction.reading.entities(type, where: "rowID = \(row)").first else { continue }
            try setSpeaker(change.speaker, from: change.known, of: entity, in: transaction)
        }
    }

    private func setSpeaker<Entity: AliasedEntity>(
        _ speaker: Int64?, from known: Int64?, of entity: Entity, in transaction: WriteTransaction
    ) throws {
        guard speaker != known else { return }
        try transaction.execute(
            """
            UPDATE \(sql: Entity.table) SET effectiveID = \(StoredValue(speaker)) \
            WHERE rowID = \(.integer(entity.record.rowID))
            """)
        guard (speaker == nil) != (known == nil) else { return }
        let relations = transaction.derived.relations
        if let tag = entity as? TagEntity { try relations.note(tag, isSeen: speaker != nil, in: transaction) }
        if let location = entity as? LocationEntity {
            try relations.note(location, isSeen: speaker != nil, in: transaction)
        }
    }

    /// The row that represents a record; nil if there is none.
    func seenRow<Entity: AliasedEntity>(
        _ type: Entity.Type, id: String, in transaction: WriteTransaction
    ) throws -> Int64? {
        try derive(in: transaction)
        if let known = seenRows[Entity.kind]?[id] { return known }
        let sql = "SELECT effectiveID FROM \(Entity.table) WHERE id = ? AND space = ? AND effectiveID IS NOT NULL"
        let found = try Int64.fetchOne(transaction.database.bound(sql, [.text(id), transaction.space.value]))
        if let found { seenRows[Entity.kind, default: [:]][id] = found }
        return found
    }
}
