import GRDB
import SQLite
import TodoDomain

// The records of a space that have to be sent, and those in quarantine.
extension ReadTransaction {
    /// Records of a kind with changes that the remote does not have, except those in quarantine, and those that wait for their
    /// copy in another space.
    func pending<Entity: RecordEntity>(
        _ type: Entity.Type, onlyDeletions: Bool, limit: Int, excluding ids: [String]
    ) throws -> [PendingRecord] {
        var condition: SQLFragment = """
            isDirty = 1 AND space = \(space.value) AND NOT EXISTS (SELECT 1 FROM quarantine \
            WHERE quarantine.space = \(space.value) AND kind = \(.text(Entity.kind.rawValue)) AND quarantine.id = \(sql: Entity.table).id \
            AND (quarantine.revision IS NULL OR quarantine.revision >= \(sql: Entity.table).revision))
            """
        if onlyDeletions { condition = "\(condition) AND isDeleted = 1" }
        if !ids.isEmpty { condition = "\(condition) AND id NOT IN (\(list: ids.map(StoredValue.text)))" }
        var rows: [Entity] = []
        var last: Int64 = 0
        while rows.count < limit {
            let count = limit - rows.count
            let found = try entities(
                type,
                where: "\(condition) AND rowID > \(.integer(last)) ORDER BY rowID LIMIT \(.integer(Int64(count)))")
            rows += try found.filter { try !$0.record.isDeleted || !waitsForCopy($0.asRecord) }
            guard found.count == count, let end = found.last?.record.rowID else { break }
            last = end
        }
        let bases = try bases(Entity.kind, rowIDs: rows.map { $0.record.rowID })
        return rows.map { row in
            PendingRecord(row.asRecord.shared(in: space), base: bases[row.record.rowID], revision: row.record.revision)
        }
    }

    /// The number of the row of a record of the space; nil if it does not exist.
    func rowID(of key: RecordKey) throws -> Int64? {
        try integers(
            "SELECT rowID FROM \(sql: key.kind.table) WHERE id = \(.text(key.id)) AND space = \(space.value)"
        ).first
    }

    /// The bases of a kind with the highest sequences on the remote. With a resync, only of those that it has seen.
    func newestBases(
        _ kind: RecordKind, above sequence: Int64, seenIn resync: Int64?, limit: Int
    ) throws -> [(key: RecordKey, base: RecordBase)] {
        let table = kind.table
        let seen: SQLFragment = resync.map { "seen IN (\(.integer($0)), \(.integer(-$0)))" } ?? "1"
        let query: SQLFragment = """
            SELECT \(sql: table).id, \(sql: table).rowID FROM base JOIN \(sql: table) ON \(sql: table).rowID = base.recordID \
            WHERE base.kind = \(.text(kind.rawValue)) AND base.space = \(space.value) AND base.sequence > \(.integer(sequence)) AND \(seen) \
            ORDER BY base.sequence DESC LIMIT \(.integer(Int64(limit)))
            """
        let rows = try Row.fetchAll(database.bound(query.sql, query.arguments))
        let bases = try bases(kind, rowIDs: rows.map { try $0.value(at: 1) })
        return try rows.compactMap { row in
            try bases[row.value(at: 1)].map { (RecordKey(kind, try row.value(at: 0)), $0) }
        }
    }

    /// Deletions of a kind that the remote has, from before a time.
    func collectible<Entity: RecordEntity>(
        _ type: Entity.Type, before date: Int64, limit: Int
    ) throws -> [CollectibleRecord] {
        let rows = try entities(
            type,
            where: """
                rowID IN (SELECT recordID FROM base WHERE kind = \(.text(Entity.kind.rawValue)) AND isDeleted = 1) \
                AND space = \(space.value) AND isDirty = 0 AND isDeleted = 1 AND deletedAt < \(.integer(date)) \
                AND \(sql: Entity.collectibleCondition) ORDER BY deletedAt, id LIMIT \(.integer(Int64(limit)))
                """)
        let bases = try bases(Entity.kind, rowIDs: rows.map { $0.record.rowID })
        return rows.compactMap { row in
            bases[row.record.rowID].map {
                CollectibleRecord(
                    key: RecordKey(Entity.kind, row.record.id), sequence: $0.sequence,
                    highest: row.asRecord.highestStamp.milliseconds)
            }
        }
    }

    /// The records that are quarantined for a reason.
    func quarantinedKeys(for reason: QuarantinedRecord.Reason, status: String? = nil) throws -> Set<RecordKey> {
        let sql = "SELECT kind, id FROM quarantine WHERE space = ? AND reason = ? AND status = ifnull(?, status)"
        let rows = try Row.fetchAll(
            database.cachedStatement(sql: sql), arguments: [space.rawValue, reason.rawValue, status])
        return try Set(
            rows.compactMap { row in
                try RecordKind(rawValue: row.value(at: 0)).map { RecordKey($0, try row.value(at: 1)) }
            })
    }
}

extension WriteTransaction {
    /// Quarantines a record. With a revision, it stays in quarantine until the record exceeds that.
    func quarantine(
        _ key: RecordKey, revision: Int64?, reason: QuarantinedRecord.Reason, status: String
    ) throws {
        try database.run(
            """
            INSERT OR REPLACE INTO quarantine (kind, id, revision, reason, status, since, space)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """,
            [
                .text(key.kind.rawValue), .text(key.id), StoredValue(revision), .text(reason.rawValue), .text(status),
                .integer(now), space.value,
            ])
    }

    /// Releases records that have nothing to send any longer: they were edited and sent, or overwritten by another
    /// device.
    func releaseSettled() throws {
        guard try reading.integer("SELECT count(*) FROM quarantine WHERE space = \(space.value)") > 0 else { return }
        for kind in RecordKind.allCases {
            try execute(
                """
                DELETE FROM quarantine WHERE kind = \(.text(kind.rawValue)) AND space = \(space.value) \
                AND reason <> \(.text(QuarantinedRecord.Reason.unreadable.rawValue)) AND EXISTS (\
                SELECT 1 FROM \(sql: kind.table) AS record \
                WHERE record.id = quarantine.id AND record.space = quarantine.space AND record.isDirty = 0)
                """)
        }
    }

    /// Releases a record if it is quarantined for this reason.
    func release(_ key: RecordKey, reason: QuarantinedRecord.Reason) throws {
        try execute(
            """
            DELETE FROM quarantine WHERE \(key.isQuarantined(in: space)) \
            AND reason = \(.text(reason.rawValue))
            """)
    }
}

extension RecordKey {
    /// The condition of its row in `quarantine`.
    func isQuarantined(in space: SpaceID) -> SQLFragment {
        "kind = \(.text(kind.rawValue)) AND id = \(.text(id)) AND space = \(space.value)"
    }
}
