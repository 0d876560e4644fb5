import FirestoreWire
import SyncSimulation
import TestSupport
import Testing
import TodoDomain
import TodoLocal
import TodoSync

/// One poll asks for the heads of all spaces, and each space has its own result.
@Suite("Spaces: polling")
struct SpacesEngineTests {
    private let cloud = SharedCloud()
    private let ann: MemberFixture
    private let bob: MemberFixture

    init() throws {
        ann = try MemberFixture("ann", cloud)
        bob = try MemberFixture("bob", cloud, seed: 7)
    }

    /// A space of Ann and Bob, on a device of each.
    private func share(_ name: String, _ role: SpaceRole = .editor) async throws -> (ann: SpaceID, bob: SpaceID) {
        cloud.create(name, owner: "ann")
        cloud.add("bob", to: name, as: role)
        return try await (ann.join(name, as: .owner), bob.join(name, as: role))
    }

    @Test("an edit of one member comes to the others, with its sender and its version")
    func travels() async throws {
        let (mine, theirs) = try await share("s")
        try await ann.add("t", "oat milk", in: mine)
        try await ann.sync()
        let document = try #require(cloud.todo("t", in: "s"))
        #expect(document["by"] == .string("ann") && document["v"] == .integer(2))
        #expect(cloud.own(of: "ann").contents.documents.keys.contains { $0.kind == .todo } == false)
        #expect(try await bob.sync().report.pulled == 1)
        #expect(try await bob.titles(theirs) == ["t": "oat milk"])
        try await bob.rename("t", "soy milk", in: theirs)
        try await bob.sync()
        #expect(cloud.todo("t", in: "s")?["by"] == .string("bob"))
        try await ann.sync()
        #expect(try await ann.titles(mine) == ["t": "soy milk"])
        #expect(try await ann.unsent(mine) == 0)
        #expect(try await bob.unsent(theirs) == 0)
        // What arrived says who the members are.
        #expect(try await bob.spaces.sharedSpaces()[theirs]?.members == ["ann": .owner, "bob": .editor])
    }

    @Test("an idle device asks for all heads in one request, and only what has moved is read")
    func idle() async throws {
        var mine: [SpaceID] = []
        for name in ["a", "b", "c", "d", "e"] { mine.append(try await share(name).ann) }
        try await ann.sync()
        let idle = try await ann.sync()
        #expect(idle.requests == ["heads:6"])
        #expect(idle.report.requests == 1 && idle.report.documentsRead == 6)
        try await ann.add("t", "oat milk", in: mine[2])
        #expect(try await ann.sync().requests == ["heads:6", "commit c"])
        try await bob.sync()
        let theirs = try #require(try await bob.spaces.sharedSpaces().first { $0.value.sid == "d" }?.key)
        try await bob.add("u", "bread", in: theirs)
        try await bob.sync()
        #expect(try await ann.sync().requests == ["heads:6", "page d"])
        #expect(try await ann.sync().requests == ["heads:6"])
    }

    @Test("a person who was removed keeps the copy with what is unsent, and the space is not asked again")
    func removed() async throws {
        let (_, theirs) = try await share("s")
        let (_, others) = try await share("u")
        try await bob.sync()
        try await bob.add("t", "oat milk", in: theirs)
        try await bob.add("t", "bread", in: others)
        cloud.remove("bob", from: "s", by: "ann")
        let sync = try await bob.sync()
        // The poll was refused, so each is asked alone, once.
        #expect(sync.requests == ["heads:3", "head own", "head s", "member s", "head u", "commit u"])
        #expect(sync.report.requests == sync.requests.count)
        #expect(try await bob.state(theirs) == .removed)
        #expect(try await bob.unsent(theirs) == 1)
        #expect(try await bob.titles(theirs) == ["t": "oat milk"])
        #expect(try await bob.state(others) == .active)
        #expect(try await bob.sync().requests == ["heads:2"])
        // Back in, it goes on from there.
        cloud.add("bob", to: "s", as: .editor)
        try await bob.join("s")
        try await bob.sync()
        #expect(try await bob.unsent(theirs) == 0)
        #expect(cloud.todo("t", in: "s")?["title"] == .string("oat milk"))
    }

    @Test("a space that is gone, or that this person has left elsewhere, ends without losing a row")
    func gone() async throws {
        let (_, left) = try await share("left")
        let (_, lost) = try await share("lost")
        try await bob.sync()
        try await bob.add("t", "oat milk", in: lost)
        cloud.remove("bob", from: "left", by: "bob")
        cloud.spaces["lost"] = nil
        try await bob.sync()
        #expect(try await bob.state(left) == .left)
        #expect(try await bob.state(lost) == .removed)
        #expect(try await bob.titles(lost) == ["t": "oat milk"])
    }

