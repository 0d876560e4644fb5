import Dispatch
import Foundation
import GRDB
import SQLite
import TodoDomain

// Opens the database at a path: it must be ours and of the current version, and is made durable.
extension LocalStack {
    /// The path of a persistent storage; nil for any other.
    package static func path(of storage: StackConfiguration.Storage) -> String? {
        switch storage {
        case .inMemory, .preview, .test: nil
        case .onDisk(let path): absolute(path)
        }
    }

    /// An absolute path, so that SQLite treats ":memory:" and "file:…" as file names too. A symbolic link to a file is
    /// followed, because SQLite keeps its log beside the file itself. A link to a folder stays, because the files
    /// beside the database are found through it too.
    package static func absolute(_ path: String) -> String {
        let given = path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
        var path = given
        // As many links as Linux follows. A link to a missing file leads to the path where the file is created.
        for _ in 0..<40 {
            guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path) else { return path }
            let folder = (path as NSString).deletingLastPathComponent
            path = target.hasPrefix("/") ? target : folder + "/" + target
        }
        // Links in a circle, which cannot be opened.
        return given
    }

    /// Opens the database. If two programs create one at the same time, SQLite refuses the second at once instead of
    /// waiting.
    /// - Returns: the database, its file, and whether other connections can have it open at the same time.
    static func openPatiently(
        _ path: String, schema: Schema, configuration: StackConfiguration, now: Date
    ) throws -> (database: any DatabaseWriter, file: OpenedFile, isShared: Bool) {
        let end = ContinuousClock.now + .seconds(configuration.busyTimeout)
        while true {
            do {
                let file = OpenedFile(DatabaseFile(path: path), changesNothing: configuration.isReadOnly)
                let (database, isShared) = try open(file, schema: schema, configuration: configuration, now: now)
                try database.writeWithoutTransaction { try file.settle($0) }
                if !configuration.isReadOnly, try file.file.hasLog { file.noteLog() }
                return (database, file, isShared)
            } catch let error as DatabaseError
                where error.resultCode == .SQLITE_BUSY && ContinuousClock.now < end
            {
                Thread.sleep(forTimeInterval: 0.01)
            }
        }
    }

    private static func open(
        _ opened: OpenedFile, schema: Schema, configuration: StackConfiguration, now: Date
    ) throws -> (any DatabaseWriter, isShared: Bool) {
        let file = opened.file
        let path = file.path
        if configuration.isReadOnly { return (try openUntouched(opened, schema: schema, configuration), true) }
        try file.create()
        let content = try file.inspect()
        switch content {
        case .notADatabase: throw TodoError.noDatabase("\(path) is not a database, or it is damaged.")
        case .foreign: throw TodoError(.foreignDatabase, "\(path) is the database of another program.")
        case .ours(let version) where version < 1:
            throw TodoError.corrupt("\(path) is damaged: its version is \(version).")
        case .ours(let version): try schema.requireKnown(version, of: path)
        case .empty: break
        }
        if content == .ours(version: schema.version), file.isReadOnly, try !file.hasLog {
            // A backup or a snapshot can be read. Writing fails with the reason.
            var options = Configuration.usual(of: opened)
            options.readonly = true
            let queue = try DatabaseQueue(path: file.immutableURI, configuration: options)
            try queue.read(schema.requireTables)
            return (queue, true)
        }
        do {
            return (try open(opened, content, schema: schema, configuration, now: now), true)
        } catch let error as DatabaseError where error.isWithoutRoom && content == .ours(version: schema.version) {
            // Existing data can be read even on a full disk. Writing fails with the reason.
            let options = Configuration.usual(
                of: opened, busyTimeout: configuration.busyTimeout, sharing: false)
            let queue = try DatabaseQueue(path: path, configuration: options)
            return (try durable(queue, schema: schema, path: path, configuration), false)
        }
    }

    /// Opens an existing database of this version without creating or changing it, or any file that SQLite keeps beside
    /// it.
    private static func openUntouched(
        _ opened: OpenedFile, schema: Schema, _ configuration: StackConfiguration
    ) throws -> any DatabaseWriter {
        let file = opened.file
        let refusal = TodoError(
            .cannotOpen, "\(file.path) was made by another version or cannot be opened read-only.",
            effect: .nothingChanged)
        // With a log, the header may be older than the content.
        let hasLog = try file.hasLog
        guard file.isFile, try !hasLog || file.header().hasLog,
            try hasLog || file.inspect() == .ours(version: schema.version)
        else { throw refusal }
        var options = Configuration.usual(of: opened, busyTimeout: configuration.busyTimeout)
        options.readonly = true
        let queue = try DatabaseQueue(
            path: hasLog ? file.untouchedURI : file.immutableURI, configuration: options)
        try queue.read { connection in
            let application = try Int32.fetchOne(connection, sql: "PRAGMA application_id")
            let version = try Int.fetchOne(connection, sql: "PRAGMA user_version")
            guard application == DatabaseFile.applicationID, version == schema.version else { throw refusal }
            try schema.requireTables(in: connection)
        }
        return queue
    }

    private static func open(
        _ opened: OpenedFile, _ content: DatabaseFile.Content, schema: Schema, _ configuration: StackConfiguration,
        now: Date
    ) throws -> any DatabaseWriter {
        let path = opened.file.path
        if try opened.file.hasLog { try refuseOthers(opened, schema: schema) }
        var options = Configuration.usual(of: opened, busyTimeout: configuration.busyTimeout)
        // Reads never wait, so they run on the threads of Swift's tasks: waking another thread costs as much as reading
        // a page. Writes may wait for a lock, which would block such a thread; they run there only in a simulation.
        options.targetQueue = DispatchQueue.global()
        options.maximumReaderCount = LocalStack.readingConnections
        if configuration.isDurable { options.writeTargetQueue = DispatchQueue(label: "todo.writer") }
        let database: any DatabaseWriter
        if content == .ours(version: schema.version) {
            database =
                configuration.allowsConcurrentReads
                ? try DatabasePool(path: path, configuration: options)
                : try DatabaseQueue(path: path, configuration: options)
        } else {
            // Created and migrated on one connection; a pool would write to the file before we know what it is.
            let queue = try DatabaseQueue(path: path, configuration: options)
            try queue.writeWithoutTransaction { connection in
                try connection.execute(sql: "PRAGMA journal_mode = WAL")
                try durability(configuration).set(on: connection)
            }
            try schema.migrate(queue) { _ = try AutomaticBackups(of: path, now: now).make(.migration, of: $0) }
            guard configuration.allowsConcurrentReads else {
                return try durable(queue, schema: schema, path: path, configuration)
            }
            try queue.close()
            database = try DatabasePool(path: path, configuration: options)
        }
        return try durable(database, schema: schema, path: path, configuration)
    }

    /// The header may be older than the content of the write-ahead log. A read-only connection sees both. A connection
    /// that can write would write the log back into the file when it closes.
    private static func refuseOthers(_ opened: OpenedFile, schema: Schema) throws {
        let path = opened.file.path
        var options = Configuration.usual(of: opened)
        options.readonly = true
        let reader = try DatabaseQueue(path: path, configuration: options)
        let (application, version, tables) = try reader.read { connection in
            (
                try Int32.fetchOne(connection, sql: "PRAGMA application_id") ?? 0,
                try Int.fetchOne(connection, sql: "PRAGMA user_version") ?? 0,
                try Int.fetchOne(connection, sql: "SELECT count(*) FROM sqlite_master") ?? 0
            )
        }
        try reader.close()
        guard application == DatabaseFile.applicationID || tables == 0 && version == 0 else {
            throw TodoError(.foreignDatabase, "\(path) is the database of another program.")
        }
        try schema.requireKnown(version, of: path)
    }

    /// Whether writes wait for the disk.
    static func durability(_ configuration: StackConfiguration) -> Durability {
        configuration.isDurable ? .full : .off
    }

    /// Makes an edit durable when it returns; GRDB's pool would leave that to the next checkpoint.
    private static func durable(
        _ database: any DatabaseWriter, schema: Schema, path: String, _ configuration: StackConfiguration
    ) throws -> any DatabaseWriter {
        try database.writeWithoutTransaction { connection in
            // A backup that was copied into place has no write-ahead log, and could not be read during a write. Setting
            // the mode may fail now: another program may be at work, and a full disk can still be read.
            _ = try? String.fetchOne(connection, sql: "PRAGMA journal_mode = WAL")
            try durability(configuration).set(on: connection)
            // Another process may have migrated it meanwhile.
            let version = try Int.fetchOne(connection, sql: "PRAGMA user_version") ?? 0
            guard version == schema.version else { throw Schema.newerVersion(path) }
            try schema.requireTables(in: connection)
        }
        return database
    }
}
