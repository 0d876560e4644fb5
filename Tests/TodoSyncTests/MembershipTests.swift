import FirestoreWire
import SyncSimulation
import TestSupport
import Testing
import TodoDomain
import TodoLocal
import TodoSync

/// The own space says in which shared spaces a person is, so that all devices of the person know.
@Suite("Spaces: the devices of one person")
struct MembershipTests {
    private let cloud = SharedCloud()
    private let phone: MemberFixture
    private let laptop: MemberFixture

    init() throws {
        phone = try MemberFixture("ann", cloud)
        laptop = try MemberFixture("ann", cloud, seed: 7)
    }

    /// A space of Ann, which her phone has entered, with a to-do in it.
    private func share() async throws -> SpaceID {
        cloud.create("s", owner: "ann")
        let space = try await phone.enter("s", named: "Groceries")
        try await phone.add("t", "oat milk", in: space)
        try await phone.sync()
        return space
    }

    @Test("a device learns of a space from the own one, and has its to-dos after the same sync")
    func learns() async throws {
        _ = try await share()
        let document = try #require(cloud.own(of: "ann").contents.documents[RecordKey(.membership, "s")])
        #expect(document["joined"] == .boolean(true) && document["name"] == .string("Groceries"))
        try await laptop.sync()
        let found = try #require(try await laptop.spaces.sharedSpaces().first)
        #expect(found.value.sid == "s" && found.value.name == "Groceries" && found.value.state == .active)
        #expect(found.value.role == .owner && found.value.members == ["ann": .owner])
        #expect(try await laptop.titles(found.key) == ["t": "oat milk"])
        // An idle device asks for both heads at once.
        #expect(try await laptop.sync().requests == ["heads:2"])
        try await laptop.rename("t", "soy milk", in: found.key)
        try await laptop.sync()
        #expect(cloud.todo("t", in: "s")?["title"] == .string("soy milk"))
    }

    @Test("a space that was left on one device becomes a copy on the others, with what is unsent there")
    func left() async throws {
        let space = try await share()
        try await laptop.sync()
        let there = try #require(try await laptop.spaces.sharedSpaces().keys.first)
        try await laptop.rename("t", "soy milk", in: there)
        try await phone.spaces.leave(space)
        try await phone.sync()
        #expect(try await phone.state(space) == .left)
        let sync = try await laptop.sync()
        #expect(!sync.requests.contains("commit s"))
        #expect(try await laptop.state(there) == .left)
        #expect(try await laptop.titles(there) == ["t": "soy milk"])
        #expect(try await laptop.unsent(there) == 1)
        // It is not asked for again, and a new device does not hear of it.
        #expect(try await laptop.sync().requests == ["head own"])
        let fresh = try MemberFixture("ann", cloud, seed: 9)
        try await fresh.sync()
        #expect(try await fresh.spaces.sharedSpaces() == [:])
    }

    @Test("joining once more brings the space back on each device, which then sends what is unsent there")
    func rejoined() async throws {
        let space = try await share()
        try await laptop.sync()
        let there = try #require(try await laptop.spaces.sharedSpaces().keys.first)
        cloud.change("s") { $0.members["bob"] = .owner }
        try await laptop.rename("t", "soy milk", in: there)
        cloud.remove("ann", from: "s", by: "bob")
        try await laptop.sync()
        try await phone.sync()
        #expect(try await laptop.state(there) == .removed)
        #expect(try await phone.state(space) == .removed)
        // Nothing in the own space has changed, so the removed ones are not asked for.
        #expect(try await laptop.sync().requests == ["head own"])
        cloud.add("ann", to: "s", as: .editor)
        #expect(try await phone.enter("s", named: "Groceries") == space)
        try await phone.sync()
        try await laptop.sync()
        #expect(try await laptop.state(there) == .active)
        #expect(try await laptop.unsent(there) == 0)
        #expect(cloud.todo("t", in: "s")?["title"] == .string("soy milk"))
    }

    @Test("two devices that join and leave at once agree on the later act")
    func both() async throws {
        let space = try await share()
        try await laptop.sync()
        let there = try #require(try await laptop.spaces.sharedSpaces().keys.first)
        try await laptop.spaces.leave(there)
        phone.device.clock.advance(by: 60)
        _ = try await phone.enter("s", named: "Food")
        try await laptop.sync()
        try await phone.sync()
        try await laptop.sync()
        for (device, id) in [(phone, space), (laptop, there)] {
            let known = try #require(try await device.spaces.sharedSpaces()[id])
            #expect(known.state == .active && known.name == "Food")
        }
    }

    @Test("whom an owner has removed, and by which commit, is known on all devices of the owner")
    func removals() async throws {
        let space = try await share()
        let removal = Removal(sequence: 4, commitID: "1f3a")
        try await phone.device.stack.write("sync", author: .sync) { transaction in
            try transaction.note(removalOf: "bob.b", from: space, by: removal)
            try transaction.note(removalOf: "cleo", from: space, by: removal)
            try transaction.forgetRemoval(of: "cleo", from: space)
        }
        try await phone.sync()
        try await laptop.sync()
        let there = try #require(try await laptop.spaces.sharedSpaces().keys.first)
        #expect(try await laptop.device.stack.read { try $0.removals(from: there) } == ["bob.b": removal])
    }

    @Test("a remote whose rules do not know memberships keeps them here, and stops nothing")
    func refused() async throws {
        cloud.own(of: "ann").rulesAreOld = true
        let space = try await share()
        #expect(try await phone.titles(space) == ["t": "oat milk"])
        #expect(cloud.todo("t", in: "s") != nil)
        #expect(cloud.own(of: "ann").contents.documents[RecordKey(.membership, "s")] == nil)
    }

    @Test("an undo of the step that shared a list takes nobody out of the space")
    func undone() async throws {
        cloud.create("s", owner: "ann")
        let space = try await phone.device.stack.write("share list") { transaction in
            let space = try transaction.enter(StoredSpace(sid: "s", path: "spaces/s", role: .owner, name: "Food"))
            try transaction.within(space) {
                _ = try transaction.create(
                    Todo(id: Todo.ID(stored: "t"), title: "oat milk", createdAt: transaction.environment.now()))
            }
            return space
        }
        _ = try await HistoryDAO(phone.device.stack).undo(1, isForced: false)
        #expect(try await phone.titles(space) == [:])
        #expect(try await phone.state(space) == .active)
        try await phone.sync()
        try await laptop.sync()
        #expect(try await laptop.spaces.sharedSpaces().count == 1)
    }
}
