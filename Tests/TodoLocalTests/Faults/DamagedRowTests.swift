import JSON
import TestSupport
import Testing
import TodoDomain
import TodoLocal
import TodoMaintenance

/// Rows with a value that is not what its column may hold, in an intact file.
@Suite("Damaged rows")
struct DamagedRowTests {
    private static let damages = [
        "UPDATE todo SET stamp = 'not a stamp at all!!'", "UPDATE todo SET stamps = '[7]'",
        #"UPDATE todo SET stamps = '{"title":"no stamp"}'"#, #"UPDATE todo SET tagStamps = '{"t":"-no stamp"}'"#,
        "UPDATE todo SET unknown = '[7]'", "UPDATE todo SET extras = '7'",
        "UPDATE base SET stamps = '[]'", #"UPDATE base SET elements = '{"t":7}'"#,
        "UPDATE base SET stamp = 'not a stamp at all!!'",
    ]

    @Test(
        "what cannot be read is refused where it would be written back, and readable after a repair", arguments: damages
    )
    func refused(sql: String) async throws {
        let store = try await synced()
        try store.stack.execute(sql)
        let before = try store.stack.dump()

        #expect(await errorCode { try await touch(store, sql) } == .corrupt)
        #expect(try store.stack.dump() == before)

        #expect(try doctor(store).examine(repairing: true).isHealthy)
        try await touch(store, sql)
        #expect(try await store.todos.find(Todo.ID(stored: "a")).notes == "kept")
    }

    @Test("a damaged stamp hides no to-do: stamps are not needed to show one")
    func shown() async throws {
        let store = try await synced()
        try store.stack.execute("UPDATE todo SET stamp = 'not a stamp at all!!', stamps = '[]', tagStamps = '7'")
        #expect(try await store.todos.findMany().items.map(\.tags.count) == [1])
        #expect(try await store.todos.find(Todo.ID(stored: "a")).notes == "kept")
    }

    @Test("imported properties that cannot be read are not shown as none: an export would lose them")
    func extras() async throws {
        let store = try await synced()
        try store.stack.execute("UPDATE todo SET extras = '[]'")
        #expect(await errorCode { try await store.todos.findMany() } == .corrupt)
    }

    @Test(
        "a conflict that cannot be read is refused rather than left out, and gone after a repair",
        arguments: [
            "about = '[7]'", #"about = '{"kind":"todo","id":"a"}'"#, #"lost = '{"value":"mine","stamp":"no stamp"}'"#,
            #"notice = json_set(notice, '$.at', 9223372036854775807)"#,
        ])
    func conflict(damage: String) async throws {
        let store = try await withConflict()
        let replication = ReplicationDAO(store.stack)
        #expect(try await replication.conflicts(limit: 10).map(\.record.conflict.lost) == ["mine"])
        try store.stack.execute("UPDATE conflict SET \(damage)")
        let before = try store.stack.dump()

        #expect(await errorCode { try await replication.conflicts(limit: 10) } == .corrupt)
        #expect(try store.stack.dump() == before)

        #expect(try doctor(store).examine(repairing: true).isHealthy)
        #expect(try await replication.conflicts(limit: 10).isEmpty)
    }

    @Test("a conflict about a kind of record that only a newer version knows is no damage, and is left out")
    func newerConflict() async throws {
        let store = try await withConflict()
        try store.stack.execute(#"UPDATE conflict SET about = '{"kind":"pack","id":"p","register":"title"}'"#)
        #expect(try await ReplicationDAO(store.stack).conflicts(limit: 10).isEmpty)
        #expect(try doctor(store).examine().isHealthy)
    }

    @Test("a step whose values cannot be read is not undone")
    func history() async throws {
        let store = try await synced()
        try await store.todos.updateOne(Todo.Update(id: Todo.ID(stored: "a"), title: "Changed"))
        try store.stack.execute("UPDATE historyChange SET before = '[]' WHERE before IS NOT NULL")
        #expect(await errorCode { try await HistoryDAO(store.stack).undo(1, isForced: false) } == .corrupt)
        #expect(try await store.todos.find(Todo.ID(stored: "a")).title == "Changed")
    }

    /// Returns a store with one to-do, which its remote has except for one edit.
    private func synced() async throws -> TestStore {
        let store = try TestStore(.serial)
        try await store.todos.createOne(.sample("a", notes: "kept", tags: [.sample("t")]))
        let replication = ReplicationDAO(store.stack)
        let pending = try await replication.pendingRecords(limit: 10, excluding: [])
        try await replication.acknowledge(pending, sequence: 1, state: replication.syncState())
        try await store.todos.updateOne(Todo.Update(id: Todo.ID(stored: "a"), priority: .set(.high)))
        return store
    }

    /// Returns a store with one to-do, whose title was written twice.
    private func withConflict() async throws -> TestStore {
        let store = try await synced()
        let stamps = [1, 2].map { Stamp(milliseconds: $0, counter: 0, device: DeviceID(rawValue: 1)) }
        let conflict = RecordConflict(
            register: "title", lost: "mine", lostStamp: stamps[0], kept: "theirs", keptStamp: stamps[1])
        _ = try await store.stack.write("sync", author: .sync) { try $0.note(conflict, of: RecordKey(.todo, "a")) }
        return store
    }

    /// An edit, or where it is about what the remote has, what comes before sending one.
    private func touch(_ store: TestStore, _ sql: String) async throws {
        if sql.contains("base") {
            _ = try await ReplicationDAO(store.stack).pendingRecords(limit: 10, excluding: [])
        } else {
            try await store.todos.updateOne(Todo.Update(id: Todo.ID(stored: "a"), title: "Changed"))
        }
    }

    private func doctor(_ store: TestStore) throws -> Doctor {
        Doctor(path: try #require(store.stack.path), environment: .testing(clock: store.clock))
    }
}
