import Foundation
import GRDB
import SQLite
import TodoDomain

/// The observers' way to a database: a connection of their own, and a watch on what other processes write.
///
/// `@unchecked`: the position is touched by one round at a time alone, within its transaction.
final class CommitWatch: @unchecked Sendable {
    private let connection: any DatabaseReader
    private let isOnlyConnection: Bool
    private let watch: FileWatch?
    private var position: HistoryPosition?

    /// - Parameters:
    ///   - database: where this process writes.
    ///   - path: the file that other processes write too; nil if they cannot.
    ///   - wake: called on no particular thread when something may have been written to the file.
    init(_ database: any DatabaseWriter, path: String?, wake: @escaping @Sendable () -> Void) throws {
        if let path, !database.configuration.readonly {
            var options = Configuration.usual()
            options.readonly = true
            // `data_version` tells of others' commits, so the connection must be one, and none that writes.
            let queue = try DatabaseQueue(path: path, configuration: options)
            // Reading makes sure of the log, whose writes are watched.
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

    /// Calls `body` with what was written since the last look, in a transaction that sees all of that and nothing more.
    func look(_ body: @escaping @Sendable (StoreChanges, ReadTransaction) -> Void) async throws {
        try await connection.read { [self] database in
            let transaction = ReadTransaction(database)
            let found = try HistoryPosition(transaction, isOnlyConnection: isOnlyConnection)
            let changes = try position.map { try found.changes(since: $0, in: transaction) } ?? .nothing
            body(changes, transaction)
            position = found
        }
    }

    /// Stops watching, after a look that is going on.
    func close() {
        watch?.cancel()
        if !isOnlyConnection { try? connection.close() }
    }
}
