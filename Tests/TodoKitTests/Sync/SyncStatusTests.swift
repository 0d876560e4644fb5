import TestSupport
import Testing
import TodoDomain
import TodoKit
import TodoLocal

/// The status follows the database, whoever writes to it.
@Suite("The status of syncing")
struct SyncStatusTests {
    private let folder: TemporaryFolder
    private let (here, there): (TodoStore, TodoStore)

    init() async throws {
        folder = try TemporaryFolder()
        let configuration = StackConfiguration(storage: .onDisk(path: folder.file()))
        here = try TodoStore(configuration)
        there = try TodoStore(configuration)
        try await here.sync.setRemote(
            RemoteConfiguration(url: "http://127.0.0.1:1", user: "ada", credentials: .emulator))
    }

    @Test("follows edits, syncs and another remote, of this process and of others, without anybody syncing here")
    func follows() async throws {
        var statuses = here.sync.statuses.makeAsyncIterator()
        #expect(await statuses.next()?.pending == 0)
        let milk = try await here.add("Buy milk")
        #expect(await statuses.next { $0.pending == 1 } != nil)
        try await there.add("Sweep")
        #expect(await statuses.next { $0.pending == 2 } != nil)
        try await here.todos.delete(milk.id)
        try await here.undo()

        var outcome = SyncOutcome()
        outcome.failure = "unreachable"
        outcome.message = "Nobody answers."
        outcome.failures = 3
        try await ReplicationDAO(there.stack).note(outcome)
        #expect(await statuses.next { $0.failure?.count == 3 } != nil)
        try await ReplicationDAO(there.stack).note(SyncOutcome())
        #expect(await statuses.next { $0.failure == nil } != nil)

        try await there.sync.setRemote(nil)
        #expect(await statuses.next { $0.remote == nil } != nil)
    }

    @Test("what waits for newer rules is not counted twice")
    func waiting() async throws {
        let replication = ReplicationDAO(here.stack)
        var state = try await replication.syncState()
        state.refusedKinds = [.list: 1, .device: 1]
        try await replication.save(state)
        try await here.add("Buy milk")
        try await here.addList("Home")
        try await here.sync.setDeviceName("laptop")
        let status = try await here.sync.status
        #expect(status.pending == 1 && status.waiting == 1)
    }

    @Test("each shared list has its own state: what waits there, when it was last in sync, and why it failed")
    func shared() async throws {
        #expect(try await here.sync.status.shared == [])
        let spaces = SpaceDAO(there.stack)
        let trip = try await spaces.join(StoredSpace(sid: "t", path: "spaces/t", role: .viewer, name: "Trip"))
        let food = try await spaces.join(StoredSpace(sid: "g", path: "spaces/g", role: .editor, name: "Food"))
        try await spaces.deactivate(trip, as: .left)
        try await here.add("Diary")
        try await here.stack.write("add") { transaction in
            try transaction.within(food) { _ = try transaction.create(Todo.sample("m", "Milk")) }
        }
        var outcome = SyncOutcome()
        (outcome.failure, outcome.message, outcome.failures) = ("remote-refused", "Food is full.", 1)
        try await ReplicationDAO(here.stack, of: food).note(outcome)
        let status = try await here.sync.status
        #expect(status.pending == 1 && status.failure == nil)
        #expect(status.shared.map(\.space.name) == ["Food", "Trip"] && status.shared.map(\.pending) == [1, 0])
        #expect(status.shared.map(\.space.state) == [.active, .left])
        #expect(status.shared[0].failure?.message == "Food is full." && status.shared[1].failure == nil)
        #expect(status.shared.allSatisfy { $0.lastSynced == nil && $0.quarantined == 0 })
    }

    @Test("a failure that cannot be stored is shown all the same, until what came of a later sync is stored")
    func unstored() async throws {
        let remote = FakeRemote()
        let configuration = StackConfiguration(storage: .onDisk(path: folder.file("own.db")))
        let store = try TodoStore(configuration, remote: remote)
        try await store.add("Buy milk")
        try await store.sync.sync()
        // As on a full disk, nothing can be stored.
        try await whileAnotherWrites(to: configuration) { () async throws in
            var statuses = store.sync.statuses.makeAsyncIterator()
            remote.isOffline = true
            #expect(await errorCode { try await store.sync.sync() } == .unreachable)
            #expect(try await ReplicationDAO(store.stack).outcome().failure == nil)
            #expect(try await store.sync.status.failure?.code == .unreachable)
            #expect(await statuses.next { $0.failure != nil } != nil)
        }
        remote.isOffline = false
        try await store.sync.sync()
        #expect(try await store.sync.status.failure == nil)
        try store.stack.close()
    }

    @Test("each reader has it at once, and the last of them ends the watch without ending who comes after")
    func readers() async throws {
        for round in 1...3 {
            let readers = (0..<3).map { _ in
                Task { [here] in
                    for await status in here.sync.statuses where status.pending == round { return true }
                    return false
                }
            }
            try await there.add("To-do \(round)")
            for reader in readers { #expect(await reader.value) }
        }
    }

    @Test("ends when the store is closed")
    func closed() async throws {
        var statuses = here.sync.statuses.makeAsyncIterator()
        #expect(await statuses.next() != nil)
        try here.stack.close()
        #expect(await statuses.next { _ in false } == nil)
    }
}

extension AsyncStream<SyncStatus>.Iterator {
    /// Returns the next status that satisfies a condition; nil at the end.
    mutating func next(where isMet: (SyncStatus) -> Bool) async -> SyncStatus? {
        while let status = await next() {
            if isMet(status) { return status }
        }
        return nil
    }
}
