import Basics
import Foundation
import GRDB
import SQLite
import TodoDomain
import TodoLocal

/// A database to restore: verified, copied and migrated. The original file is not modified.
final class RestoreSource: Sendable {
    /// The copy.
    let database: DatabaseQueue
    private let file: PendingFile

    /// Copies the database in a file.
    /// - Parameters:
    ///   - destination: the file that it may replace.
    ///   - folder: the folder for the copy.
    ///   - app: the steps of the restoring app.
    ///   - now: the time.
    /// - Throws: `bad-input` if it is not one of our databases or is damaged, `newer-version`, `older-version`, or a
    ///   storage error.
    init(
        _ path: String, for destination: String, in backups: AutomaticBackups, schema: Schema, app: [AppMigration] = [],
        now: Date
    ) throws {
        try Self.check(path, for: destination, schema: schema)
        file = try backups.pendingFile(for: destination)
        do {
            try Self.copy(DatabaseFile(path: LocalStack.absolute(path)), to: file.temporaryPath)
            // It has no files beside it, so nothing is left behind even if the program is killed. `takePlace` brings it
            // to the disk.
            var options = Configuration.usual()
            options.prepareDatabase { try $0.execute(sql: "PRAGMA journal_mode = MEMORY; \(Durability.off.sql)") }
            database = try DatabaseQueue(path: file.temporaryPath, configuration: options)
            // Read through SQLite now, because the header of the original may have been older than its log.
            let (application, isSound) = try database.read { connection in
                (
                    try Int32.fetchOne(connection, sql: "PRAGMA application_id"),
                    try DatabaseCopy.isSound(connection)
                )
            }
            guard application == DatabaseFile.applicationID else { throw Self.foreign(path) }
            guard isSound else { throw Self.damaged(path) }
            try database.writeWithoutTransaction(AppSchema.removeForeignCode)
            try schema.migrate(database)
            try AppSchema(app).run(on: database, now: now.milliseconds)
        } catch let error as DatabaseError where error.isOfContent || error.isOfRow {
            throw Self.damaged(path)
        } catch let error as TodoError where error.code == .newerVersion {
            throw Schema.newerVersion(path)
        } catch let error as TodoError where error.code == .olderVersion {
            throw Schema.olderVersion(path)
        } catch let error as TodoError where error.code == .corrupt {
            throw Self.damaged(path)
        }
    }

    /// Checks what can be checked without copying the file.
    static func check(_ path: String, for destination: String, schema: Schema) throws {
        let original = DatabaseFile(path: path)
        guard original.isFile else {
            let isThere = try FileStatus.isThere(path)
            throw TodoError(.badInput, isThere ? "\(path) is not a file." : "There is no file \(path).")
        }
        guard !original.isSameFile(as: destination) else {
            throw TodoError(.usage, "\(path) is the database itself; name another file.")
        }
        guard FileManager.default.isReadableFile(atPath: path) else {
            throw TodoError(.badInput, "\(path) cannot be read: it belongs to another user.")
        }
        switch try original.inspect() {
        case .empty where try original.hasLog: break
        case .empty, .notADatabase: throw damaged(path)
        case .foreign: throw foreign(path)
        case .ours(let version): try schema.requireKnown(version, of: path)
        }
    }

    private static func copy(_ original: DatabaseFile, to path: String) throws {
        var options = Configuration.usual()
        options.readonly = true
        let name = try original.hasLog ? original.path : original.immutableURI
        let source = try DatabaseQueue(path: name, configuration: options)
        try source.read { try DatabaseCopy.write($0, to: path) }
        try source.close()
    }

    /// Changes the page size of the copy, because that of a database with a write-ahead log cannot change.
    func adopt(pageSize: Int) throws {
        try database.writeWithoutTransaction { connection in
            guard try Int.fetchOne(connection, sql: "PRAGMA page_size") != pageSize else { return }
            try connection.execute(sql: "PRAGMA page_size = \(pageSize); VACUUM")
        }
    }

    /// Removes the copy.
    func discard() {
        try? database.close()
        file.discard()
    }

    /// Moves the copy to the destination.
    func takePlace() throws {
        try database.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = WAL") }
        try database.close()
        try file.commit()
    }

    private static func damaged(_ path: String) -> TodoError {
        TodoError(.badInput, "\(path) is not a database, or it is damaged or encrypted.", effect: .nothingChanged)
    }

    private static func foreign(_ path: String) -> TodoError {
        TodoError(.badInput, "\(path) is the database of another program.", effect: .nothingChanged)
    }
}
