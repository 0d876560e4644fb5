public import Foundation
import TodoLocal

/// A field that was written on two devices, neither knowing of the other. The later writing stands; the other is kept
/// here, and can be taken back.
public struct SyncConflict: Hashable, Sendable, Identifiable {
    /// One of the two writings.
    public struct Writing: Hashable, Sendable {
        /// What was written, in the form of docs/sync.md.
        public let value: JSONValue
        /// When, by the clock of the device that wrote it.
        public let date: Date
        /// The device.
        public let device: DeviceID
    }

    /// Its number on this device.
    public let id: Int64
    /// Which record.
    public let record: RecordKey
    /// What the record is called now; empty for a place without a name.
    public let title: String
    /// The field: the name of a register, `tags.<id>`, or `deleted` for a record deleted on one device and edited on
    /// another.
    public let field: String
    /// What lost.
    public let lost: Writing
    /// What stands.
    public let kept: Writing
    /// When this device learnt of it.
    public let date: Date
}

extension SyncCoordinator {
    /// The conflicts that nobody has looked after, the last first.
    public func conflicts(limit: Int = 100) async throws -> [SyncConflict] {
        var conflicts: [SyncConflict] = []
        for stored in try await replication.conflicts(limit: limit) {
            let conflict = stored.conflict
            func writing(_ value: JSONValue, _ stamp: Stamp) -> SyncConflict.Writing {
                SyncConflict.Writing(value: value, date: Date(milliseconds: stamp.milliseconds), device: stamp.device)
            }
            conflicts.append(
                SyncConflict(
                    id: stored.number, record: stored.key, title: try await replication.title(of: stored.key),
                    field: conflict.register, lost: writing(conflict.lost, conflict.lostStamp),
                    kept: writing(conflict.kept, conflict.keptStamp), date: stored.date))
        }
        return conflicts
    }

    /// Writes what lost in conflicts again, as one new edit.
    /// - Throws: `not-found`; `ambiguous` where the field was written since, so that nobody knows what it should be.
    public func takeBack(_ conflicts: [SyncConflict.ID]) async throws {
        try await replication.takeBack(conflicts)
        noteEdit()
    }

    /// Notes that conflicts were seen and that what stands is to stay.
    /// - Throws: `not-found`.
    public func dismiss(_ conflicts: [SyncConflict.ID]) async throws { try await replication.dismiss(conflicts) }

    /// The records that are set aside, as the remote refuses them.
    public func quarantined() async throws -> [QuarantinedRecord] { try await replication.quarantined() }

    /// Has records that are set aside tried again at the next sync.
    /// - Throws: `not-found`.
    public func retry(_ records: [RecordKey]) async throws {
        try await replication.release(records)
        noteEdit()
    }

    /// Gives up what is here of records that are set aside: the remote's versions take their place, and what the remote
    /// does not have is deleted here. What was here stays in the history.
    /// - Throws: `not-found`, `no-remote`, `unreachable`, `not-authorised`; `remote-refused` where the remote's version
    ///   cannot be read; `syncing`.
    public func discard(_ records: [RecordKey]) async throws {
        // What a sync has read meanwhile is newer than what is asked for here.
        _ = await running?.task.result
        let lock = try await lock(patience: .seconds(30))
        defer { withExtendedLifetime(lock) {} }
        let known = Set(try await replication.quarantined().map(\.key))
        guard records.allSatisfy(known.contains) else {
            throw TodoError(.notFound, "Only what is set aside can be discarded.")
        }
        let remote = try await remoteStore()
        do {
            let found = try await SyncEngine.records(records, of: remote)
            try await replication.replace(records, with: found)
        } catch {
            throw Self.explained(error)
        }
    }
}

extension SyncCoordinator {
    /// Compares all records with the remote's, register by register.
    /// - Throws: `no-remote`, `unreachable`, `not-authorised`, `remote-refused`.
    public func verify() async throws -> SyncVerification {
        let remote = try await remoteStore()
        do {
            let verification = try await SyncEngine.verify(replication, against: remote)
            var outcome = try await replication.outcome()
            outcome.documentsRead += verification.documentsRead
            try await replication.note(outcome)
            return verification
        } catch {
            throw Self.explained(error)
        }
    }
}
