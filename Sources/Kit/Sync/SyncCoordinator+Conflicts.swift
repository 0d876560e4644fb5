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
        /// What people call the device; nil if it has not said.
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
    /// What stands now: other than `kept` if the field was written again since. nil if the record is gone.
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
    /// - Throws: `not-found`; `ambiguous` if the field was written since, so that nobody knows what it should be.
    public func takeBack(_ conflicts: [SyncConflict.ID], force: Bool = false) async throws {
        try await replication.takeBack(conflicts, isForced: force)
    }

    /// Notes on all devices that conflicts were seen and that what stands is to stay.
    /// - Throws: `not-found`.
    public func dismiss(_ conflicts: [SyncConflict.ID]) async throws {
        try await replication.dismiss(conflicts)
    }
}
