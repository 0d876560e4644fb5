import Basics
import GRDB
import TestSupport
import Testing
import TodoDomain
import TodoKit
import TodoLocal

/// What a task leaves behind that is cancelled while it uses the database.
@Suite("A stack whose caller is cancelled")
struct CancelledStackTests {
    private static let kinds: [StoreKind] = [.pool, .serial, .inMemory]

    /// Runs something in a task that cancels itself in the body that it is given, and returns how it ended.
    private func cancelled(
        _ operation: @escaping @Sendable (_ body: @escaping @Sendable () -> Void) async throws -> Void
    ) async -> Result<Void, any Error> {
        let handle = Locked<Task<Void, any Error>?>(nil)
        let task = Task {
            while handle.withLock({ $0 == nil }) { await Task.yield() }
            try await operation { handle.withLock(\.self)?.cancel() }
        }
        handle.withLock { $0 = task }
        return await task.result
    }

    /// How the connection that writes is set up.
    private func settings(of stack: LocalStack) throws -> [String] {
        try stack.database.writeWithoutTransaction { connection in
            try ["synchronous", "busy_timeout", "cache_size", "temp_store", "wal_autocheckpoint"].map { name in
                "\(name) \(try Int.fetchOne(connection, sql: "PRAGMA \(name)") ?? 0)"
            }
        }
    }

    @Test(
        "later edits are as durable and patient, and have the same memory, as before an operation with settings of its own",
        arguments: kinds)
    func settings(kind: StoreKind) async throws {
        let test = try TestStore(kind)
        let stack = test.store.stack
        let before = try settings(of: stack)
        let operations: KeyValuePairs<String, @Sendable (@escaping @Sendable () -> Void) async throws -> Void> = [
            "a write that may be lost": { body in try await stack.writeWithoutWaiting { _ in body() } },
            "a read of much with little memory": { body in try await stack.readSparingly { _ in body() } },
            "many large writes": { body in
                try await stack.withBulkSettings {
                    body()
                    try Task.checkCancellation()
                }
            },
        ]
        for (name, operation) in operations {
            _ = await cancelled(operation)
            #expect(try settings(of: stack) == before, "\(name)")
        }
    }

    @Test("SQLite's error of SQL for an interrupted statement is a cancellation", arguments: kinds)
    func interrupted(kind: StoreKind) async throws {
        let test = try TestStore(kind)
        let stack = test.store.stack
        let error = DatabaseError(resultCode: .SQLITE_ERROR, message: "vtable constructor failed: todoText")
        let results = [
            await cancelled { body in
                try await stack.read { _ in
                    body()
                    throw error
                }
            },
            await cancelled { body in
                try await stack.readAtOnce { _ in
                    body()
                    throw error
                }
            },
            await cancelled { body in
                try await stack.write("edit") { _ in
                    body()
                    throw error
                }
            },
        ]
        for result in results { #expect(throws: CancellationError.self) { try result.get() } }
        await #expect(throws: TodoError.self) { try await stack.read { _ in throw error } }
    }
}
