import Foundation
import TodoDomain
import TodoLocal
import TodoSync

/// The open conflicts, which all devices share.
struct ConflictLog {
    private let replication: ReplicationDAO

    init(_ replication: ReplicationDAO) { self.replication = replication }

    /// The newest conflicts, newest first.
    func newest(_ limit: Int) async throws -> [SyncConflict] {
        try await conflicts(try await replication.conflicts(limit: limit))
    }

    /// Conflicts with the names that people give the devices, and with those of other people.
    func conflicts(_ stored: [StoredConflict]) async throws -> [SyncConflict] {
        guard !stored.isEmpty else { return [] }
        let names = try await replication.writerNames()
        func writing(_ value: JSONValue, _ stamp: Stamp) -> SyncConflict.Writing {
            SyncConflict.Writing(
                value: value, date: Date(milliseconds: stamp.milliseconds), device: stamp.device,
                deviceName: names[stamp.device])
        }
        return stored.map { stored in
            let conflict = stored.record.conflict
            return SyncConflict(
                id: stored.id, number: stored.number, record: stored.record.key, title: stored.title,
                todo: stored.todo.map(Todo.ID.init(stored:)), field: FieldName(conflict.register),
                lost: writing(conflict.lost, conflict.lostStamp), kept: writing(conflict.kept, conflict.keptStamp),
                now: stored.now.map { writing($0.value, $0.stamp) }, date: Date(milliseconds: stored.record.noticedAt))
        }
    }

    /// Writes the lost values again, which closes the conflicts.
    func takeBack(_ conflicts: [SyncConflict.ID], isForced: Bool) async throws {
        try await replication.takeBack(conflicts, isForced: isForced)
    }

    /// Closes conflicts and leaves the values alone.
    func dismiss(_ conflicts: [SyncConflict.ID]) async throws { try await replication.dismiss(conflicts) }
}
