import FirestoreWire
import SyncSimulation
import TestSupport
import Testing
import TodoDomain
import TodoLocal
import TodoSync

/// What a member may send to a shared space, and what the space asks of this program.
@Suite("Spaces: rights")
struct SpaceRightsTests {
    private let cloud = SharedCloud()
    private let ann: MemberFixture
    private let bob: MemberFixture
    private let mine: SpaceID
    private let theirs: SpaceID

    init() async throws {
        ann = try MemberFixture("ann", cloud)
        bob = try MemberFixture("bob", cloud, seed: 7)
        cloud.create("s", owner: "ann")
        cloud.add("bob", to: "s", as: .editor)
        mine = try await ann.join("s", as: .owner)
        theirs = try await bob.join("s")
        try await ann.add("t", "oat milk", in: mine)
        try await ann.sync()
        try await bob.sync()
    }

    @Test("a viewer only reads: what is unsent stays, can be counted, and is sent once an owner lets it")
    func viewer() async throws {
        cloud.change("s") { $0.members["bob"] = .viewer }
        try await bob.rename("t", "soy milk", in: theirs)
        try await bob.device.add("own", "mine")
        let sync = try await bob.sync()
        #expect(sync.requests == ["heads:2", "commit own"])
        #expect(try await bob.unsent(theirs) == 1)
        #expect(try await bob.spaces.sharedSpaces()[theirs]?.role == .viewer)
        #expect(try await bob.spaces.hasPendingRecords() == false)
        try await ann.add("u", "bread", in: mine)
        try await ann.sync()
        #expect(try await bob.sync().requests == ["heads:2", "page s"])
        #expect(try await bob.titles(theirs) == ["t": "soy milk", "u": "bread"])
        cloud.change("s") { $0.members["bob"] = .editor }
        try await bob.sync()
        #expect(cloud.todo("t", in: "s")?["title"] == .string("soy milk"))
        #expect(try await bob.unsent(theirs) == 0)
    }

    @Test("a role that is taken away between the head and the commit is noticed")
    func demoted() async throws {
        try await bob.rename("t", "soy milk", in: theirs)
        cloud.beforeAnswer = { [cloud] request in
            guard request == "commit s" else { return }
            cloud.beforeAnswer = nil
            cloud.change("s") { $0.members["bob"] = .viewer }
        }
        try await bob.sync()
        #expect(cloud.todo("t", in: "s")?["title"] == .string("oat milk"))
        #expect(try await bob.unsent(theirs) == 1)
        #expect(try await bob.replication(theirs).quarantined().isEmpty)
    }

    @Test("a closed space is read to its end, and then no longer asked", arguments: [nil, "next"])
    func closed(successor: String?) async throws {
        try await bob.rename("t", "soy milk", in: theirs)
        try await ann.add("u", "bread", in: mine)
        try await ann.sync()
        cloud.change("s") { sharing in
            sharing.isClosed = true
            sharing.successor = successor
        }
        #expect(try await bob.sync().requests == ["heads:2", "page s"])
        #expect(try await bob.state(theirs) == (successor == nil ? .ended : .renewed))
        #expect(try await bob.titles(theirs) == ["t": "soy milk", "u": "bread"])
        #expect(try await bob.unsent(theirs) == 1)
        #expect(try await bob.sync().requests == ["head own"])
    }

    @Test("a newer or sealed space is read and not written, and the own one goes on")
    func newer() async throws {
        for isSealed in [false, true] {
            if isSealed {
                cloud.change("s") { $0.isEncrypted = true }
            } else {
                cloud.spaces["s"]?.contents.head?["schema"] = .integer(RemoteHead.sharedSchema + 1)
            }
            try await bob.rename("t", "soy milk", in: theirs)
            try await bob.device.add("own\(isSealed)", "mine")
            let sync = try await bob.sync()
            #expect(sync.report.needsUpdate)
            #expect(sync.requests == ["heads:2", "commit own"])
            #expect(try await bob.unsent(theirs) == 1)
            cloud.spaces["s"]?.contents.head?["schema"] = .integer(RemoteHead.sharedSchema)
        }
    }

    @Test("a version that a member has made up leaves that document alone, and stops nothing else")
    func madeUpVersion() async throws {
        cloud.spaces["s"]?.contents.documents[RecordKey(.todo, "t")]?["v"] = .integer(99)
        cloud.spaces["s"]?.contents.documents[RecordKey(.todo, "t")]?["seq"] = .integer(100)
        cloud.change("s") { _ in }
        cloud.spaces["s"]?.contents.head?["seq"] = .integer(100)
        cloud.spaces["s"]?.contents.head?["last"] = .map(["todos": .integer(100)])
        try await bob.add("u", "bread", in: theirs)
        let report = try await bob.sync().report
        #expect(!report.needsUpdate)
        #expect(cloud.todo("u", in: "s") != nil)
        #expect(cloud.todo("t", in: "s")?["v"] == .integer(99))
        #expect(try await bob.titles(theirs)["t"] == "oat milk")
    }

    @Test("a stamp beyond `hi` counts for nobody, and the first writer washes the document")
    func lie() async throws {
        let stamp = Stamp(milliseconds: 253_402_300_000_000, counter: 0, device: DeviceID(rawValue: 9)).description
        var document = try #require(cloud.todo("t", in: "s"))
        let head = try #require(cloud.spaces["s"]?.head)
        document["seq"] = .integer(head.sequence + 1)
        document["title"] = .string("poison")
        document[try FieldPath(["s", "title"])] = .string(stamp)
        document["by"] = .string("ann")
        let next = head.advanced(by: "lie", touching: [.todo])
        let (fields, mask) = next.changed(touching: [.todo])
        _ = try cloud.commit(
            RemoteCommit(
                headFields: fields, headMask: mask, headTime: head.updateTime,
                changes: [.init(key: RecordKey(.todo, "t"), operation: .replace(document))]), to: "s", by: "ann")
        try await bob.sync()
        #expect(try await bob.titles(theirs) == ["t": "oat milk"])
        let washed = try #require(cloud.todo("t", in: "s"))
        #expect(washed["title"] == .string("oat milk") && washed["by"] == .string("bob"))
        #expect(washed[try FieldPath(["s", "title"])] != .string(stamp))
        try await ann.sync()
        #expect(try await ann.titles(mine) == ["t": "oat milk"])
    }

    @Test("only an owner's device collects deletions")
    func collects() async throws {
        try await bob.device.stack.write("delete") { [theirs] transaction in
            try transaction.within(theirs) { try transaction.delete(TodoEntity.self, id: "t") }
        }
        try await bob.sync()
        try await ann.sync()
        for device in [ann, bob] { device.device.clock.advance(by: 200 * 86_400) }
        cloud.now += 200 * 86_400_000
        try await bob.sync()
        #expect(cloud.todo("t", in: "s") != nil)
        try await ann.sync()
        #expect(cloud.todo("t", in: "s") == nil)
    }
}
