import Foundation
import JSON
import TestSupport
import Testing
import TodoDomain
import TodoLocal

/// Reminders of what is shared are those of one person: nobody else gets them, and nobody else sets them.
@Suite("Spaces: reminders")
struct SpaceReminderTests {
    private let twins: TwinStore
    private let replication: ReplicationDAO
    private let alarm = Alarm(.before(.zero, of: .either))
    private let a = Todo.ID(stored: "a")

    init() async throws {
        twins = try await TwinStore()
        replication = ReplicationDAO(twins.stack, of: twins.shared)
    }

    private func shared() async throws -> TodoEntity {
        try await twins.stack.read { [shared = twins.shared] reading in
            try #require(try reading.within(shared).record(TodoEntity.self, id: "a"))
        }
    }

    /// Sends all, as a sync does.
    private func send() async throws {
        let pending = try await replication.pendingRecords(limit: 100, excluding: [])
        try await replication.acknowledge(pending, sequence: 1, state: SyncState())
    }

    private func remind() async throws {
        twins.store.clock.advance(by: 60)
        try await twins.stack.write("edit") { [shared = twins.shared, a, alarm] transaction in
            try transaction.within(shared) {
                _ = try transaction.update(Todo.Update(id: a, alarms: [alarm.id: .set(alarm)]))
            }
        }
    }

    private func receive(_ change: (inout TodoDomain.Record) -> Void) async throws {
        var record = try await shared().asRecord
        record.registers = record.registers.filter { ReminderRegister($0.key) == nil }
        change(&record)
        _ = try await replication.apply(
            [IncomingRecord(record, sequence: 2)], unreadable: [:], state: replication.syncState())
    }

    @Test("a reminder of one's own is not sent, and makes nothing that has to be sent")
    func unsent() async throws {
        try await send()
        try await remind()
        let row = try await shared()
        #expect(row.content.alarms == [alarm] && !row.record.isDirty)
        try await twins.stack.write("edit") { [shared = twins.shared, a] transaction in
            try transaction.within(shared) { _ = try transaction.update(Todo.Update(id: a, title: "Other")) }
        }
        let pending = try await replication.pendingRecords(limit: 100, excluding: [])
        #expect(pending.map(\.record.id) == ["a"])
        #expect(pending.allSatisfy { $0.record.registers.keys.allSatisfy { ReminderRegister($0) == nil } })
        // In the own space it is sent to the other devices of this person.
        try await twins.stack.write("edit") { [a, alarm] transaction in
            _ = try transaction.update(Todo.Update(id: a, alarms: [alarm.id: .set(alarm)]))
        }
        let own = try await ReplicationDAO(twins.stack).pendingRecords(limit: 100, excluding: [])
        #expect(own.contains { $0.record.registers.keys.contains { ReminderRegister($0) != nil } })
    }

    @Test("another's edit leaves it, and nobody reminds another")
    func kept() async throws {
        try await send()
        try await remind()
        twins.store.clock.advance(by: 60)
        let (stamp, theirs) = (
            Stamp(milliseconds: twins.store.clock.now.milliseconds, counter: 0, device: DeviceID(rawValue: 7)),
            Alarm(.before(.zero, of: .due))
        )
        try await receive { record in
            record.registers["title"] = .init("Theirs", stamp)
            record.registers[ReminderRegister.alarm(theirs.id).name] = .init(theirs.json, stamp)
        }
        let row = try await shared()
        #expect(row.title == "Theirs" && row.content.alarms == [alarm] && !row.record.isDirty)
    }

    @Test("a reminder that is set after another's deletion does not take the deletion back")
    func deleted() async throws {
        try await send()
        twins.store.clock.advance(by: 60)
        let at = twins.store.clock.now.milliseconds
        try await remind()
        try await receive { record in
            record.deletion = .init(.integer(at), Stamp(milliseconds: at, counter: 0, device: DeviceID(rawValue: 7)))
        }
        #expect(try await shared().record.isDeleted)
    }
}
