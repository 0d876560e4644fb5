import Basics
import FirestoreWire
import Foundation
package import GRDB
import GRDBSQLite
package import SQLite

/// Documents in one SQLite file: any number of databases, with collections at any depth.
///
/// Commits are durable when they return: the log is synced first. Commits that wait at the same time share one sync.
package final class DocumentStore: Sendable {
    let pool: DatabasePool
    private let quickReaders: QuickReaders
    let clock: CommitClock
    let queue: CommitQueue
    let cache = DocumentCache()
    /// The processor time that users' large work has taken recently.
    let processor = ProcessorUse()
    /// The clients that wait for commits.
    package let feed = ChangeFeed()
    /// The folder of the file.
    let folder: String
    /// Whether commits can be stored.
    let storage: StorageWatch
    let file: StoreFile
    /// The backup of the database of an earlier version, made before it was migrated; nil if it was not migrated.
    package let migrationBackup: String?

    /// Opens the file at `path`, or creates it and its folder, accessible to their owner only. A database of an earlier
    /// version is backed up beside it, and then migrated.
    /// - Parameters:
    ///   - copied: The name of the file in errors, if it is a temporary copy. A copy is not backed up before it is migrated.
    ///   - migrator: The steps to the present tables.
    ///   - now: The machine's time in microseconds since 1970.
    /// - Throws: ``ServerError``.
    package init(
        path: String, copyOf copied: String? = nil, migrator: DatabaseMigrator = StoreSchema.migrator,
        now: @escaping @Sendable () -> Int64 = DocumentStore.machineTime
    ) throws {
        let name = copied ?? path
        folder = DatabaseFile(path: path).folder
        let file = try StoreFile(path: path)
        self.file = file
        storage = StorageWatch(file, folder: folder)
        do {
            pool = try DatabasePool(path: path, configuration: Self.configuration(of: file))
            // Not in the configuration: the pool sets another durability after it has prepared the connection.
            try pool.writeWithoutTransaction { try Durability.full.set(on: $0) }
            let step = try pool.read { db -> String? in
                // The migrator makes its own table before the first step, and power may have failed between the two.
                let tables = "SELECT COUNT(*) FROM sqlite_schema WHERE tbl_name <> 'grdb_migrations'"
                let isEmpty = try Int.fetchOne(db, sql: tables) == 0
                let application = try Int32.fetchOne(db, sql: "PRAGMA application_id")
                guard isEmpty || application == StoreSchema.applicationID else {
                    throw ServerError(.foreignDatabase, "\(name) is not a database of todo-server; name another file.")
                }
                guard try !StoreSchema.isBeforeFirst(db) else {
                    throw ServerError(
                        .olderDatabase,
                        "\(name) was written by todo-server before 1.0.0; export its spaces with that version, and import them."
                    )
                }
                guard try !migrator.hasBeenSuperseded(db) else {
                    throw MigrationBackup.refusal(of: name, isCopy: copied != nil)
                }
                // A new database has nothing to keep.
                let done = try migrator.appliedIdentifiers(db)
                return isEmpty ? nil : migrator.migrations.first { !done.contains($0) }
            }
            if copied == nil, let step {
                migrationBackup = try MigrationBackup.make(of: pool, before: step, at: now())
            } else {
                migrationBackup = nil
            }
            try migrator.migrate(pool)
            quickReaders = QuickReaders {
                var configuration = Self.configuration(of: file)
                configuration.readonly = true
                // Reads map the file: a document among a million is read without a system call and copied once. The
                // cache only holds pages of the log (docs/decisions/0013).
                configuration.prepareDatabase {
                    try $0.execute(sql: "PRAGMA mmap_size = \(Self.mappedBytes); PRAGMA cache_size = -1024")
                }
                return try DatabaseQueue(path: path, configuration: configuration)
            }
            try pool.writeWithoutTransaction { try file.opened.settle($0) }
            file.opened.noteLog()
            let last = try pool.read { try Int64.fetchOne($0, sql: "SELECT lastTime FROM server") ?? 0 }
            clock = CommitClock(last: last, now: now)
            queue = CommitQueue(
                pool: pool, clock: clock, cache: cache, feed: feed, storage: storage, processor: processor)
        } catch let error as DatabaseError {
            throw ServerError(.cannotOpen, "The database \(name) cannot be opened: \(error.words).")
        } catch let error as FileError where error.kind == .replaced {
            throw ServerError(file: error)
        } catch is FileError {
            throw ServerError(
                .cannotOpen,
                "The database \(name) cannot be opened: SQLite would not wait for the disk at each commit.")
        }
    }

    /// More than SQLite maps (`SQLITE_MAX_MMAP_SIZE`, 2 GiB). Pages beyond that are read as usual.
    private static let mappedBytes = 1 << 40

    private static func configuration(of file: StoreFile) -> Configuration {
        var configuration = Configuration()
        // More than the turns for queries, so that other reads find a connection too.
        configuration.maximumReaderCount = 12
        configuration.busyMode = .timeout(10)
        configuration.prepareDatabase { [opened = file.opened] db in
            try opened.admit(db)
            let cache = db.configuration.readonly ? 4096 : 16384
            try db.execute(sql: "PRAGMA cache_size = -\(cache)")
            db.add(function: RowFunctions.sql)
        }
        return configuration
    }

    /// The machine's time in microseconds since 1970.
    package static func machineTime() -> Int64 { Int64(Date().timeIntervalSince1970 * 1_000_000) }

    /// When the connection that makes all commits waits for the disk.
    package var durability: Durability? { get throws { try pool.writeWithoutTransaction { try Durability(of: $0) } } }

    /// Waits for running operations, checkpoints the log if no other process is reading, and closes the database.
    package func close() throws {
        try quickReaders.close()
        guard file.trouble != .removed else {
            // No further writes: closing would write the log into the file, which others may have changed.
            _ = try saveReplaced()
            file.opened.disownLog()
            return DocumentStore.keepOpen(pool)
        }
        // If another process is reading, the log stays until the next program to open the file checkpoints it.
        try? pool.writeWithoutTransaction { db in _ = try db.checkpoint(.truncate) }
        try pool.close()
        file.opened.forgetLog()
    }

    /// Saves all commits beside a file that was removed or replaced, once.
    /// - Returns: the path of the copy.
    /// - Throws: `FileError`, `DatabaseError`.
    func saveReplaced() throws -> String {
        try pool.writeWithoutTransaction { db in
            if let copy = storage.copy { return copy }
            let copy = try file.opened.save(db, at: Self.machineTime() / 1000)
            storage.noteCopy(copy)
            return copy
        }
    }

    private static func keepOpen(_ pool: DatabasePool) { open.withLock { $0.append(pool) } }
    private static let open = Locked<[DatabasePool]>([])

    /// Runs `body` on a snapshot of the database.
    /// - Throws: ``Status`` only.
    func read<T: Sendable>(_ body: @Sendable @escaping (Snapshot) throws -> T) async throws -> T {
        try storage.requireFile()
        let time = clock.readTime()
        return try await Status.fromStorage {
            try await self.pool.read { db in try body(try Snapshot(db, readTime: time)) }
        }
    }

    /// The same on the calling thread, which waits for a connection.
    /// - Throws: ``Status`` only, and the errors of `body`.
    func readHere<T>(_ body: (Snapshot) throws -> T) throws -> T {
        let time = clock.readTime()
        return try Status.fromStorage {
            try pool.read { db in try body(try Snapshot(db, readTime: time)) }
        }
    }

    /// A connection that keeps the latest snapshot, and the time of its reads.
    func makeSnapshot() throws -> (DatabaseSnapshot, readTime: Int64) {
        try storage.requireFile()
        let time = clock.readTime()
        let snapshot = try pool.makeSnapshot()
        // There may be many, and each reads little.
        try snapshot.read { try $0.execute(sql: "PRAGMA cache_size = -1024") }
        return (snapshot, time)
    }

    /// Runs `body` on the calling thread, with a connection that queries cannot occupy. It is for a statement that
    /// takes less time than waking another thread.
    /// - Throws: ``Status`` only.
    func quickly<T>(_ body: (Database) throws -> T) throws -> T {
        // Accessing a mapped page that no longer exists would end the process.
        try storage.requireFile()
        do {
            return try quickReaders.read(body)
        } catch let error as DatabaseError {
            throw Status(storage: error)
        } catch let error as FileError where error.kind == .replaced {
            throw StorageTrouble.removed.status
        }
    }

    /// Throws unless the database can be read.
    /// - Throws: ``Status`` only.
    func requireReadable() throws { try quickly { try $0.execute(sql: "SELECT lastTime FROM server") } }

    /// The maximum size of fields read on the calling thread, in bytes.
    private static let smallSize = 64 << 10

    /// The document called `name` in its latest state, as a message, unless it is large.
    /// - Throws: ``Status`` only.
    func smallDocument(_ name: ResourceName, mask: FieldPathSet?) throws -> StoredDocument.Small<[UInt8]> {
        try storage.requireFile()
        let key = name.text
        if mask == nil, let answer = cache.answer(of: key) { return .found(answer) }
        let ticket = cache.ticket()
        let document = try quickly { db in
            try StoredDocument.fetch(name, atMost: Self.smallSize, db) { try $0.json(mask: mask) }
        }
        if mask == nil, case .found(let answer) = document, let ticket { cache.insert(answer, of: key, ticket) }
        return document
    }

    /// The fields of the document called `name` in its latest state; nil if there is none.
    /// - Throws: ``Status`` only.
    func fields(of name: ResourceName) throws -> Fields? {
        switch try smallDocument(name, mask: nil) {
        case .found(let message): try Document(json: message).fields
        case .missing: nil
        case .tooLarge: try readHere { try $0.document(name) { try $0.fields() } }
        }
    }
}

extension Status {
    /// Runs `body` and turns errors of the storage into a status that does not blame the client.
    static func fromStorage<T>(_ body: () async throws -> T) async throws -> T {
        do {
            return try await body()
        } catch let error as DatabaseError {
            throw Status(storage: error)
        } catch let error as FileError where error.kind == .replaced {
            throw StorageTrouble.removed.status
        }
    }

    /// The same for a synchronous `body`.
    static func fromStorage<T>(_ body: () throws -> T) throws -> T {
        do {
            return try body()
        } catch let error as DatabaseError {
            throw Status(storage: error)
        }
    }

    init(storage error: DatabaseError) {
        switch error.resultCode {
        case _ where error.isWithoutRoom: self = StorageTrouble.full.status
        case .SQLITE_INTERRUPT, .SQLITE_ABORT: self.init(.cancelled, "The request was cancelled.")
        default: self.init(.unavailable, "The server's storage does not answer; try again.", retryDelay: .seconds(1))
        }
    }
}
