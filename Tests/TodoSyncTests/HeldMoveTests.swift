import FirestoreWire
import SyncSimulation
import TestSupport
import Testing
import TodoDomain
import TodoLocal
import TodoSync

/// A move writes two spaces, whose commits can be torn. So the deletion is sent only once the other space has the copy.
@Suite("Spaces: moves")
struct HeldMoveTests {
    private let cloud = SharedCloud()
    private let bob: MemberFixture
    private let shared: SpaceID

    init() async throws {
        bob = try MemberFixture("bob", cloud, seed: 7)
        cloud.create("s", owner: "ann")
        cloud.add("bob", to: "s", as: .editor)
        shared = try await bob.join("s")
        try await bob.device.add("t", "mine")
        try await bob.add("u", "theirs", in: shared)
        try await bob.sync()
    }

    private var isOriginalDeleted: Bool {
        cloud.own(of: "bob").contents.documents[RecordKey(.todo, "t")]?["deleted"] == .boolean(true)
    }

    @Test("the deletion goes after the copy, in the same round")
    func order() async throws {
        try await bob.move("t", from: .own, to: shared, as: "c")
        #expect(try await bob.device.replication.hasPendingRecords() == false)
        #expect(try await bob.sync().requests == ["heads:2", "commit s", "head own", "commit own"])
        #expect(cloud.todo("c", in: "s")?["title"] == .string("copy of t"))
        #expect(isOriginalDeleted)
        #expect(try await bob.sync().requests == ["heads:2"])
    }

    @Test("to the own space too")
    func toOwn() async throws {
        try await bob.move("u", from: shared, to: .own, as: "c")
        #expect(try await bob.sync().requests == ["heads:2", "commit own", "commit s"])
        #expect(cloud.todo("u", in: "s")?["deleted"] == .boolean(true))
    }

    @Test("as long as the copy is not accepted, the original stays", arguments: ["viewer", "full", "lost", "removed"])
    func refused(reason: String) async throws {
        try await bob.move("t", from: .own, to: shared, as: "c")
        cloud.beforeAnswer = { [cloud] request in
            guard request == "commit s" else { return }
            switch reason {
            case "viewer": cloud.change("s") { $0.members["bob"] = .viewer }
            case "removed": cloud.remove("bob", from: "s", by: "ann")
            case "full": throw RemoteFailure(.overQuota, status: "RESOURCE_EXHAUSTED", message: "Full.")
            default: throw RemoteFailure(.outcomeUnknown, status: "UNAVAILABLE", message: "No answer.")
            }
        }
        try await bob.sync()
        #expect(!isOriginalDeleted)
        try await bob.sync()
        #expect(!isOriginalDeleted)
        #expect(try await bob.device.replication.counts().pending == 1)
        guard reason != "removed" else { return }
        cloud.beforeAnswer = nil
        cloud.change("s") { $0.members["bob"] = .editor }
        try await bob.sync()
        #expect(isOriginalDeleted)
        #expect(cloud.todo("c", in: "s") != nil)
    }

    @Test("what waits does not hold up what comes after it")
    func others() async throws {
        for number in 1...12 { try await bob.device.add("m\(number)", "mine") }
        try await bob.sync()
        for number in 1...12 { try await bob.move("m\(number)", from: .own, to: shared, as: "c\(number)") }
        // The device learns of it at the next sync, and keeps what it cannot send.
        cloud.change("s") { $0.members["bob"] = .viewer }
        try await bob.device.add("later", "mine")
        try await bob.sync()
        #expect(cloud.own(of: "bob").contents.documents[RecordKey(.todo, "later")] != nil)
        #expect(try await bob.device.replication.counts().pending == 12)
    }

    @Test("a deletion whose copy is not on this device, or is to be deleted there, waits for nothing")
    func foreign() async throws {
        try await bob.move("t", from: .own, to: shared, as: "c", keepingCopy: false)
        try await bob.sync()
        #expect(isOriginalDeleted)
        try await bob.move("u", from: shared, to: .own, as: "d")
        try await bob.device.delete("d")
        try await bob.sync()
        #expect(cloud.todo("u", in: "s")?["deleted"] == .boolean(true))
    }

    @Test(
        "a list that was moved is deleted after the copies of what is in it and below it", arguments: ["todo", "inner"])
    func list(refusing id: String) async throws {
        let store = bob.device.stack
        try await store.write("add") { transaction in
            try transaction.create(TodoList.sample("L", "Food"))
            try transaction.create(TodoList.sample("M", "Drinks", parent: "L"))
            for (todo, list) in [("todo", "L"), ("inner", "M")] {
                var new = Todo(id: Todo.ID(stored: todo), title: todo, createdAt: transaction.environment.now())
                new.list = .sample(list, list)
                _ = try transaction.create(new)
            }
        }
        try await bob.sync()
        let shared = shared
        try await store.write("share list") { _ = try $0.move(list: .init(stored: "L"), into: shared) }
        // The copies of the lists are accepted, and one to-do is not yet.
        let copy = try #require(
            try await store.read { try $0.within(.own).record(TodoEntity.self, id: id)?.content.movedTo?.id })
        let key = RecordKey(.todo, copy)
        let pending = try await bob.replication(shared).pendingRecords(limit: 100, excluding: [])
        let others = pending.filter { $0.key.id != key.id }
        #expect(others.count == pending.count - 1)
        try await bob.replication(shared).acknowledge(
            others, sequence: 9, state: try await bob.replication(shared).syncState())
        func sent() async throws -> Set<String> {
            Set(try await bob.device.replication.pendingRecords(limit: 100, excluding: []).map(\.key.id))
        }
        #expect(try await sent() == (id == "todo" ? ["inner", "M"] : ["todo"]))
        try await bob.replication(shared).acknowledge(
            pending.filter { $0.key.id == key.id }, sequence: 10,
            state: try await bob.replication(shared).syncState())
        #expect(try await sent() == ["L", "M", "todo", "inner"])
    }
}
