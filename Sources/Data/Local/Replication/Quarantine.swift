import Foundation
import GRDB
import SQLite
package import TodoDomain

extension ReplicationDAO {
    /// The records in quarantine.
    package func quarantined() async throws -> [QuarantinedRecord] {
        try await read { [space] transaction in
            let sql = "SELECT kind, id, reason, status, since FROM quarantine WHERE space = ? ORDER BY since, kind, id"
            return try Row.fetchAll(transaction.database.bound(sql, [space.value])).compactMap { row in
                guard let kind = RecordKind(rawValue: try row.value(at: 0)),
                    let reason = QuarantinedRecord.Reason(rawValue: try row.value(at: 2))
                else { return nil }
                return QuarantinedRecord(
                    key: RecordKey(kind, try row.value(at: 1)), reason: reason, status: try row.value(at: 3),
                    since: Date(milliseconds: try row.value(at: 4)))
            }
        }
    }

    /// Releases records from quarantine, so that they are tried again; unreadable documents are read again at the next
    /// sync.
    /// - Throws: `not-found` for a record that is not in quarantine.
    package func release(_ keys: [RecordKey]) async throws {
        // As the user: what is released has to be sent.
        try await write("retry") { try $0.release(keys) }
    }

    /// The records whose documents could not be read.
    package func unreadableKeys() async throws -> [RecordKey] {
        try await read { Array(try $0.quarantinedKeys(for: .unreadable)) }
    }

    /// The documents that could not be read for one reason.
    package func unreadableKeys(for problem: String) async throws -> [RecordKey] {
        try await read { Array(try $0.quarantinedKeys(for: .unreadable, status: problem)) }
    }

    /// Releases records that were quarantined for their clock, once all their stamps are within `limit`.
    /// - Parameter limit: milliseconds since 1970 by the remote's clock.
    /// - Returns: how many there were.
    @discardableResult
    package func release(upTo limit: Int64) async throws -> Int {
        let due = try await read { transaction in
            try transaction.quarantinedKeys(for: .clock).filter { key in
                let entity = try transaction.record(key.kind.entity, id: key.id)
                return entity.map { $0.asRecord.highestStamp.milliseconds <= limit } ?? true
            }
        }
        if !due.isEmpty { try await write { try $0.release(Array(due)) } }
        return due.count
    }

    /// Replaces records by the remote's versions, and deletes records that the remote does not have. The replaced
    /// versions stay in the history.
    package func replace(_ keys: [RecordKey], with records: [IncomingRecord]) async throws {
        let found = Dictionary(
            records.map { (RecordKey($0.record.kind, $0.record.id), $0) }, uniquingKeysWith: { first, _ in first })
        try await write { transaction in
            for key in keys {
                try transaction.replace(key, in: key.kind.entity, with: found[key])
                try transaction.execute(
                    "DELETE FROM quarantine WHERE \(key.isQuarantined(in: transaction.space))")
            }
        }
    }
}

extension WriteTransaction {
    fileprivate func release(_ keys: [RecordKey]) throws {
        let unreadable = try reading.quarantinedKeys(for: .unreadable)
        if keys.contains(where: unreadable.contains) {
            try execute("UPDATE syncState SET collectedAt = 0 WHERE space = \(space.value)")
        }
        for key in keys where !unreadable.contains(key) {
            try execute("DELETE FROM quarantine WHERE \(key.isQuarantined(in: space))")
            guard database.changesCount > 0 else {
                throw TodoError(.notFound, "The \(key.kind.word) \(key.id) is not set aside.")
            }
        }
    }

    fileprivate func replace<Entity: RecordEntity>(
        _ key: RecordKey, in type: Entity.Type, with incoming: IncomingRecord?
    ) throws {
        guard let current = try reading.record(type, id: key.id) else { return }
        guard let incoming else { return try drop(type, rowID: current.record.rowID) }
        let (before, after) = Self.differences(current.asRecord, incoming.record)
        _ = try write(
            current.holding(incoming.record), over: current, before: before, after: after,
            isDirty: incoming.isUnsound)
        try saveBase(incoming.base, key.kind, rowID: current.record.rowID, seen: 0)
    }
}
