import TestSupport
import Testing
import TodoDomain
import TodoLocal
import TodoMaintenance

/// A restore that wins on all devices: the differences become new edits in one step.
@Suite("Restoring everywhere")
struct RestoreEverywhereTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test(
        "what is seen is as it was at the time of the backup, and stays so when the edits since come again",
        arguments: 1...Dose.of(2, whole: 6) as ClosedRange<UInt64>)
    func visibleState(seed: UInt64) async throws {
        let store = try await RandomStore(seed: seed, count: 40, kind: seed % 2 == 0 ? .pool : .inMemory)
        let stack = store.stack
        var random = SeededGenerator(seed: seed + 1000)
        let before = try await visible(stack)
        try await stack.backUp(to: folder.file("backup.db"))
        store.clock.advance(by: 100)
        try await live(on: store, &random)
        let (since, steps) = (
            try await records(of: stack), try stack.integer("SELECT count(*) FROM historyTransaction")
        )
        let latest = try #require(since.map(\.highestStamp).max())
        #expect(try await visible(stack) != before, "seed \(seed): nothing happened")

        let restoration = try await stack.restoreEverywhere(from: folder.file("backup.db"))
        #expect(try await visible(stack) == before, "seed \(seed)")
        #expect(try stack.integer("SELECT count(*) FROM historyTransaction") == steps + 1, "seed \(seed)")
        #expect(restoration.changes.map { $0.changed + $0.deleted + $0.added } ?? 0 > 0)
        #expect(try await restoration.todos.all == TodoDAO(stack).count())
        try expectSound(stack, "seed \(seed)")

        // Another device sends back everything that it knows from before.
        for record in since.shuffled(using: &random) { try await stack.merge(record) }
        #expect(try await visible(stack) == before, "seed \(seed): older edits came over it")
        let restored = try await records(of: stack)
        for record in restored where !since.contains(record) { #expect(record.highestStamp > latest, "seed \(seed)") }
        #expect(try await stack.restoreEverywhere(from: folder.file("backup.db")).changes == .init(), "seed \(seed)")
    }

    @Test(
        "one undo gives back what was there before it, and a redo the backup",
        arguments: 1...4 as ClosedRange<UInt64>)
    func undone(seed: UInt64) async throws {
        let store = try await RandomStore(seed: seed, count: 40)
        let stack = store.stack
        var random = SeededGenerator(seed: seed + 2000)
        let backedUp = try await visible(stack)
        try await stack.backUp(to: folder.file("backup.db"))
        store.clock.advance(by: 100)
        try await live(on: store, &random)
        let before = try await visible(stack)
        try await stack.restoreEverywhere(from: folder.file("backup.db"))
        #expect(try await HistoryDAO(stack).undo(1, isForced: false).steps.map(\.action) == ["restore"])
        #expect(try await visible(stack) == before, "seed \(seed)")
        _ = try await HistoryDAO(stack).redo(1, isForced: false)
        #expect(try await visible(stack) == backedUp, "seed \(seed)")
        try expectSound(stack, "seed \(seed)")
    }

    @Test("into an empty database, all of it is new")
    func emptyDatabase() async throws {
        let store = try await RandomStore(seed: 7, count: 30)
        try await store.stack.backUp(to: folder.file("backup.db"))
        let target = try TestStore(.pool)
        let restoration = try await target.stack.restoreEverywhere(from: folder.file("backup.db"))
        #expect(try await visible(target.stack) == visible(store.stack))
        #expect(restoration.previous == nil && restoration.changes?.changed == 0 && restoration.changes?.deleted == 0)
        try expectSound(target.stack, "after a restore into an empty database")
    }

    /// Edits of every kind.
    private func live(on store: RandomStore, _ random: inout SeededGenerator) async throws {
        let (todos, tags, places) = (TodoDAO(store.stack), TagDAO(store.stack), LocationDAO(store.stack))
        for index in 0..<40 {
            let id = Todo.ID(stored: "t\(index)")
            switch Int.random(in: 0...4, using: &random) {
            case 0: _ = await errorCode { try await todos.deleteOne(id) }
            // A tag or a place that was deleted is refused.
            case 1, 2:
                let todo = store.world.todo(id.rawValue, using: &random)
                _ = await errorCode { try await todos.createOne(todo) }
            case 3:
                let todo = store.world.todo("new\(index)", using: &random)
                _ = await errorCode { try await todos.createOne(todo) }
            default: break
            }
            store.clock.advance(by: random.pick([0, 0.001, 5]))
        }
        for tag in store.world.tags where random.chance(0.6) {
            if random.chance(0.5) {
                try await tags.createOne(.sample(tag.id.rawValue, "renamed \(tag.id)"))
            } else {
                _ = await errorCode { try await tags.deleteOne(tag.id) }
            }
        }
        for place in store.world.locations where random.chance(0.4) {
            _ = await errorCode { try await places.deleteOne(place.id) }
        }
        try await tags.createOne(.sample("fresh"))
        try await places.createOne(.sample("fresh", "Fresh", latitude: 1))
    }

    /// Everything a person sees, except edit times.
    private func visible(_ stack: LocalStack) async throws -> [String] {
        let order = "ORDER BY 1"
        let live = "isDeleted = 0 \(order)"
        return try stack.rows(
            """
            SELECT id, createdAt, completedAt, dueAt, dueZone, priority, title, notes, extras, locationID,
            (SELECT group_concat(tagID) FROM (SELECT tag.id AS tagID FROM todoTag JOIN tag ON tag.rowID = todoTag.tagID
            WHERE todoID = todo.rowID ORDER BY 1)) FROM todo WHERE \(live)
            """) + stack.rows("SELECT id, createdAt, title, color FROM tag WHERE \(live)")
            + stack.rows("SELECT id, createdAt, latitude, longitude, altitude, placeName FROM location WHERE \(live)")
    }

    private func records(of stack: LocalStack) async throws -> [Record] {
        let ids = try ["todo", "tag", "location"].map { try stack.rows("SELECT id FROM \($0)") }
        return try await stack.read { transaction in
            try ids[0].compactMap { try transaction.record(TodoEntity.self, id: $0)?.asRecord }
                + ids[1].compactMap { try transaction.record(TagEntity.self, id: $0)?.asRecord }
                + ids[2].compactMap { try transaction.record(LocationEntity.self, id: $0)?.asRecord }
        }
    }
}
