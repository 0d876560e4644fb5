import Foundation
import GRDB
import SQLite
import TodoDomain

/// The observers' access to a database: their own connection, and a watch on writes by other processes.
///
/// `@unchecked` because only one round at a time uses the position, within its transaction.
final class CommitWatch: @unchecked Sendable {
    private let connection: any DatabaseReader
    private let isOnlyConnection: Bool
    private let fileGuard: FileGuard?
    private let watch: FileWatch?
    private var position: HistoryPosition?

    /// - Parameters:
    ///   - database: the database that this process writes to.
    ///   - isShared: whether other connections can have its file open. If not, a second connection would wait for the
    ///     first one to close.
    ///   - fileGuard: watches over the file; nil for data in memory.
    ///   - wake: called on any thread when something may have been written to the file.
    init(
        _ database: any DatabaseWriter, isShared: Bool, fileGuard: FileGuard?, wake: @escaping @Sendable () -> Void
    ) throws {
        self.fileGuard = fileGuard
        if isShared, let file = fileGuard?.file, !database.configuration.readonly {
            let path = file.file.path
            var options = Configuration.usual(of: file)
            options.readonly = true
            // `data_version` changes with commits by others, so this must be a single connection that never writes.
            let queue = try DatabaseQueue(path: path, configuration: options)
            // Reading makes sure that the log exists; its writes are watched.
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

    /// Calls `body` with the changes since the last look, in a transaction that sees exactly these.
    func look(_ body: @escaping @Sendable (StoreChanges, ReadTransaction) -> Void) async throws {
        do {
            try await connection.read { [self] database in
                try fileGuard?.check(database)
                let transaction = ReadTransaction(database)
                let found = try HistoryPosition(transaction, isOnlyConnection: isOnlyConnection)
                let changes = try position.map { try found.changes(since: $0, in: transaction) } ?? .nothing
                body(changes, transaction)
                position = found
            }
        } catch {
            throw await fileGuard?.error(for: error) ?? error
        }
    }

    /// Stops watching, after any look in progress.
    func close() {
        watch?.cancel()
        if !isOnlyConnection { try? connection.close() }
    }
}
