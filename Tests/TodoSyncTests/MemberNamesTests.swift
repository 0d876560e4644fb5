import FirestoreWire
import SyncSimulation
import TestSupport
import Testing
import TodoDomain
import TodoLocal
import TodoSync

/// Members of a space tell each other the names that they go by, and the devices on which they write.
@Suite("Spaces: the names of members")
struct MemberNamesTests {
    private let cloud = SharedCloud()
    private let ann: MemberFixture
    private let bob: MemberFixture

    init() throws {
        ann = try MemberFixture("ann", cloud)
        bob = try MemberFixture("bob", cloud, seed: 7)
    }

    /// A space in which both go by a name.
    private func share(_ role: SpaceRole = .editor) async throws -> (ann: SpaceID, bob: SpaceID) {
        cloud.create("s", owner: "ann")
        cloud.add("bob", to: "s", as: role)
        return try await (ann.enter("s", as: .owner, calling: "Ann"), bob.enter("s", as: role, calling: "Bob"))
    }

    private func document(of person: String) -> Fields? {
        cloud.spaces["s"]?.contents.documents[RecordKey(.membership, person)]
    }

    private func device(_ member: MemberFixture) async throws -> DeviceID {
        try await HistoryDAO(member.device.stack).device()
    }

    @Test("after one round each knows the names and the devices of the other, and who of the members it is")
    func travels() async throws {
        let (mine, theirs) = try await share()
        try await ann.sync()
        try await bob.sync()
        try await ann.sync()
        let (here, there) = (try await device(ann), try await device(bob))
        for (member, space, me) in [(ann, mine, "ann"), (bob, theirs, "bob")] {
            let known = try #require(try await member.spaces.sharedSpaces()[space])
            #expect(known.names == ["ann": "Ann", "bob": "Bob"] && known.me == me)
            #expect(known.devices == ["ann": [here], "bob": [there]])
        }
        let written = try #require(document(of: "bob"))
        #expect(written["by"] == .string("bob") && written["v"] == .integer(2))
        // Nothing is told twice.
        #expect(try await ann.sync().requests == ["heads:2"])
        #expect(try await bob.sync().requests == ["heads:2"])
    }

