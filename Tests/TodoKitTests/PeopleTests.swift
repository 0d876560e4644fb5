import Foundation
import JSON
import TestSupport
import Testing
import TodoDomain
import TodoKit
import TodoLocal

/// Whose the edits of a shared list are: what arrives names the other person everywhere.
@Suite("Who did what in a shared list")
struct PeopleTests {
    private let fixture: TestStore
    private let store: TodoStore
    private let space: SpaceID
    private let replication: ReplicationDAO
    private let milk: Todo
    private let bobsPhone = DeviceID(rawValue: 7)

    init() async throws {
        fixture = try TestStore()
        store = fixture.store
        space = try await SpaceDAO(store.stack).join(
            StoredSpace(
                sid: "g", path: "spaces/g", role: .owner, name: "Groceries",
                members: ["ann": .owner, "bob": .editor, "cleo": .editor],
                names: ["ann": "Ann", "bob": "Bob", "cleo": "Cleo"], me: "ann", devices: ["bob": [bobsPhone]]))
        replication = ReplicationDAO(store.stack, of: space)
        let list = try await store.addList("Food")
        let there = try await store.move(list: list.id, into: .init(stored: "g")).list
        milk = try await store.add("Milk", placement: .list(there))
        // The remote has it all.
        try await send()
    }

    private func send() async throws {
        let pending = try await replication.pendingRecords(limit: 100, excluding: [])
        try await replication.acknowledge(pending, sequence: 1, state: replication.syncState())
    }

    /// A version from the remote, in which a register was written on a device.
    private func arrive(
        _ register: TodoRegister, _ value: JSONValue, on device: DeviceID, sentBy sender: String, sequence: Int64,
        later: Int64 = 1000
    ) async throws {
        let space = space
        let record = try await store.stack.read { [milk] in
            try $0.within(space).liveRecord(TodoEntity.self, id: milk.id.rawValue).asRecord
        }
        var next = record
        let stamp = Stamp(milliseconds: record.editStamp.milliseconds + later, counter: 0, device: device)
        next.registers[register.rawValue] = .init(value, stamp)
        var incoming = IncomingRecord(next, sequence: sequence)
        incoming.sender = sender
        _ = try await replication.apply([incoming], unreadable: [:], state: replication.syncState())
    }

    private func changedBy() async throws -> String? { try await store.todos.find(milk.id).changedBy }

    private func titles(_ filter: String) async throws -> [String] {
        try await store.todos.fetch(store.query(matching: filter)).items.map(\.title)
    }

    @Test("what another member changed last says so, and the filter finds it; an own edit takes that away")
    func changed() async throws {
        #expect(try await changedBy() == nil)
        try await arrive(.title, "Oat milk", on: bobsPhone, sentBy: "bob", sequence: 2)
        #expect(try await changedBy() == "Bob")
        #expect(try await titles("by:bob") == ["Oat milk"])
        #expect(try await titles("by:cleo") == [])
        #expect(try await titles("by:none") == [])
        try await store.edit([milk.id], TodoChanges(title: "Soy milk"))
        #expect(try await changedBy() == nil)
        #expect(try await titles("by:bob").isEmpty)
        try await send()
        #expect(try await changedBy() == nil)
    }

    @Test(
        "what one member has sent for another names both; who sends another part of a to-do is not named for the last edit"
    )
    func sent() async throws {
        try await arrive(.title, "Oat milk", on: bobsPhone, sentBy: "cleo", sequence: 2)
        #expect(try await changedBy() == "Bob (sent by Cleo)")
        // Cleo sends an earlier edit after it.
        try await arrive(.priority, "high", on: DeviceID(rawValue: 9), sentBy: "cleo", sequence: 3, later: -500)
        #expect(try await changedBy() == "Bob (sent by Cleo)")
        try await arrive(.notes, "cold", on: bobsPhone, sentBy: "bob", sequence: 4)
        #expect(try await changedBy() == "Bob")
        try await arrive(.priority, "low", on: bobsPhone, sentBy: "cleo", sequence: 5, later: -500)
        #expect(try await changedBy() == "Bob")
        // A device of which nobody says that it is theirs: the sender is what the rules vouch for.
        try await arrive(.title, "Rice milk", on: DeviceID(rawValue: 9), sentBy: "cleo", sequence: 6)
        #expect(try await changedBy() == "Cleo")
        // Somebody writes as this device.
        try await arrive(.title, "Goat milk", on: store.device, sentBy: "cleo", sequence: 7)
        #expect(try await changedBy() == "Ann (sent by Cleo)")
    }

    @Test(
        "the history names the other person, finds what that person did, and a refused undo says who stands against it")
    func history() async throws {
        try await store.edit([milk.id], TodoChanges(title: "Soy milk"))
        try await arrive(
            .completion, .completion(Date(milliseconds: 1_795_262_400_000)), on: bobsPhone, sentBy: "bob", sequence: 2)
        let step = try #require(try await store.recentHistory(limit: 1).first)
        #expect(step.client?.name == "Bob" && step.changes.map(\.client) == ["Bob"])
        let text = try await store.historyText(naming: step.mentioned)
        #expect(text.writer(of: step) == .member("Bob") && text.writer(of: step).words == "Bob")
        #expect(text.device(bobsPhone) == "Bob")
        #expect(try await store.recentHistory(by: "bob").map(\.token) == [step.token])
        #expect(try await store.recentHistory(by: "cleo").isEmpty)
        try await arrive(.title, "Oat milk", on: bobsPhone, sentBy: "bob", sequence: 3)
        let error = try await #require(throws: TodoError.self) { try await store.undo() }
        #expect(error.reason.contains("title of “Oat milk”, changed by Bob"))
    }

    @Test("a conflict with another person is among the conflicts, says who lost against whom, and can be taken back")
    func conflict() async throws {
        try await store.edit([milk.id], TodoChanges(title: "Soy milk"))
        try await arrive(.title, "Oat milk", on: bobsPhone, sentBy: "bob", sequence: 2)
        let conflict = try #require(try await store.sync.conflicts(limit: 10).first)
        #expect(try await store.sync.conflictCount == 1)
        #expect(conflict.record.space == space && conflict.title == "Oat milk")
        #expect(conflict.kept.deviceName == "Bob" && conflict.lost.value == "Soy milk")
        let text = try await store.historyText(naming: Set(conflict.mentioned))
        #expect(text.parties(to: conflict) == "your title lost against Bob's")
        try await store.sync.takeBack([conflict.id])
        #expect(try await store.todos.find(milk.id).title == "Soy milk")
        #expect(try await store.sync.conflictCount == 0)
    }

    @Test("the sync state of a shared to-do names the person who edited it last")
    func state() async throws {
        try await arrive(.title, "Oat milk", on: bobsPhone, sentBy: "bob", sequence: 2)
        let state = try #require(try await store.syncState(of: [milk.id])[milk.id])
        #expect(state.editor == bobsPhone && state.editorName == "Bob" && !state.isUnsent)
        #expect(try await store.memberNames == [bobsPhone: "Bob"])
        #expect(try await store.sync.deviceNames[bobsPhone] == nil)
    }
}
