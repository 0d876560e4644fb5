import GRDB
import TestSupport
import Testing
import TodoKit
import TodoLocal

@Suite("A task that is cancelled")
struct CancellationTests {
    @Test(
        "its write is whole: it returns and is stored, or it throws a cancellation and nothing of it is there",
        arguments: [StoreKind.pool, .serial, .inMemory])
    func writes(kind: StoreKind) async throws {
        let test = try TestStore(kind)
        let store = test.store
        var stored = 0
        for number in 0..<60 {
            let task = Task { try await store.add("t\(number)", tags: ["a\(number)", "b\(number)"]) }
            for _ in 0..<number % 6 { await Task.yield() }
            task.cancel()
            switch await task.result {
            case .success: stored += 1
            case .failure(let error): #expect(error is CancellationError, "\(error)")
            }
            #expect(try await store.todos.count(.all) == stored)
            #expect(try await store.tags.count(.all) == 2 * stored)
        }
    }

    @Test(
        "its read returns or throws a cancellation, and nothing else", arguments: [StoreKind.pool, .serial, .inMemory])
    func reads(kind: StoreKind) async throws {
        let test = try TestStore(kind)
        let store = test.store
        for number in 0..<20 { try await store.add("t\(number)", tags: ["tag"]) }
        for number in 0..<60 {
            let task = Task {
                _ = try await store.todos.fetch(.all.open.matching("t").page(0, size: 10))
                _ = try await store.todos.count(.all.open)
                _ = try await store.undoAvailability()
            }
            for _ in 0..<number % 6 { await Task.yield() }
            task.cancel()
            if case .failure(let error) = await task.result { #expect(error is CancellationError, "\(error)") }
        }
    }

    @Test("what it has merged is returned, even if it is cancelled right then", arguments: [StoreKind.pool, .inMemory])
    func merge(kind: StoreKind) async throws {
        let test = try TestStore(kind)
        try await test.locations.createMany([.sample("a"), .sample("b")])
        let observer = CommitCanceller()
        test.stack.database.add(transactionObserver: observer)
        let task = Task { try await test.store.mergeLocations([.init(stored: "a")], into: .init(stored: "b")) }
        #expect(try await task.value.id.rawValue == "b")
        #expect(try await test.locations.count() == 1)
        withExtendedLifetime(observer) {}
    }

    @Test("its observations end quietly")
    func observations() async throws {
        let store = try TestStore().store
        let task = Task {
            var seen = 0
            for try await _ in store.todos.observe(.all) { seen += 1 }
            for try await _ in store.observeUndo() { seen += 1 }
            return seen
        }
        try await store.add("Milk")
        task.cancel()
        #expect(try await task.value >= 0)
    }
}

/// Cancels the task that commits, as soon as it has.
private final class CommitCanceller: TransactionObserver {
    func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { true }
    func databaseDidChange(with event: DatabaseEvent) {}
    func databaseDidRollback(_ db: Database) {}

    func databaseDidCommit(_ db: Database) {
        withUnsafeCurrentTask { task in
            if let task { task.cancel() }
        }
    }
}
