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
}
