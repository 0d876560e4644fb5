import Foundation
import JSON
import SyncSimulation
import TestSupport
import Testing
import TodoDomain
import TodoLocal
import TodoSync

/// A list that is deleted while another device puts a to-do into it, and a to-do while another one comments on it; of tags
/// and places, which are also merged, see ``SharedNameTests``.
@Suite("Lists and to-dos that are deleted while others use them")
struct DeletedInUseTests {
    private let list = TodoList.ID(stored: "l1")
    private let todo = Todo.ID(stored: "t1")
    private let comment = Todo.Comment.ID(stored: "c1")

    private let server = ModelServer()

    private func devices() throws -> [EngineFixture] {
        [try EngineFixture(server), try EngineFixture(server, seed: 2)]
    }

    /// Devices of which the first has a list and a to-do that is in none.
    private func devicesWithList() async throws -> [EngineFixture] {
        let devices = try devices()
        _ = try await devices[0].stack.write("add") { [list] in
            try $0.create(TodoList(id: list, title: "Work", createdAt: $0.environment.now()))
        }
        try await devices[0].add("t1", tags: [])
        return devices
    }

    private func putIntoList(on device: EngineFixture) async throws {
        _ = try await device.stack.write("move") { [list, todo] in
            try $0.update(Todo.Update(id: todo, standing: Standing(in: list)))
        }
    }

    private func deleteList(on device: EngineFixture) async throws {
        try await device.stack.write("delete") { [list] in try $0.delete(ListEntity.self, id: list.rawValue) }
    }

    private func settle(_ devices: [EngineFixture]) async throws {
        for device in devices + devices { _ = try await device.engine.run() }
    }

