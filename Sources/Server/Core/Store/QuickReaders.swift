import Basics
import GRDB

/// Connections reserved for reads that take microseconds on the calling thread; scans cannot occupy them.
///
/// There are as many as threads that read at the same time. GRDB's pool hands out connections through four queues, on
/// which the threads of the event loops would wait for each other. That took a tenth of the time of a request that
/// misses the cache.
final class QuickReaders: Sendable {
    private let idle = Locked<[DatabaseQueue]>([])
    private let open: @Sendable () throws -> DatabaseQueue

    /// - Parameter open: opens a read-only connection.
    init(_ open: @escaping @Sendable () throws -> DatabaseQueue) { self.open = open }

    /// Calls `body` with a connection, outside a transaction: each statement sees its own snapshot.
    func read<T>(_ body: (Database) throws -> T) throws -> T {
        let connection = try idle.withLock { $0.popLast() } ?? open()
        defer { idle.withLock { $0.append(connection) } }
        return try connection.unsafeRead(body)
    }

    /// Closes the connections; there must be no more reads.
    func close() throws {
        for connection in idle.withLock({ $0 }) { try connection.close() }
    }
}
