public import Foundation
import TodoLocal
import TodoSync

/// A field that was written on two devices, neither knowing of the other. The later writing stands; the other is kept
/// here, on all devices, and can be taken back.
public struct SyncConflict: Hashable, Sendable, Identifiable {
    /// One of the writings.
    public struct Writing: Hashable, Sendable {
        /// What was written, in the form of docs/sync.md.
        public let value: JSONValue
        /// When, by the clock of the device that wrote it.
        public let date: Date
        /// The device.
        public let device: DeviceID
        /// What people call the device; nil where it has not said.
        public let deviceName: String?
    }

    /// What it is known by on all devices.
    public let id: String
    /// Its number on this device.
    public let number: Int64
    /// Which record.
    public let record: RecordKey
    /// What the record is called now; empty for a place without a name.
    public let title: String
    /// The field: the name of a register, `tags.<id>`, or `deleted` for a record deleted on one device and edited, or put to
    /// use, on another.
    public let field: String
    /// What lost.
    public let lost: Writing
    /// What stood when the conflict was noticed.
    public let kept: Writing
    /// What stands now: other than `kept` where the field was written again since. nil where the record is gone.
    public let now: Writing?
    /// When it was noticed.
    public let date: Date
}

extension SyncCoordinator {
    /// The conflicts that nobody has looked after on any device, the last first. They are kept for 90 days.
    public func conflicts(limit: Int = 100) async throws -> [SyncConflict] {
        let names = try await replication.deviceNames()
        func writing(_ value: JSONValue, _ stamp: Stamp) -> SyncConflict.Writing {
            SyncConflict.Writing(
                value: value, date: Date(milliseconds: stamp.milliseconds), device: stamp.device,
                deviceName: names[stamp.device])
        }
        return try await replication.conflicts(limit: limit).map { stored in
            let conflict = stored.record.conflict
            return SyncConflict(
                id: stored.id, number: stored.number, record: stored.record.key, title: stored.title,
                field: conflict.register, lost: writing(conflict.lost, conflict.lostStamp),
                kept: writing(conflict.kept, conflict.keptStamp),
                now: stored.now.map { writing($0.value, $0.stamp) }, date: Date(milliseconds: stored.record.noticedAt))
        }
    }

    /// Writes what lost in conflicts again, as one new edit, which closes them on all devices.
    /// - Parameters:
    ///   - conflicts: which of them.
    ///   - force: whether that also writes over what was written since.
    /// - Throws: `not-found`; `ambiguous` where the field was written since, so that nobody knows what it should be.
    public func takeBack(_ conflicts: [SyncConflict.ID], force: Bool = false) async throws {
        try await replication.takeBack(conflicts, isForced: force)
    }

    /// Notes on all devices that conflicts were seen and that what stands is to stay.
    /// - Throws: `not-found`.
    public func dismiss(_ conflicts: [SyncConflict.ID]) async throws {
        try await replication.dismiss(conflicts)
    }

    // MARK: Devices

    /// What people call the devices that have synced, this one among them.
    public var deviceNames: [DeviceID: String] {
        get async throws { try await replication.deviceNames() }
    }

    /// What this device is called: the machine's name, until it is given another.
    public var deviceName: String {
        get async throws {
            try await deviceNames[HistoryDAO(stack).device()] ?? stack.environment.hostName()
        }
    }

    /// Gives this device another name, which the other devices learn.
    /// - Throws: `usage` for a name that is empty, longer than 256 bytes or not one line.
    public func setDeviceName(_ name: String) async throws {
        try await replication.nameDevice(try Validation.deviceName(name))
    }

    /// The records that are set aside, as the remote refuses them.
    public func quarantined() async throws -> [QuarantinedRecord] { try await replication.quarantined() }

    /// Has records that are set aside tried again at the next sync.
    /// - Throws: `not-found`.
    public func retry(_ records: [RecordKey]) async throws {
        try await replication.release(records)
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
