import Basics
import Foundation
package import GRDB
import SQLite
public import TodoDomain

/// Access to a database. A process can have several, on disk and in memory.
///
/// All work happens in transactions. A read sees a single snapshot. A write happens completely or not at all, and is
/// durable when it returns.
public final class LocalStack: Sendable {
    /// How it was opened.
    public let configuration: StackConfiguration
    /// Time, time zone and identifiers.
    public let environment: TodoEnvironment
    /// The file, with symbolic links resolved; nil for data in memory.
    public let path: String?

    package let database: any DatabaseWriter
    /// Whether other processes can open the file at the same time. They cannot while it is open on a full disk, because
    /// there is no room for the shared memory.
    package let isShared: Bool
    /// Watches over the file; nil for data in memory.
    package let fileGuard: FileGuard?
    package let schema: Schema
    /// The observations of this stack.
    let observers: Observers
    /// Raised when an edit is committed through this stack.
    package let edits = EditSignal()
    /// Only as many tasks read at the same time as there are connections for reading. Otherwise they would wait inside GRDB's
    /// pool. A synchronous read waits there on a thread of Swift's tasks, of which there are as few as cores. An asynchronous
    /// read returns its connection only when its task continues, for which it needs such a thread. Enough reads at once would
    /// stop each other.
    let readers = Turns(LocalStack.mostReaders)
    private let edited = Latch()
    private let lastEdit = Locked(false)
    private let closed = Latch()
    package let writer: Writer
    /// The folder of a test stack; released last.
    private let testFolder: TestFolder?

    /// How many tasks read at the same time.
    private static let mostReaders = 5
    /// The number of connections for reading. The doctor and observers use some of them without taking turns.
    static let readingConnections = mostReaders + 3

    /// Opens the database, creating or migrating it if necessary.
    /// - Throws: ``TodoError``: `newer-version` or `older-version` (the file is left untouched), `foreign-database`, `corrupt`,
    ///   `cannot-open`, `read-only`, `locked`, `disk-full`; `bad-migration` for a step of
    ///   ``StackConfiguration/migrations`` that fails or is not allowed.
    public convenience init(
        _ configuration: StackConfiguration = .standard, environment: TodoEnvironment = .live
    ) throws {
        try self.init(configuration, environment: environment, schema: .current)
    }

