import GRDB
import JSON
import SQLite
import TodoDomain

// Applies what arrives from the remote, in the space of the transaction.
extension WriteTransaction {
    /// Merges the remote's version of a record into the local one.
    /// - Parameter resync: the resync that saw it; nil outside a resync.
    func apply<Entity: RecordEntity>(
        _ type: Entity.Type, _ incoming: IncomingRecord, seen resync: SyncState.Resync?
    ) throws -> ApplyOutcome {
        var outcome = ApplyOutcome()
        let record = incoming.record.shared(in: space)
        observe(record.highestStamp)
        guard let current = try reading.record(type, id: record.id) else {
            let columns = RecordColumns(
                id: record.id, in: space, createdAt: record.createdAt, stamp: record.origin)
            var entity = Entity(columns).holding(record)
            entity.record.isDirty = incoming.isUnsound
            guard let inserted = try insert(entity) else {
                throw TodoError(.storage, "A record could not be inserted.")
            }
            try saveBase(
                incoming.base.sent(by: incoming.sender), Entity.kind, rowID: inserted.record.rowID,
                seen: resync?.number ?? 0)
            outcome.changed = Entity.kind.isContent ? 1 : 0
            for (key, conflict) in try conflictsOfUses(in: record, before: nil)
            where try note(conflict, of: key) { outcome.conflicts += 1 }
            return outcome
        }
        let row = try reading.baseRows(Entity.kind, rowIDs: [current.record.rowID])[current.record.rowID]
        let known = row?.base
        let mine = current.asRecord.shared(in: space)
        let isLost = row.flatMap { row in resync.map { row.isLost(in: $0, given: incoming) } } ?? false
        let result = mine.reconciled(
            with: record, over: known, isLost: isLost, at: incoming.sequence, isUnsound: incoming.isUnsound)
        outcome.sawRollback = known.map { $0.isOfAnotherGeneration(than: incoming) } ?? false
        var conflicts = result.conflicts.map { (RecordKey(record.kind, record.id, in: space), $0) }
        if result.record != mine.normalized() || current.content.isLocal {
            let (before, after) = Self.differences(mine, result.record)
            var merged = current.holding(result.record.with(personalOf: current.asRecord, in: space))
            // The record was made here for this device only, but another device syncs it.
            merged.content.isLocal = false
            let written = try write(merged, over: current, before: before, after: after, isDirty: result.isDirty)
            outcome.changed = Entity.kind.isContent ? 1 : 0
            // The record was deleted here before it was ever sent, and made on another device with the same id.
            let wasUnheardOf = known == nil && current.record.isDeleted && !record.isDeleted
            if let conflict = try conflict(
                ofDeleted: written, deletedBefore: current.record.isDeleted, countingArrived: wasUnheardOf)
            {
                conflicts.append((RecordKey(record.kind, record.id, in: space), conflict))
            }
            conflicts += try conflictsOfUses(in: result.record, before: mine)
        } else if current.record.isDirty != result.isDirty {
            try setDirty(result.isDirty, Entity.kind, rowID: current.record.rowID)
        }
        try saveBase(
            result.base.sent(by: incoming.sender), Entity.kind, rowID: current.record.rowID, seen: resync?.number ?? 0)
        for (key, conflict) in conflicts where try note(conflict, of: key) { outcome.conflicts += 1 }
        return outcome
    }

    /// Notes that the remote has a record as it was sent, or that a deleted record that it never had need not be sent.
    func acknowledge(_ pending: PendingRecord, sequence: Int64, seen resync: Int64) throws {
        let kind = pending.key.kind
        guard let rowID = try reading.rowID(of: pending.key) else { return }
        if pending.base != nil || !pending.record.isDeletedForGood {
            try saveBase(RecordBase(pending.record, sequence: sequence), kind, rowID: rowID, seen: resync)
        }
        try execute(
            """
            UPDATE \(sql: kind.table) SET isDirty = 0 \
            WHERE rowID = \(.integer(rowID)) AND revision = \(.integer(pending.revision))
            """)
    }

    /// Deletes a record that the remote has collected and that was not edited here. The deletion gets the stamp right
    /// after everything known of the record, so that any later write revives it.
    func drop<Entity: RecordEntity>(_ type: Entity.Type, rowID: Int64) throws {
        guard let current = try reading.entities(type, where: "rowID = \(.integer(rowID))").first else { return }
        try execute("DELETE FROM base WHERE kind = \(.text(Entity.kind.rawValue)) AND recordID = \(.integer(rowID))")
        guard !current.record.isDeleted else { return try remove(current) }
        var record = current.asRecord
        var clock = HybridLogicalClock(device: .shared)
        record.deletion = Record.Register(.integer(sharedNow), clock.tick(now: 0, after: record.highestStamp))
        let (before, after) = Self.differences(current.asRecord, record)
        _ = try write(current.holding(record), over: current, before: before, after: after, isDirty: false)
    }

    /// Permanently removes a deleted record and everything that depends on it.
    func remove<Entity: RecordEntity>(_ entity: Entity) throws {
        let (kind, rowID) = (StoredValue.text(Entity.kind.rawValue), StoredValue.integer(entity.record.rowID))
        if SearchIndex.kinds.contains(Entity.kind) { try removeFromSearchIndex(entity) }
        if let todo = entity as? TodoEntity {
            for state in derived.inOrder { try state.noteRemoval(of: todo, in: self) }
        }
        // Row numbers are reused.
        for table in ["base", "historyChange"] {
            try execute("DELETE FROM \(sql: table) WHERE kind = \(kind) AND recordID = \(rowID)")
        }
        try execute("DELETE FROM \(sql: Entity.table) WHERE rowID = \(rowID)")
    }
}

extension BaseEntity {
    /// Whether the remote was restored from a backup that is older than this base.
    fileprivate func isLost(in resync: SyncState.Resync, given incoming: IncomingRecord) -> Bool {
        guard resync.reason == .rollback, seen.magnitude != resync.number.magnitude else { return false }
        if let restored = resync.restoredSequence, base.sequence > restored { return true }
        return base.isAhead(of: incoming.record) || base.isOfAnotherGeneration(than: incoming)
    }
}

extension RecordBase {
    fileprivate func sent(by sender: String?) -> Self {
        var base = self
        base.sender = sender
        return base
    }

    /// Whether the remote has since been restored from a backup: it has an earlier version of the record, or another
    /// version by a commit with the same number.
    fileprivate func isOfAnotherGeneration(than incoming: IncomingRecord) -> Bool {
        incoming.sequence < sequence || incoming.sequence == sequence && !isOf(incoming.record)
    }
}