    @Test("a person who is let in again while the space is asked about the removal goes on")
    func letInAgain() async throws {
        let (_, theirs) = try await share("s")
        try await bob.sync()
        cloud.remove("bob", from: "s", by: "ann")
        cloud.beforeAnswer = { [cloud] request in
            guard request == "member s" else { return }
            cloud.beforeAnswer = nil
            cloud.add("bob", to: "s", as: .editor)
        }
        let sync = try await bob.sync()
        #expect(sync.requests == ["heads:2", "head own", "head s", "member s", "head s"])
        #expect(sync.report.requests == 5 && sync.report.documentsRead == 4)
        #expect(try await bob.state(theirs) == .active)
        #expect(try await bob.sync().requests == ["heads:2"])
        // Somebody who is not named, although nobody has said so, is removed.
        cloud.change("s") { $0.members["bob"] = nil }
        try await bob.sync()
        #expect(try await bob.state(theirs) == .removed)
    }

    @Test("a remote that also denies what it says about this person ends nothing")
    func unknownRules() async throws {
        let (_, theirs) = try await share("s")
        try await bob.sync()
        cloud.beforeAnswer = { request in
            if request.hasSuffix(" s") || request == "heads:2" { throw Self.denied }
        }
        _ = try await bob.sync()
        #expect(try await bob.state(theirs) == .active)
        #expect(try await bob.replication(theirs).outcome().failure == "not-authorised")
        // If the own space is denied too, nobody else is asked.
        cloud.beforeAnswer = { _ in throw Self.denied }
        let before = cloud.requests.count
        await #expect(throws: RemoteFailure.self) { try await bob.sync() }
        #expect(cloud.requests[before...] == ["heads:2", "head own"])
        #expect(try await bob.state(theirs) == .active)
        cloud.beforeAnswer = nil
        try await bob.sync()
        #expect(try await bob.replication(theirs).outcome().failure == nil)
    }

    private static let denied = RemoteFailure(.denied, status: "PERMISSION_DENIED", message: "No.")

    @Test(
        "a space that fails has a failure of its own, and comes last until it works again",
        arguments: [RemoteFailure.Kind.transient, .overQuota, .refused, .denied, .unauthenticated])
    func failing(kind: RemoteFailure.Kind) async throws {
        let (_, first) = try await share("a")
        let (_, second) = try await share("b")
        try await bob.sync()
        try await bob.add("t", "oat milk", in: first)
        try await bob.add("t", "bread", in: second)
        try await bob.device.add("own", "mine")
        cloud.beforeAnswer = { request in
            if request == "commit a" { throw RemoteFailure(kind, status: "FAILED", message: "No.") }
        }
        try await bob.sync()
        #expect(cloud.todo("t", in: "b") != nil)
        #expect(cloud.own(of: "bob").contents.documents[RecordKey(.todo, "own")] != nil)
        #expect(try await bob.replication(second).outcome().failure == nil)
        guard kind != .refused, kind != .denied else {
            // A single record that is refused is set aside, as in the own space.
            #expect(try await bob.replication(first).quarantined().count == 1)
            return
        }
        #expect(try await bob.replication(first).outcome().failure != nil)
        #expect(try await bob.spaces.activeSpaces().map(\.sid) == ["b", "a"])
        #expect(try await bob.unsent(first) == 1)
        cloud.beforeAnswer = nil
        try await bob.sync()
        #expect(try await bob.unsent(first) == 0)
        #expect(try await bob.spaces.activeSpaces().map(\.sid) == ["a", "b"])
    }

    @Test("the failure of the own space is thrown once the others are synced, unless the remote is silent")
    func ownFailure() async throws {
        let (_, theirs) = try await share("s")
        try await bob.sync()
        try await bob.device.add("t", "mine")
        try await bob.add("t", "oat milk", in: theirs)
        cloud.beforeAnswer = { request in
            if request == "commit own" { throw RemoteFailure(.transient, status: "UNAVAILABLE", message: "No.") }
        }
        await #expect(throws: RemoteFailure.self) { try await bob.sync() }
        #expect(cloud.todo("t", in: "s") == nil)
        cloud.beforeAnswer = { request in
            if request == "commit own" {
                throw RemoteFailure(.overQuota, status: "RESOURCE_EXHAUSTED", message: "Full.")
            }
        }
        await #expect(throws: RemoteFailure.self) { try await bob.sync() }
        #expect(cloud.todo("t", in: "s") != nil)
    }

    @Test("a member is removed in the midst of a sync: what was not sent stays")
    func removedMeanwhile() async throws {
        for moment in ["page s", "commit s"] {
            let name = "s"
            cloud.spaces = [:]
            let bob = try MemberFixture("bob", cloud, seed: 9)
            cloud.create(name, owner: "ann")
            cloud.add("bob", to: name, as: .editor)
            cloud.add("cleo", to: name, as: .editor)
            let cleo = try MemberFixture("cleo", cloud, seed: 11)
            let hers = try await cleo.join(name)
            try await cleo.add("c", "tea", in: hers)
            try await cleo.sync()
            let his = try await bob.join(name)
            try await bob.add("t", "oat milk", in: his)
            cloud.beforeAnswer = { [cloud] request in
                guard request == moment else { return }
                cloud.beforeAnswer = nil
                cloud.remove("bob", from: name, by: "ann")
            }
            try await bob.sync()
            #expect(try await bob.state(his) == .removed, "\(moment)")
            #expect(try await bob.unsent(his) == 1)
            #expect(cloud.todo("t", in: name) == nil)
        }
    }
}