    @Test("a second device of a person is added to those that the others know, and takes nothing away")
    func secondDevice() async throws {
        let (mine, _) = try await share()
        for member in [ann, bob, ann] { try await member.sync() }
        let tablet = try MemberFixture("bob", cloud, seed: 11)
        try await tablet.sync()
        try await ann.sync()
        let both: Set = [try await device(bob), try await device(tablet)]
        #expect(try await ann.spaces.sharedSpaces()[mine]?.devices["bob"] == both)
        #expect(try await ann.spaces.sharedSpaces()[mine]?.names["bob"] == "Bob")
        try await bob.sync()
        for member in [ann, bob, tablet] { #expect(try await member.sync().requests == ["heads:2"]) }
    }

    @Test("another name that a person chooses comes to the others")
    func renamed() async throws {
        let (mine, theirs) = try await share()
        for member in [ann, bob, ann] { try await member.sync() }
        try await bob.device.stack.write("sync", author: .sync) {
            try $0.choose(name: "Bobby", of: "bob", in: theirs)
        }
        try await bob.sync()
        try await ann.sync()
        #expect(try await ann.spaces.sharedSpaces()[mine]?.names == ["ann": "Ann", "bob": "Bobby"])
        #expect(try await bob.sync().requests == ["heads:2"])
    }

    @Test("a viewer writes nothing, and tells the name once it may")
    func viewer() async throws {
        let (mine, _) = try await share(.viewer)
        try await ann.sync()
        #expect(try await !bob.sync().requests.contains("commit s"))
        #expect(document(of: "bob") == nil)
        cloud.change("s") { $0.members["bob"] = .editor }
        try await bob.sync()
        try await ann.sync()
        #expect(try await ann.spaces.sharedSpaces()[mine]?.names["bob"] == "Bob")
    }

    @Test("who is back keeps the names of the others, and tells its own again")
    func back() async throws {
        let (_, theirs) = try await share()
        for member in [ann, bob, ann] { try await member.sync() }
        cloud.remove("bob", from: "s", by: "ann")
        try await bob.sync()
        cloud.spaces["s"]?.contents.documents[RecordKey(.membership, "bob")] = nil
        cloud.add("bob", to: "s", as: .editor)
        _ = try await bob.enter("s", as: .editor, calling: "Robert")
        try await bob.sync()
        #expect(try await bob.spaces.sharedSpaces()[theirs]?.names == ["ann": "Ann", "bob": "Robert"])
        #expect(document(of: "bob")?["name"] == .string("Robert"))
    }

    @Test("a member can say only about itself who it is, within limits, and stops nobody")
    func hostile() async throws {
        let (mine, theirs) = try await share()
        let many = (1...5000).map { Value.string(DeviceID(rawValue: $0).description) }
        let lies: [Fields] = [
            ["seq": .integer(1), "name": .string(String(repeating: "x", count: 100_000)), "devices": .string("all")],
            ["seq": .integer(1), "name": .string("a\nb"), "devices": .array(many)],
            ["seq": .integer(1), "name": .integer(7), "devices": .array([.integer(1), .null, .string("zzz")])],
        ]
        #expect(lies.map { MemberCodec.note("eve", $0)?.name } == [nil, nil, nil])
        #expect(lies.map { MemberCodec.note("eve", $0)?.devices.count } == [nil, MemberNote.limit, nil])
        cloud.add("eve", to: "s", as: .editor)
        for (number, lie) in lies.enumerated() {
            cloud.spaces["s"]?.contents.documents[RecordKey(.membership, "eve\(number)")] = lie
        }
        for member in [ann, bob, ann] { try await member.sync() }
        let known = try #require(try await ann.spaces.sharedSpaces()[mine])
        #expect(known.names == ["ann": "Ann", "bob": "Bob"])
        // Bob has read them all.
        let read = try #require(try await bob.spaces.sharedSpaces()[theirs])
        #expect(read.names == ["ann": "Ann", "bob": "Bob"] && read.devices["eve1"]?.count == MemberNote.limit)
    }

    @Test("whose the edits on a device are: of the member who alone says so, never of somebody who claims one of mine")
    func claims() async throws {
        let (mine, _) = try await share()
        for member in [ann, bob, ann] { try await member.sync() }
        let (here, there) = (try await device(ann), try await device(bob))
        func names() async throws -> [DeviceID: String] {
            try await ann.device.stack.read { try $0.memberNames() }
        }
        #expect(try await names() == [there: "Bob"])
        try await ann.device.stack.write("sync", author: .sync) {
            try $0.note([MemberNote(person: "eve", name: "Eve", devices: [here])], in: mine)
        }
        #expect(try await names() == [there: "Bob"])
        try await ann.device.stack.write("sync", author: .sync) {
            try $0.note([MemberNote(person: "eve", name: "Eve", devices: [here, there])], in: mine)
        }
        #expect(try await names() == [:])
    }

    @Test("who has sent a version is known beside whose edit it is")
    func sender() async throws {
        let (mine, theirs) = try await share()
        try await ann.add("t", "oat milk", in: mine)
        for member in [ann, bob] { try await member.sync() }
        try await bob.rename("t", "soy milk", in: theirs)
        for member in [bob, ann] { try await member.sync() }
        let found = try await ann.device.stack.read { try $0.within(mine).sender(of: .todo, id: "t") }
        #expect(found == "bob")
        try await ann.rename("t", "rice milk", in: mine)
        try await ann.sync()
        #expect(try await ann.device.stack.read { try $0.within(mine).sender(of: .todo, id: "t") } == nil)
    }
}
