import GRDB
import SQLite
import TodoDomain

// The work that follows a resync and the collection of old deletions.
extension WriteTransaction {
    /// Marks the records that a resync with this number has seen so far as seen before its restart.
    func beginOver(_ resync: SyncState.Resync) throws {
        let number = StoredValue.integer(resync.number)
        try execute("UPDATE base SET seen = -seen WHERE seen = \(number) AND space = \(space.value)")
    }

    /// Notes that a resync has seen a document for this record, whatever it contains.
    func markSeen(_ key: RecordKey, resync: Int64) throws {
        guard resync > 0, let rowID = try reading.rowID(of: key) else { return }
        try execute(
            """
            UPDATE base SET seen = \(sql: BaseEntity.seen(insteadOf: String(resync))) \
            WHERE kind = \(.text(key.kind.rawValue)) AND recordID = \(.integer(rowID))
            """)
    }

    /// Handles the records that the remote once had and that the resync did not see. Records that the remote has
    /// collected are dropped here too, unless they were edited. All others are sent again.
    func settle<Entity: RecordEntity>(
        _ type: Entity.Type, unseenIn resync: SyncState.Resync, _ state: SyncState, _ highest: Int64
    ) throws {
        let kind = StoredValue.text(Entity.kind.rawValue)
        let unseen: SQLFragment =
            "base.space = \(space.value) AND kind = \(kind) AND seen <> \(.integer(resync.number))"
        // After a restore, only a record that the restored remote had can have been collected since.
        let isComparable: SQLFragment = resync.reason == .rollback ? "seen = \(.integer(-resync.number))" : "1"
        let dropped = try reading.integers(
            """
            SELECT recordID FROM base JOIN \(sql: Entity.table) ON rowID = recordID WHERE \(unseen) AND \(isComparable) \
            AND sequence <= \(.integer(state.collectedSequence)) AND isDirty = 0 \
            AND \(sql: Entity.collectibleCondition)
            """)
        for rowID in dropped where try isCollected(type, rowID: rowID, highest) { try drop(type, rowID: rowID) }
        for rowID in try reading.integers("SELECT recordID FROM base WHERE \(unseen)") {
            try forgetBase(Entity.kind, rowID: rowID)
        }
    }

    /// Whether the remote may have collected a record. None of the collected records was later than `highest`, and a
    /// deletion there would be later than everything known of the record here. An import may have stamps as old as its
    /// file. But a recent change here cannot precede a deletion old enough to be collected.
    private func isCollected<Entity: RecordEntity>(_ type: Entity.Type, rowID: Int64, _ highest: Int64) throws -> Bool {
        let found = try reading.entities(type, where: "rowID = \(.integer(rowID))").first
        guard let found, found.asRecord.highestStamp.milliseconds <= highest else { return false }
        return try reading.integers(
            """
            SELECT 1 FROM historyChange JOIN historyTransaction ON historyTransaction.id = transactionID \
            WHERE kind = \(.text(Entity.kind.rawValue)) AND recordID = \(.integer(rowID)) \
            AND author <> \(.text(Author.sync.rawValue)) AND at > \(.integer(now - HistoryRetention.age)) LIMIT 1
            """
        ).isEmpty
    }

    /// Removes a deletion that this device has collected, unless it was undone meanwhile.
    func forget<Entity: RecordEntity>(_ key: RecordKey, in type: Entity.Type) throws {
        guard let entity = try reading.record(type, id: key.id) else { return }
        if entity.record.isDirty || !entity.record.isDeleted {
            try forgetBase(key.kind, rowID: entity.record.rowID)
        } else {
            try remove(entity)
        }
    }

    /// Removes the deleted records that the remote has collected.
    /// - Parameter highest: the greatest physical time in a collected record.
    func forgetDeletions<Entity: RecordEntity>(_ type: Entity.Type, upTo sequence: Int64, _ highest: Int64) throws {
        let kind = StoredValue.text(Entity.kind.rawValue)
        let isKnownDeleted: SQLFragment = """
            rowID IN (SELECT recordID FROM base WHERE kind = \(kind) AND base.space = \(space.value) AND isDeleted = 1 \
            AND sequence <= \(.integer(sequence)))
            """
        let collectible = Set(
            try reading.integers(
                """
                SELECT rowID FROM \(sql: Entity.table) \
                WHERE \(isKnownDeleted) AND isDeleted = 1 AND \(sql: Entity.collectibleCondition)
                """))
        for entity in try reading.entities(type, where: isKnownDeleted) {
            // Edits made here since do not show what the remote had. One record at a time, because there may be more
            // than a statement has parameters.
            let rowID = entity.record.rowID
            let known = try reading.baseRows(Entity.kind, rowIDs: [rowID])[rowID]?.base.allStamps.max()
            guard let known, known.milliseconds <= highest else { continue }
            // An edited record is sent as a change. If the remote no longer has the record, it says so.
            if entity.record.isDirty { continue }
            // A record that others depend on is not collected by a device that knows these. It is sent again, like a
            // revived record.
            if collectible.contains(rowID) {
                try remove(entity)
            } else {
                try forgetBase(Entity.kind, rowID: rowID)
            }
        }
    }
}
