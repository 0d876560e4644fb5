import Foundation
import GRDB
import SQLite
import TodoDomain

/// The observers' access to a database: a connection of their own, and a watch on writes by other processes.
///
/// `@unchecked` because only one round at a time uses the position, within its transaction.
final class CommitWatch: @unchecked Sendable {
    private let connection: any DatabaseReader
    private let isOnlyConnection: Bool
    private let watch: FileWatch?
    private var position: HistoryPosition?

    /// - Parameters:
    ///   - database: the database that this process writes to.
    ///   - path: the file, if other connections can have it open; nil otherwise, as another one would wait for the first one to
    ///     close.
    ///   - wake: called on no particular thread when something may have been written to the file.
    init(_ database: any DatabaseWriter, path: String?, wake: @escaping @Sendable () -> Void) throws {
        if let path, !database.configuration.readonly {
            var options = Configuration.usual()
            options.readonly = true
            // `data_version` changes with commits by others, so this must be a single connection that never writes.
            let queue = try DatabaseQueue(path: path, configuration: options)
            // Reading makes sure that the log exists, whose writes are watched.
            try queue.read { _ = try Int.fetchOne($0, sql: "PRAGMA data_version") }
            connection = queue
            isOnlyConnection = false
            watch = FileWatch(path: path + "-wal", onWrite: wake)
        } else {
            connection = database
            isOnlyConnection = true
            watch = nil
        }
    }

    /// Calls `body` with what was written since the last look, in a transaction that sees exactly that.
    func look(_ body: @escaping @Sendable (StoreChanges, ReadTransaction) -> Void) async throws {
        try await connection.read { [self] database in
            let transaction = ReadTransaction(database)
            let found = try HistoryPosition(transaction, isOnlyConnection: isOnlyConnection)
            let changes = try position.map { try found.changes(since: $0, in: transaction) } ?? .nothing
            body(changes, transaction)
            position = found
        }
    }

    /// Stops watching, after any look in progress.
    func close() {
        watch?.cancel()
        if !isOnlyConnection { try? connection.close() }
    }
}
