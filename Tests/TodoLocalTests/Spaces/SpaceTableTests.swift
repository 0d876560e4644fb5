import TestSupport
import Testing
import TodoDomain
import TodoLocal
import TodoMaintenance

/// Which spaces a device knows, with whom it shares them, and whether they are still synced.
@Suite("Spaces: the table")
struct SpaceTableTests {
    private let store: TestStore
    private let spaces: SpaceDAO

    init() throws {
        store = try TestStore()
        spaces = SpaceDAO(store.stack)
    }

    private static let groceries = StoredSpace(
        sid: "g", path: "spaces/g", role: .editor, name: "Groceries", members: ["ann": .owner, "bob": .editor])
    private static let trip = StoredSpace(sid: "t", path: "spaces/t", role: .viewer, name: "Trip")

    @Test("a file without shared spaces has none; each that is joined is read as it was written")
    func joining() async throws {
        #expect(try await spaces.sharedSpaces() == [:])
        let (first, second) = (try await spaces.join(Self.groceries), try await spaces.join(Self.trip))
        #expect(first != second && first != .own && second != .own)
        #expect(try await spaces.sharedSpaces() == [first: Self.groceries, second: Self.trip])
        #expect(try await ReplicationDAO(store.stack, of: first).syncState() == SyncState())
    }

    @Test("who is back in a space goes on where its syncs ended")
    func back() async throws {
        let space = try await spaces.join(Self.groceries)
        let replication = ReplicationDAO(store.stack, of: space)
        var state = SyncState()
        state.generation = "e"
        state.sequence = 7
        try await replication.save(state)
        try await store.stack.write("add") { transaction in
            try transaction.within(space) { _ = try transaction.create(.sample("t", "Milk")) }
        }
        try await spaces.deactivate(space, as: .removed)
        var again = Self.groceries
        again.role = .owner
        again.name = "Food"
        #expect(try await spaces.join(again) == space)
        #expect(try await spaces.sharedSpaces() == [space: again])
        #expect(try await replication.syncState() == state)
        #expect(try store.stack.rows("SELECT space, title FROM todo") == ["\(space.rawValue)|Milk"])
    }

    @Test("an inactive space keeps its records and the first reason, whatever its members")
    func inactive() async throws {
        let (first, second) = (try await spaces.join(Self.groceries), try await spaces.join(Self.trip))
        try await store.stack.write("add") { transaction in
            try transaction.within(first) { _ = try transaction.create(.sample("t", "Milk")) }
        }
        try await spaces.deactivate(first, as: .removed)
        try await spaces.deactivate(first, as: .ended)
        try await spaces.note(members: ["ann": .owner], role: .viewer, in: first)
        let known = try await spaces.sharedSpaces()
        #expect(known[first]?.state == .removed && known[first]?.members == ["ann": .owner])
        #expect(known[first]?.role == .viewer && known[second] == Self.trip)
        #expect(try store.stack.rows("SELECT title FROM todo") == ["Milk"])
    }

    @Test("nothing makes the own space another's or inactive")
    func own() async throws {
        let before = try store.stack.rows("SELECT * FROM space")
        try await spaces.deactivate(.own, as: .left)
        try await spaces.note(members: ["eve": .owner], role: .viewer, in: .own)
        #expect(try store.stack.rows("SELECT * FROM space") == before)
    }

    @Test("edits go only to an active space, and not from a viewer", arguments: SpaceRole.allCases)
    func edits(_ role: SpaceRole) {
        for state in SpaceState.allCases {
            let space = StoredSpace(sid: "s", path: "spaces/s", role: role, name: "", state: state)
            #expect(space.acceptsEdits == (state == .active && [.owner, .editor].contains(role)))
        }
    }

    @Test("a role that only a newer version knows counts as the least")
    func newerRole() async throws {
        let space = try await spaces.join(Self.groceries)
        try store.stack.execute("UPDATE space SET members = '{\"ann\":\"owner\",\"cleo\":\"judge\"}' WHERE rowID > 0")
        #expect(try await spaces.sharedSpaces()[space]?.members == ["ann": .owner, "cleo": .viewer])
    }

    @Test("a merged file brings its spaces with their members, and one that was left stays left")
    func merged() async throws {
        let folder = try TemporaryFolder()
        let source = try TestStore(.serial)
        let theirs = SpaceDAO(source.stack)
        let space = try await theirs.join(Self.groceries)
        try await theirs.deactivate(space, as: .left)
        try await source.stack.backUp(to: folder.file("backup.db"))
        let stack = try LocalStack(
            .init(storage: .onDisk(path: folder.file("new.db"))), environment: .testing(seed: 9))
        _ = try await stack.merge([folder.file("backup.db")], isTrial: false)
        var left = Self.groceries
        left.state = .left
        #expect(try await Array(SpaceDAO(stack).sharedSpaces().values) == [left])
        try stack.close()
    }
}
