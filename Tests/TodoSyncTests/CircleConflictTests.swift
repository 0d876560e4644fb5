import Foundation
import JSON
import SyncSimulation
import TestSupport
import Testing
import TodoDomain
import TodoLocal
import TodoSync

/// What two devices put below or after one another, neither knowing of the other.
@Suite("Circles that two devices make are conflicts")
struct CircleConflictTests {
    private func devices() async throws -> [EngineFixture] {
        let server = ModelServer()
        let devices = [try EngineFixture(server), try EngineFixture(server, seed: 2)]
        devices[1].clock.advance(by: 1)
        for id in ["a", "b", "c"] {
            try await devices[0].add(id, id)
            _ = try await devices[0].stack.write("add") {
                try $0.create(TodoList(id: .init(stored: id), title: id, createdAt: $0.environment.now()))
            }
        }
        try await settle(devices)
        for device in devices { device.clock.advance(by: 60) }
        return devices
    }

    private func settle(_ devices: [EngineFixture]) async throws {
        for device in devices + devices { _ = try await device.engine.run() }
    }

    private func put(_ id: String, below parent: String, on device: EngineFixture) async throws {
        _ = try await device.stack.write("move") {
            try $0.update(Todo.Update(id: .init(stored: id), standing: Standing(in: nil, below: .init(stored: parent))))
        }
    }

    private func putList(_ id: String, below parent: String, on device: EngineFixture) async throws {
        _ = try await device.stack.write("move") {
            try $0.update(TodoList.Update(id: .init(stored: id), parent: .set(.init(stored: parent))))
        }
    }

    private func depend(_ id: String, on target: String, device: EngineFixture) async throws {
        _ = try await device.stack.write("edit") {
            try $0.update(
                Todo.Update(
                    id: .init(stored: id), dependencies: Todo.DependencyChange(add: [.init(stored: target)])))
        }
    }

    /// Syncs until all know everything; then each shows one conflict, which is the same.
    private func expectConflict(
        _ devices: [EngineFixture], startingWith first: Int, about key: RecordKey, _ register: String
    ) async throws {
        _ = try await devices[first].engine.run()
        try await settle(devices)
        for device in devices {
            let found = try await device.replication.conflicts(limit: 9)
            #expect(found.map(\.record.key) == [key] && found.map(\.record.conflict.register) == [register])
            #expect(try device.stack.inconsistency() == nil)
        }
        // A device that comes later learns of it, and does not notice it again.
        let fresh = try EngineFixture(devices[0].server, seed: 3)
        _ = try await fresh.engine.run()
        #expect(try await fresh.replication.conflicts(limit: 9).count == 1)
        let id = try #require(try await fresh.replication.conflicts(limit: 9).first?.id)
        let error = await #expect(throws: TodoError.self) {
            try await fresh.replication.takeBack([id], isForced: false)
        }
        #expect(error?.code == .wouldCircle)
        try await fresh.replication.dismiss([id])
        try await settle([fresh] + devices)
        for device in devices { #expect(try await device.replication.conflicts(limit: 9).isEmpty) }
        let last = try EngineFixture(devices[0].server, seed: 4)
        _ = try await last.engine.run()
        #expect(try await last.replication.conflicts(limit: 9).isEmpty)
    }

    @Test("two to-dos that were put below each other", arguments: [0, 1])
    func parents(first: Int) async throws {
        let devices = try await devices()
        try await put("a", below: "b", on: devices[0])
        try await put("b", below: "a", on: devices[1])
        try await expectConflict(devices, startingWith: first, about: RecordKey(.todo, "b"), "standing")
    }

    @Test("two lists that were put below each other", arguments: [0, 1])
    func lists(first: Int) async throws {
        let devices = try await devices()
        try await putList("a", below: "b", on: devices[0])
        try await putList("b", below: "a", on: devices[1])
        try await expectConflict(devices, startingWith: first, about: RecordKey(.list, "b"), "parent")
    }

    @Test("three to-dos that wait for one another", arguments: [0, 1])
    func dependencies(first: Int) async throws {
        let devices = try await devices()
        try await depend("a", on: "b", device: devices[0])
        try await depend("b", on: "c", device: devices[0])
        try await depend("c", on: "a", device: devices[1])
        try await expectConflict(devices, startingWith: first, about: RecordKey(.todo, "c"), "after.a")
    }

    @Test("what one device moves once it knows of the other's move is no conflict")
    func known() async throws {
        let devices = try await devices()
        try await put("a", below: "b", on: devices[0])
        try await depend("a", on: "b", device: devices[0])
        try await settle(devices)
        try await put("b", below: "c", on: devices[1])
        try await depend("b", on: "c", device: devices[1])
        try await settle(devices)
        for device in devices { #expect(try await device.replication.conflicts(limit: 9).isEmpty) }
    }
}