    /// Syncs until all know everything, beginning with one of the devices; then each shows one conflict about the record,
    /// and taking it back on the last device closes it on all.
    private func expectConflict(
        _ devices: [EngineFixture], startingWith first: Int, about key: RecordKey
    ) async throws {
        _ = try await devices[first].engine.run()
        try await settle(devices)
        for device in devices {
            #expect(try await device.replication.conflicts(limit: 9).map(\.record.key) == [key])
            #expect(try device.stack.inconsistency() == nil)
        }
        let id = try #require(try await devices.last?.replication.conflicts(limit: 9).first?.id)
        try await devices.last?.replication.takeBack([id], isForced: false)
        try await settle(devices)
        for device in devices { #expect(try await device.replication.conflicts(limit: 9).isEmpty) }
    }

    @Test("a to-do that is put into a list that another device deletes", arguments: [0, 1])
    func list(first: Int) async throws {
        let devices = try await devicesWithList()
        try await settle(devices)
        try await deleteList(on: devices[0])
        try await putIntoList(on: devices[1])
        try await expectConflict(devices, startingWith: first, about: RecordKey(.list, list.rawValue))
        for device in devices { #expect(try await TodoDAO(device.stack).find(todo).list?.title == "Work") }
    }

    @Test("a deleted to-do that another device puts into a list, which is deleted too", arguments: [0, 1])
    func broughtBack(first: Int) async throws {
        let devices = try await devicesWithList()
        try await settle(devices)
        try await devices[0].delete("t1")
        try await deleteList(on: devices[0])
        // The use is later than the deletion, which is not known here.
        devices[1].clock.advance(by: 1)
        try await putIntoList(on: devices[1])
        _ = try await devices[first].engine.run()
        try await settle(devices)
        for device in devices {
            let keys = try await device.replication.conflicts(limit: 9).map(\.record.key)
            #expect(Set(keys) == [RecordKey(.todo, "t1"), RecordKey(.list, list.rawValue)])
            #expect(try await device.titles().keys.sorted() == ["t1"])
        }
    }

    @Test("a list that one device deletes before it was ever sent, and another one made under the same id and uses")
    func deletedUnsent() async throws {
        let devices = try devices()
        for device in devices {
            _ = try await device.stack.write("import") { [list] in
                try $0.create(TodoList(id: list, title: "Work", createdAt: $0.environment.now()))
            }
        }
        try await devices[0].add("t1", tags: [])
        try await putIntoList(on: devices[0])
        devices[1].clock.advance(by: 1)
        try await deleteList(on: devices[1])
        for device in [1, 0] { _ = try await devices[device].engine.run() }
        // A to-do names the other list before that list is known.
        let engine = devices[1].engine(with: WatchedServer.forbidding(.list, on: server))
        _ = try? await engine.run()
        #expect(try await TodoDAO(devices[1].stack).find(todo).list == nil)
        try await expectConflict(devices, startingWith: 1, about: RecordKey(.list, list.rawValue))
        for device in devices { #expect(try await TodoDAO(device.stack).find(todo).list?.title == "Work") }
    }

    @Test("a comment on a to-do that another device deletes", arguments: [0, 1])
    func comment(first: Int) async throws {
        let devices = try devices()
        try await devices[0].add("t1", tags: [])
        try await settle(devices)
        try await devices[0].delete("t1")
        _ = try await devices[1].stack.write("comment") { [comment, todo] in
            try $0.create(Todo.Comment(id: comment, on: todo, text: "Not yet", createdAt: $0.environment.now()))
        }
        try await expectConflict(devices, startingWith: first, about: RecordKey(.todo, todo.rawValue))
        for device in devices {
            #expect(try await TodoDAO(device.stack).find(todo).comments.map(\.text) == ["Not yet"])
        }
    }

    @Test("a deletion that wins over a comment and then loses to an edit is in conflict with both")
    func twice() async throws {
        let devices = try devices() + [EngineFixture(server, seed: 3)]
        try await devices[0].add("t1", tags: [])
        try await settle(devices)
        try await devices[0].delete("t1")
        _ = try await devices[1].stack.write("comment") { [comment, todo] in
            try $0.create(Todo.Comment(id: comment, on: todo, text: "Not yet", createdAt: $0.environment.now()))
        }
        try await devices[2].rename("t1", "edited later")
        for device in [1, 0, 2] { _ = try await devices[device].engine.run() }
        try await settle(devices)
        for device in devices {
            let conflicts = try await device.replication.conflicts(limit: 9).map(\.record.conflict)
            #expect(Set(conflicts.map { $0.lost == .null }) == [true, false])
            #expect(try await TodoDAO(device.stack).find(todo).title == "edited later")
        }
    }

    @Test("the comments on a to-do go when its deletion is forgotten, on the server and on every device")
    func collected() async throws {
        server.clockOffset = 0
        let devices = try devices()
        for id in ["t1", "t2"] { try await devices[0].add(id, tags: []) }
        _ = try await devices[0].stack.write("comment") { [comment] transaction in
            for (id, todo) in [(comment, "t1"), (.init(stored: "c2"), "t2")] {
                try transaction.create(
                    Todo.Comment(id: id, on: .init(stored: todo), text: "Hm", createdAt: transaction.environment.now()))
            }
        }
        try await settle(devices)
        try await devices[0].delete("t1")
        try await settle(devices)
        for device in devices { device.clock.advance(by: 181 * 86_400) }
        server.now += 181 * 86_400_000
        try await settle(devices)
        #expect(server.contents.documents.count == 2)
        for device in devices {
            let comments = try await device.replication.records(of: .comment, afterID: nil, limit: 9)
            #expect(comments.filter { !$0.isDeleted }.map(\.id) == ["c2"])
        }
    }

    @Test("what everybody knew to be in use is no conflict, nor what was taken out of the list before")
    func known() async throws {
        let devices = try await devicesWithList()
        _ = try await devices[0].stack.write("use") { [list, todo, comment] in
            try $0.update(Todo.Update(id: todo, standing: Standing(in: list)))
            try $0.create(Todo.Comment(id: comment, on: todo, text: "Known", createdAt: $0.environment.now()))
        }
        try await settle(devices)
        try await deleteList(on: devices[1])
        try await devices[0].rename("t1", "edited meanwhile")
        try await settle(devices)
        try await devices[1].delete("t1")
        try await settle(devices)
        for device in devices { #expect(try await device.replication.conflicts(limit: 9).isEmpty) }
    }
}
