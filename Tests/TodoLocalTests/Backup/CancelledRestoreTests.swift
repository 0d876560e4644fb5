import Basics
import TestSupport
import Testing
import TodoDomain
import TodoLocal
import TodoMaintenance

/// A restore is whole: it replaces everything and says so, or it changes nothing.
@Suite("A restore whose task is cancelled")
struct CancelledRestoreTests {
    private let folder: TemporaryFolder
    private var backup: String { folder.file("backup.db") }

    init() throws { folder = try TemporaryFolder() }

    /// A store that has one to-do more than its backup.
    private func store(_ kind: StoreKind) async throws -> TestStore {
        let test = try TestStore(kind)
        try await test.todos.createOne(.sample("old"))
        try await test.stack.backUp(to: backup)
        try await test.todos.createOne(.sample("new"))
        return test
    }

    private static func cancelTask() {
        withUnsafeCurrentTask { task in
            if let task { task.cancel() }
        }
    }

    @Test("while it copies: nothing is changed", arguments: [StoreKind.pool, .serial, .inMemory])
    func copying(kind: StoreKind) async throws {
        let test = try await store(kind)
        let before = try test.stack.dump()
        let task = Task { [backup] in
            _ = try await test.stack.restore(from: backup) { _ in Self.cancelTask() }
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try test.stack.dump() == before)
        try expectSound(test.stack, "after a restore that was cancelled")
        try await test.todos.createOne(.sample("later"))
        try await test.stack.restore(from: backup)
        #expect(try test.stack.rows("SELECT id FROM todo") == ["old"])
    }

    @Test("when all is copied: it is restored, and says so", arguments: [StoreKind.pool, .serial, .inMemory])
    func copied(kind: StoreKind) async throws {
        let test = try await store(kind)
        let task = Task { [backup] in
            try await test.stack.restore(from: backup) { progress in
                if progress.completed == progress.total { Self.cancelTask() }
            }
        }
        #expect(try await task.value.todos.all == 1)
        #expect(try test.stack.rows("SELECT id FROM todo") == ["old"])
        try expectSound(test.stack, "after a restore that was cancelled too late")
    }

    @Test("before it begins: it is a cancellation too", arguments: [false, true])
    func before(everywhere: Bool) async throws {
        let test = try await store(.pool)
        let before = try test.stack.dump()
        let task = Task { [backup] in
            Self.cancelTask()
            if everywhere {
                try await test.stack.restoreEverywhere(from: backup)
            } else {
                try await test.stack.restore(from: backup)
            }
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try test.stack.dump() == before)
    }

    @Test("while it waits for a sync: nothing is changed")
    func waiting() async throws {
        let test = try await store(.pool)
        let before = try test.stack.dump()
        let lock = try #require(try await test.stack.lockSyncing())
        let task = Task { [backup] in
            Self.cancelTask()
            _ = try await test.stack.restore(from: backup)
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try test.stack.dump() == before)
        lock.release()
    }
}
