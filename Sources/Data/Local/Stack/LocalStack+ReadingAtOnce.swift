import Basics
import Foundation
import GRDB
import GRDBSQLite
import TodoDomain

extension LocalStack {
    /// Reads a page or less in one transaction, on the thread of the calling task. That takes less time than waking
    /// another thread, and GRDB's asynchronous read wakes three. If there are no read-only connections, which never
    /// have to wait, it works like ``read(_:)``.
    /// - Throws: ``TodoError``, `CancellationError`, or what `body` throws.
    package func readAtOnce<T: Sendable>(_ body: @Sendable (ReadTransaction) throws -> T) async throws -> T {
        guard let pool = database as? DatabasePool else { return try await read(body) }
        return try await onFile {
            let interruption = Interruption()
            return try await readers.withTurn {
                try await withTaskCancellationHandler {
                    try read(pool, interruption, body)
                } onCancel: {
                    interruption.interrupt()
                }
            }
        }
    }

    private func read<T>(
        _ pool: DatabasePool, _ interruption: Interruption, _ body: (ReadTransaction) throws -> T
    ) throws -> T {
        try pool.read { database in
            try fileGuard?.check(database)
            try interruption.begin(database.sqliteConnection)
            defer { interruption.end() }
            return try body(ReadTransaction(database))
        }
    }
}

/// Interrupts the statements of one read when its task is cancelled, but never those of a later read on the same
/// connection.
private final class Interruption: Sendable {
    /// `@unchecked`: one thread uses the connection, and any thread may interrupt it.
    private struct State: @unchecked Sendable {
        var isInterrupted = false
        var connection: OpaquePointer?
    }

    private let state = Locked(State())

    func begin(_ connection: OpaquePointer?) throws {
        try state.withLock { state in
            guard !state.isInterrupted else { throw CancellationError() }
            state.connection = connection
        }
    }

    func end() { state.withLock { $0.connection = nil } }

    func interrupt() {
        state.withLock { state in
            state.isInterrupted = true
            if let connection = state.connection { sqlite3_interrupt(connection) }
        }
    }
}
