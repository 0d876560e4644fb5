import GRDB
import NIOConcurrencyHelpers

/// Connections for reads of microseconds, on the calling thread, which no scan can take away.
///
/// As many as there are threads that read at once. GRDB's pool hands out its own through four queues, at which the
/// threads of the event loops wait for one another: a tenth of a request that misses the cache.
final class QuickReaders: Sendable {
    private let idle = NIOLockedValueBox<[DatabaseQueue]>([])
    private let open: @Sendable () throws -> DatabaseQueue

    /// - Parameter open: makes a connection that only reads.
    init(_ open: @escaping @Sendable () throws -> DatabaseQueue) { self.open = open }

    /// Calls `body` with a connection, outside a transaction: what it reads by one statement is of one state.
    func read<T>(_ body: (Database) throws -> T) throws -> T {
        let connection = try idle.withLockedValue { $0.popLast() } ?? open()
        defer { idle.withLockedValue { $0.append(connection) } }
        return try connection.unsafeRead(body)
    }

    /// Closes the connections; nobody reads any more.
    func close() throws {
        for connection in idle.withLockedValue({ $0 }) { try connection.close() }
    }
}
