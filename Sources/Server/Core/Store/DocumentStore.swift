import FirestoreWire
import Foundation
import GRDB
import GRDBSQLite
import SQLite

/// Documents in one SQLite file: any number of databases, each with collections at any depth.
///
/// Commits are durable when they return: the log is synced before. Those that wait at the same time share one sync.
package final class DocumentStore: Sendable {
    let pool: DatabasePool
    private let quickReaders: QuickReaders
    let clock: CommitClock
    let queue: CommitQueue
    let cache = DocumentCache()
    /// Who waits for commits.
    package let feed = ChangeFeed()
    /// The folder that holds the file.
    let folder: String
    /// Whether commits can be stored.
    let storage: StorageWatch
    let file: StoreFile

    /// Opens the file at `path`, or makes it and its folder, readable by their owner alone.
    /// - Parameters:
    ///   - name: What the file is called in an error, if that is not its path: that of a copy is no help.
    ///   - now: The machine's time in microseconds since 1970.
    /// - Throws: ``StoreError``.
    package init(
        path: String, named name: String? = nil, now: @escaping @Sendable () -> Int64 = DocumentStore.machineTime
    ) throws {
        let name = name ?? path
        folder = DatabaseFile(path: path).folder
        let file = try StoreFile(path: path)
        self.file = file
        storage = StorageWatch(file, folder: folder)
        do {
            pool = try DatabasePool(path: path, configuration: Self.configuration())
            let migrator = StoreSchema.migrator
            try pool.read { db in
                let isEmpty = try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM sqlite_schema") == 0
                let application = try Int32.fetchOne(db, sql: "PRAGMA application_id")
                guard isEmpty || application == StoreSchema.applicationID else {
                    throw StoreError(.foreignDatabase, "\(name) is not a database of todo-server; name another file.")
                }
                guard try !migrator.hasBeenSuperseded(db) else {
                    throw StoreError(
                        .newerDatabase, "\(name) was written by a later version of todo-server; update the program.")
                }
            }
            try migrator.migrate(pool)
            quickReaders = QuickReaders {
                var configuration = Self.configuration()
                configuration.readonly = true
                // Out of the file as it is mapped: a document among a million is read by no call of the system and copied
                // once. The cache holds only what is in the log (docs/decisions/0013).
                configuration.prepareDatabase {
                    try $0.execute(sql: "PRAGMA mmap_size = \(Self.mappedBytes); PRAGMA cache_size = -1024")
                }
                return try DatabaseQueue(path: path, configuration: configuration)
            }
            let last = try pool.read { try Int64.fetchOne($0, sql: "SELECT lastTime FROM server") ?? 0 }
            clock = CommitClock(last: last, now: now)
            queue = CommitQueue(pool: pool, clock: clock, cache: cache, feed: feed, storage: storage)
        } catch let error as DatabaseError {
            throw StoreError(.cannotOpen, "The database \(name) cannot be opened: \(error.resultCode).")
        }
    }

    /// More than SQLite takes (`SQLITE_MAX_MMAP_SIZE`, 2 GiB): what lies behind that is read as always.
    private static let mappedBytes = 1 << 40

    private static func configuration() -> Configuration {
        var configuration = Configuration()
        // More than there are turns of queries at a time, so that what is read beside them finds one.
        configuration.maximumReaderCount = 12
        configuration.busyMode = .timeout(10)
        configuration.prepareDatabase { db in
            // The log is synced at each commit: what was acknowledged survives a power cut.
            let cache = db.configuration.readonly ? 4096 : 16384
            try db.execute(sql: "PRAGMA synchronous = FULL; PRAGMA cache_size = -\(cache)")
            db.add(function: RowFunctions.sql)
        }
        return configuration
    }

    /// The machine's time in microseconds since 1970.
    package static func machineTime() -> Int64 { Int64(Date().timeIntervalSince1970 * 1_000_000) }

    /// Waits for what is running, takes the log into the file if nobody else reads it, and closes it.
    package func close() throws {
        try quickReaders.close()
        // Where somebody else reads, the log stays, and is taken in by whoever opens the file next.
        try? pool.writeWithoutTransaction { db in _ = try db.checkpoint(.truncate) }
        try pool.close()
    }

    /// Runs `body` on one state of the database, which does not change while it runs.
    /// - Throws: ``Status`` only.
    func read<T: Sendable>(_ body: @Sendable @escaping (Snapshot) throws -> T) async throws -> T {
        let time = clock.readTime()
        return try await Status.fromStorage {
            try await self.pool.read { db in try body(try Snapshot(db, readTime: time)) }
        }
    }

    /// A connection that holds on to the latest state, and the time to give its reads.
    func makeSnapshot() throws -> (DatabaseSnapshot, readTime: Int64) {
        let time = clock.readTime()
        let snapshot = try pool.makeSnapshot()
        // There may be many, and each reads little.
        try snapshot.read { try $0.execute(sql: "PRAGMA cache_size = -1024") }
        return (snapshot, time)
    }

    /// Runs `body` on the calling thread, with a connection that no query can take away: for a statement that is over
    /// before another thread would wake up.
    /// - Throws: ``Status`` only.
    func quickly<T>(_ body: (Database) throws -> T) throws -> T {
        // A page that is mapped and gone ends the process.
        guard !file.isTruncated else { throw StorageTrouble.truncated.status }
        do {
            return try quickReaders.read(body)
        } catch let error as DatabaseError {
            throw Status(storage: error)
        }
    }

    /// Requires that the database can be read.
    /// - Throws: ``Status`` only.
    func requireReadable() throws { try quickly { try $0.execute(sql: "SELECT lastTime FROM server") } }

    /// How many bytes of fields are read on the calling thread.
    private static let smallSize = 64 << 10

    /// The document called `name` in its latest state, as a message, if it is not large.
    /// - Throws: ``Status`` only.
    func smallDocument(_ name: ResourceName, mask: FieldPathSet?) throws -> StoredDocument.Small<[UInt8]> {
        let key = name.text
        if mask == nil, let answer = cache.answer(of: key) { return .found(answer) }
        let ticket = cache.ticket()
        let document = try quickly { db in
            try StoredDocument.fetch(name, atMost: Self.smallSize, db) { try $0.json(mask: mask) }
        }
        if mask == nil, case .found(let answer) = document, let ticket { cache.insert(answer, of: key, ticket) }
        return document
    }
}

extension Status {
    /// Runs `body` and makes a status of what the storage throws: nothing of it is the client's fault.
    static func fromStorage<T>(_ body: () async throws -> T) async throws -> T {
        do {
            return try await body()
        } catch let error as DatabaseError {
            throw Status(storage: error)
        }
    }

    init(storage error: DatabaseError) {
        switch error.resultCode {
        case .SQLITE_FULL: self = StorageTrouble.full.status
        case .SQLITE_INTERRUPT, .SQLITE_ABORT: self.init(.cancelled, "The request was given up.")
        default: self.init(.unavailable, "The server's storage does not answer; try again.", retryDelay: .seconds(1))
        }
    }
}