    package init(_ configuration: StackConfiguration, environment: TodoEnvironment, schema: Schema) throws {
        self.configuration = configuration
        self.environment = environment
        self.schema = schema
        if case .test(let name) = configuration.storage {
            testFolder = try TestFolder(name: name)
        } else {
            testFolder = nil
        }
        let path = testFolder?.database ?? Self.path(of: configuration.storage)
        self.path = path
        do {
            if let path {
                let opened = try Self.openPatiently(
                    path, schema: schema, configuration: configuration, now: environment.now())
                database = opened.database
                isShared = opened.isShared
                fileGuard = FileGuard(opened.file, of: opened.database, now: environment.now)
            } else {
                isShared = true
                fileGuard = nil
                let queue = try DatabaseQueue(configuration: .usual())
                try schema.migrate(queue)
                database = queue
            }
            try Self.migrateApp(database, configuration, path: path, now: environment.now())
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CANTOPEN {
            // SQLite keeps its log beside the file, and only reports that it cannot.
            guard let path, !DatabaseFile(path: path).isFolderWritable else { throw TodoError(storage: error) }
            throw TodoError(.readOnly, "The folder of \(path) is read-only.", underlying: error)
        } catch {
            throw TodoError(storage: error)
        }
        writer = Writer(
            environment: environment, process: Self.processName,
            fileIdentity: try path.map { try DatabaseFile(path: $0).identity } ?? "")
        // If no other process can write, there is nothing to watch.
        observers = Observers { [database, isShared, fileGuard] wake in
            do {
                return try CommitWatch(database, isShared: isShared, fileGuard: fileGuard, wake: wake)
            } catch {
                throw fileGuard?.errorBlocking(for: error) ?? error
            }
        }
    }

    /// Brings the tables of the app up to date.
    private static func migrateApp(
        _ database: any DatabaseWriter, _ configuration: StackConfiguration, path: String?, now: Date
    ) throws {
        try AppSchema(configuration.migrations).run(on: database, now: now.milliseconds) { connection in
            guard case .onDisk = configuration.storage, let path else { return }
            _ = try AutomaticBackups(of: path, now: now).make(.migration, of: connection)
        }
    }

    /// The name of this process in the history.
    package static var processName: String {
        "\(ProcessInfo.processInfo.processName):\(ProcessInfo.processInfo.processIdentifier)"
    }

    /// Reads in one transaction.
    /// - Throws: ``TodoError``, or what `body` throws.
    package func read<T: Sendable>(_ body: @Sendable (ReadTransaction) throws -> T) async throws -> T {
        try await onFile {
            guard database is DatabaseQueue else {
                return try await readers.withTurn {
                    try await database.read { [fileGuard] in
                        try fileGuard?.check($0)
                        return try body(ReadTransaction($0))
                    }
                }
            }
            return try await database.unsafeRead { [fileGuard] in
                try fileGuard?.check($0)
                return try Self.read($0) { try body(ReadTransaction($0)) }
            }
        }
    }

    /// Works on the file, as long as it is the one that was opened.
    /// - Throws: ``TodoError``: `database-replaced` once it is another file; or the errors of `body`.
    package func onFile<T>(
        isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> sending T
    ) async throws -> sending T {
        try checkOpen()
        do {
            return try await body()
        } catch {
            throw await thrown(error)
        }
    }

    /// The error that an operation throws instead of an error of the database or its file.
    private func thrown(_ error: any Error) async -> any Error {
        let error = await fileGuard?.error(for: error) ?? error
        return (error as? DatabaseError)?.thrown ?? error
    }

    /// Reads in one transaction of a connection that also writes.
    ///
    /// GRDB would switch `PRAGMA query_only` on and off around it, and after each switch SQLite prepares every
    /// statement again. Ends with a rollback, which observers of commits ignore.
    private static func read<T>(_ connection: Database, _ body: (Database) throws -> T) throws -> T {
        try connection.run("BEGIN DEFERRED TRANSACTION", [])
        defer {
            // GRDB's own rollback also resets an interrupted statement, but it is prepared again each time.
            if (try? connection.run("ROLLBACK TRANSACTION", [])) == nil { try? connection.rollback() }
        }
        return try body(connection)
    }

    /// Reads much of the database in one transaction with little memory: it caches few pages, and sorts large results
    /// in a temporary file.
    package func readSparingly<T: Sendable>(_ body: @Sendable (ReadTransaction) throws -> T) async throws -> T {
        guard database is DatabaseQueue else { return try await read(body) }
        return try await onFile {
            try await readers.withTurn {
                try await database.unsafeRead { [fileGuard] connection in
                    try fileGuard?.check(connection)
                    defer { connection.putBack(Configuration.usualMemory) }
                    try connection.execute(sql: "PRAGMA cache_size = -2000; PRAGMA temp_store = FILE")
                    return try Self.read(connection) { try body(ReadTransaction($0)) }
                }
            }
        }
    }

    /// Writes in one transaction, which is one step of the history. Durable when it returns.
    /// - Parameters:
    ///   - action: the name of the step in the history, such as `add`.
    ///   - author: who makes the change.
    ///   - group: the step of the history that this one is undone together with; nil for a separate step.
    /// - Throws: ``TodoError``, or what `body` throws; nothing is changed then.
    package func write<T: Sendable>(
        _ action: String, author: Author = .user, group: Int64? = nil,
        _ body: @Sendable (WriteTransaction) throws -> T
    ) async throws -> T {
        if author != .sync { lastEdit.withLock { $0 = false } }
        return try await onFile {
            let result = try await database.write { [self, writer = writer.acting] database in
                try fileGuard?.checkBeforeWriting(database)
                let transaction = try WriteTransaction(
                    database, writer: writer, action: action, author: author, group: group)
                let result = try body(transaction)
                try transaction.complete()
                return result
            }
            try confirm(by: author)
            return result
        }
    }

    /// Writes like ``write(_:author:group:_:)``, blocking the calling thread.
    package func writeBlocking(
        _ action: String, author: Author = .user, group: Int64? = nil, _ body: (WriteTransaction) throws -> Void
    ) throws {
        try checkOpen()
        do {
            try database.write { [writer = writer.acting, fileGuard] database in
                try fileGuard?.checkBeforeWriting(database)
                let transaction = try WriteTransaction(
                    database, writer: writer, action: action, author: author, group: group)
                try body(transaction)
                try transaction.complete()
            }
            try confirm(by: author)
        } catch {
            throw TodoError(storage: fileGuard?.errorBlocking(for: error) ?? error)
        }
    }

    /// Confirms a commit, unless the file has lost its name meanwhile. If that cannot be found out, the change is in the
    /// file that is open, and counts as made.
    private func confirm(by author: Author) throws {
        do {
            try fileGuard?.check()
        } catch let error as TodoError where error.code != .databaseReplaced {
            didCommit(by: author)
            throw error
        }
        didCommit(by: author)
    }

    /// Announces a commit to the observers, and an edit also to the scheduler of syncs. The writes of a sync are not
    /// sent back.
    package func didCommit(by author: Author) {
        observers.wake()
        guard author != .sync else { return }
        edited.set()
        lastEdit.withLock { $0 = true }
        edits.raise()
    }

    /// Whether anything was edited through this stack since it was opened.
    package var hasEdits: Bool { edited.isSet }

    /// Whether the last attempted edit through this stack was committed. A later failure, such as reading the result to
    /// show it, does not undo the edit.
    package var isLastEditKept: Bool { lastEdit.withLock { $0 } }

    /// Does what ``write(_:author:group:_:)`` would do, returns the result, and rolls back. Other writers wait
    /// meanwhile.
    package func writeAndRollBack<T: Sendable>(
        _ action: String, author: Author = .user, _ body: @Sendable (WriteTransaction) throws -> T
    ) async throws -> T {
        try await onFile {
            try await database.writeWithoutTransaction { [self] connection in
                try fileGuard?.check(connection)
                try connection.beginTransaction(.immediate)
                defer { try? connection.rollback() }
                return try body(
                    WriteTransaction(connection, writer: writer, action: action, author: author, group: nil))
            }
        }
    }

    /// Writes something that may be lost in a crash, without a step of the history. It does not wait for the disk. It
    /// fails rather than wait for another program's write.
    package func writeWithoutWaiting(_ body: @escaping @Sendable (WriteTransaction) throws -> Void) async throws {
        try checkOpen()
        try await onFile {
            try await database.writeWithoutTransaction { [self] connection in
                let patience = Int(configuration.busyTimeout * 1000)
                defer { connection.putBack("\(Self.durability(configuration).sql); PRAGMA busy_timeout = \(patience)") }
                let relaxed: Durability = configuration.isDurable ? .normal : .off
                try connection.execute(sql: "\(relaxed.sql); PRAGMA busy_timeout = 0")
                try connection.inTransaction(.immediate) {
                    try fileGuard?.checkBeforeWriting(connection)
                    try body(WriteTransaction(connection, writer: writer, action: "", author: .user, group: nil))
                    return .commit
                }
            }
        }
        observers.wake()
    }

    /// Runs many large writes with a larger page cache and fewer checkpoints. Random ids touch the inner pages of
    /// indexes again and again; these are then written to the file once instead of after every few transactions.
    package func withBulkSettings<T: Sendable>(_ body: () async throws -> T) async throws -> T {
        do {
            try await configure("PRAGMA cache_size = -64000; PRAGMA wal_autocheckpoint = 32000")
            let result = try await body()
            // Everything is written. If the log cannot be checkpointed now, that happens once there is room.
            await putBack(
                "\(Configuration.usualCache); PRAGMA wal_autocheckpoint = 1000; PRAGMA wal_checkpoint(PASSIVE)")
            return result
        } catch {
            await putBack("\(Configuration.usualCache); PRAGMA wal_autocheckpoint = 1000")
            throw error
        }
    }

    /// Restores settings of the writing connection, in a task that is never cancelled.
    private func putBack(_ settings: String) async {
        await Task { try? await configure(settings) }.value
    }

    private func configure(_ sql: String) async throws {
        try await onFile {
            try await database.writeWithoutTransaction { [fileGuard] in
                try fileGuard?.check($0)
                try $0.execute(sql: sql)
            }
        }
    }

    /// GRDB's queue would go on to use the closed connection.
    package func checkOpen() throws {
        guard !closed.isSet else { throw TodoError.closed }
    }

    /// The path to which the write-ahead log of another database was moved, which was beside the file when it was
    /// opened. nil if there was no such log. SQLite would have written it into the file. It is only useful to an
    /// expert, because the database that it belongs to has been replaced.
    package var foreignLog: String? { fileGuard?.file.foreignLog }

    /// Closes the database. Every later operation fails, and observations end with an error.
    /// - Throws: ``TodoError``: `database-replaced` if the file is no longer the one that was opened. It is closed all
    ///   the same.
    public func close() throws {
        closed.set()
        observers.close()
        // The writer closes last. A reader could not checkpoint the write-ahead log, and a copy of the file would then
        // lack the content of the log.
        (database as? DatabasePool)?.invalidateReadOnlyConnections()
        do { try fileGuard?.close() ?? database.close() } catch { throw TodoError(storage: error) }
    }
}
