import JSON
import SyncSimulation
import TestSupport
import Testing
import TodoDomain
import TodoLocal
import TodoSync

/// A run is of one space: it sends, receives and remembers nothing of another one with the same ids.
@Suite("Spaces: syncs")
struct SpaceSyncTests {
    private let device: EngineFixture
    private let own = ModelServer()
    private let shared = ModelServer()
    private let space: SpaceID
    private let replication: ReplicationDAO

    init() async throws {
        device = try EngineFixture(own)
        try await device.add("t", "Mine")
        space = try await device.stack.write("join") { transaction in
            let space = try transaction.add(StoredSpace(sid: "s", path: "spaces/s", role: .editor, name: "Groceries"))
            try transaction.within(space) { _ = try transaction.create(.sample("t", "Theirs")) }
            return space
        }
        replication = ReplicationDAO(device.stack, of: space)
    }

    private func engine() -> SyncEngine {
        SyncEngine(store: replication, remote: shared, environment: device.stack.environment, pause: { _ in })
    }

    private func titles(_ replication: ReplicationDAO) async throws -> [String] {
        try await replication.records(of: .todo, afterID: nil, limit: 10).compactMap {
            $0.registers["title"]?.value.string
        }
    }

    @Test("each sends its own records to its own place, and remembers that alone")
    func sends() async throws {
        let pending = try await device.replication.pendingRecords(limit: 10, excluding: [])
        #expect(pending.filter { $0.key.kind == .todo }.count == 1)
        _ = try await device.engine.run()
        #expect(try await replication.syncState() == SyncState())
        #expect(try await replication.hasPendingRecords())
        #expect(try await device.replication.hasPendingRecords() == false)
        let state = try await device.replication.syncState()
        _ = try await engine().run()
        #expect(try await device.replication.syncState() == state)
        #expect(try await replication.syncState().sequence > 0)
        #expect(try await replication.hasPendingRecords() == false)
        #expect(own.contents.documents.keys.filter { $0.kind == .todo } == [RecordKey(.todo, "t")])
        #expect(shared.contents.documents.keys.map(\.self) == [RecordKey(.todo, "t")])
        #expect(try await titles(device.replication) == ["Mine"])
        #expect(try await titles(replication) == ["Theirs"])
    }

    @Test("what arrives in one changes nothing of the other, and a record that is set aside is one of its space")
    func receives() async throws {
        for engine in [device.engine, engine()] { _ = try await engine.run() }
        let other = try EngineFixture(shared, seed: 7)
        _ = try await other.engine.run()
        try await other.rename("t", "Renamed by a member")
        _ = try await other.engine.run()
        _ = try await device.engine.run()
        #expect(try await titles(device.replication) == ["Mine"])
        _ = try await engine().run()
        #expect(try await titles(device.replication) == ["Mine"])
        #expect(try await titles(replication) == ["Renamed by a member"])
        try await other.delete("t")
        _ = try await other.engine.run()
        _ = try await engine().run()
        #expect(try await device.titles() == ["t": "Mine"])
        // Views and devices are never shared.
        let forged = Record(
            kind: .device, id: "0000000000000001", createdAt: 1,
            origin: Stamp(milliseconds: 1, counter: 0, device: DeviceID(rawValue: 1)))
        let arrived = try await replication.apply(
            [IncomingRecord(forged, sequence: 1)], unreadable: [:], state: replication.syncState())
        #expect(arrived.changed == 0)
        #expect(try await device.replication.deviceNames().isEmpty)
        try await device.rename("t", "Still mine")
        let pending = try await device.replication.pendingRecords(limit: 1, excluding: [])
        try await device.replication.quarantine(pending, reason: .rejected, status: "no")
        #expect(try await replication.quarantined().isEmpty)
        #expect(try await device.replication.quarantined().count == 1)
        #expect(try await replication.counts().quarantined == 0)
        var state = try await replication.syncState()
        state.refusedKinds = [.list: 1]
        try await replication.save(state)
        #expect(try await device.replication.syncState().refusedKinds.isEmpty)
        #expect(try await replication.syncState().refusedKinds == [.list: 1])
        var outcome = SyncOutcome()
        outcome.failure = "unreachable"
        try await replication.note(outcome)
        #expect(try await device.replication.outcome().failure == nil)
        #expect(try await replication.outcome().failure == "unreachable")
    }
}
