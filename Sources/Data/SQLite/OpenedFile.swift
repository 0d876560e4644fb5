import Basics
package import GRDB
import GRDBSQLite

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A database file that connections have open, with SQLite's files beside it. Checks that they are still the files at
/// these paths.
///
/// SQLite does not check that. Data written to a file that has lost its name disappears with the process. If two
/// database files share a log, both are damaged (https://sqlite.org/howtocorrupt.html, section 2).
package final class OpenedFile: Sendable {
    private struct State {
        var database: FileIdentity?
        /// The state of the file at the last look, and its header then.
        var seen: FileState?
        var header: DatabaseHeader?
        var isOverwritten = false
        var log: FileIdentity?
        var index: FileIdentity?
        /// Whether the files beside it are known to be those that SQLite has open. Until then they are only those that
        /// were found there.
        var isSettled = false
        var isNoted = false
        var foreignLog: String?
    }

    package let file: DatabaseFile
    private let changesNothing: Bool
    private let state = Locked(State())

    /// A file that is about to be opened.
    /// - Parameter changesNothing: whether a log of another file stays where it is. The file must then be opened
    ///   without its log.
    package init(_ file: DatabaseFile, changesNothing: Bool = false) {
        self.file = file
        self.changesNothing = changesNothing
    }

    /// The connections are closed by now, because they keep this object as long as they are open.
    deinit { forgetLog() }

    /// The path to which the log of another file, found beside this one, was moved; nil if there was no such log.
    package var foreignLog: String? { state.withLock { $0.foreignLog } }

    /// Makes sure that a connection has this file open. Call it first in `prepareDatabase`, before SQLite reads
    /// anything through the connection: with its first read, SQLite uses the log as that of the file.
    /// - Throws: ``FileError``: `replaced`, or `cannotOpen` if the system does not say which file it is.
    package func admit(_ connection: Database) throws {
        // If the path leads to the same file before and after, the connection has opened that file.
        let found = try FileIdentity(at: file.path)
        if let found, Self.abandoned.withLock({ $0.contains(found) }) {
            throw FileError(
                .replaced, "This process has lost the log of the database \(file.path), and cannot open it again.")
        }
        guard let found, !connection.hasMoved, try FileIdentity(at: file.path) == found else {
            throw replacement(by: found)
        }
        let isSettled = try state.withLock { state in
            guard state.database ?? found == found else { throw replacement(by: found) }
            state.database = found
            return state.isSettled
        }
        guard !isSettled, !changesNothing, !connection.configuration.readonly || file.isFolderWritable else { return }
        if let aside = try file.setForeignLogAside(reading: { connection.header(of: file) }) {
            state.withLock { $0.foreignLog = aside }
        }
    }

    /// Notes the files beside it, which SQLite opened with its first read.
    /// - Parameter connection: a connection that has the file open.
    /// - Throws: ``FileError``: `cannotOpen`, if the system does not say which files they are.
    package func settle(_ connection: Database) throws {
        if let found = try FileState(at: file.path) { _ = isExpected({ connection.header(of: file) }, at: found) }
        let log = try FileIdentity(at: file.logPath)
        let index = try FileIdentity(at: file.indexPath)
        state.withLock {
            $0.log = log
            $0.index = index
            $0.isSettled = true
        }
    }

    /// Makes sure that the paths still lead to the open files: three calls of `stat`.
    /// - Parameter connection: a connection that has the file open. With it, other content copied into the file is
    ///   noticed too, but only if the header differs.
    /// - Throws: ``FileError``: `replaced`, or `cannotOpen` if the system does not say.
    package func check(through connection: Database? = nil) throws {
        try check { connection?.header(of: file) }
    }

    /// The same with a way to read the header in the file.
    package func check(reading header: () -> DatabaseHeader?) throws {
        let found = try FileState(at: file.path)
        let (database, seen, isOverwritten) = state.withLock { ($0.database, $0.seen, $0.isOverwritten) }
        guard let found, found.identity == database else { throw replacement(by: found?.identity) }
        // Once more, as the header may just be written.
        let isExpected = found == seen || isExpected(header, at: found) || isExpected(header, at: found)
        guard !isOverwritten, isExpected else {
            becomeOverwritten()
            throw FileError(
                .replaced, "Other content was copied into the database \(file.path) while it was open.")
        }
        guard try isLogInPlace() else {
            throw FileError(
                .replaced,
                "The log beside the database \(file.path) was removed or replaced while it was open."
            )
        }
    }

    /// Whether the path leads to the file, but the files beside it are not those that SQLite has open. Then no
    /// connection may be closed: with the last one, SQLite would write its log into the file, over the later writes of
    /// others.
    package var hasLostLog: Bool {
        let (database, isOverwritten) = state.withLock { ($0.database, $0.isOverwritten) }
        // A file that cannot be examined may be lost.
        do { return try FileIdentity(at: file.path) == database && (isOverwritten || !isLogInPlace()) } catch {
            return true
        }
    }

    /// Notes that the log no longer belongs to any file: it must never be applied to the new content.
    private func becomeOverwritten() {
        let log = state.withLock { state in
            defer { state.isOverwritten = true }
            return state.isOverwritten ? nil : state.log
        }
        if let log { LogOwner(log: log, database: .none).write(to: file.ownerPath) }
    }

    /// Does the same for the log of a replaced file, once its content is saved: another file may get its number.
    package func disownLog() {
        let (database, log) = state.withLock { ($0.database, $0.log) }
        guard let log, let inPlace = try? FileIdentity(at: file.logPath), inPlace == log,
            let found = try? FileIdentity(at: file.path), found != database
        else { return }
        LogOwner(log: log, database: .none).write(to: file.ownerPath)
    }

    /// Whether a header that has changed since the last look can be one that SQLite copied from the log.
    private func isExpected(_ read: () -> DatabaseHeader?, at found: FileState) -> Bool {
        guard let header = read() else { return true }
        return state.withLock { state in
            if let known = state.header {
                // A header that cannot be read is damage, which SQLite reports itself.
                let isOther = header.changes < known.changes || known.hasLog && !header.hasLog
                guard !header.isReadable || !isOther else { return false }
            }
            state.seen = found
            state.header = header
            return true
        }
    }

    /// Notes that connections to a file which has lost its log stay open. Other connections in this process would share
    /// the index of that log.
    package func abandon() {
        guard let database = state.withLock({ $0.database }) else { return }
        Self.abandoned.withLock { if !$0.contains(database) { $0.append(database) } }
    }

    // A list, nearly always empty: the first use of a set costs every start of the command a search for conformances.
    private static let abandoned = Locked<[FileIdentity]>([])

    private func isLogInPlace() throws -> Bool {
        let log = try FileIdentity(at: file.logPath)
        let index = try FileIdentity(at: file.indexPath)
        return state.withLock { state in
            // A file opened read-only may have neither file. A connection with an exclusive lock has no index.
            (state.log == nil || state.log == log) && (state.index == nil || state.index == index)
        }
    }

    /// Saves everything committed in a replaced file, read through a connection outside a transaction, to a new file
    /// beside it.
    /// - Parameter milliseconds: the time since 1970.
    /// - Returns: the path of the copy, such as `todo.db.replaced-20261128T121500.000Z`.
    /// - Throws: ``FileError``, `DatabaseError`.
    package func save(_ connection: Database, at milliseconds: Int64) throws -> String {
        guard !state.withLock(\.isOverwritten) else {
            throw FileError(.damaged, "Its former content is gone.")
        }
        let time = DateTimeText.text(millisecondsSince1970: milliseconds, digits: 3, .basic)
        let name = "\(file.path).replaced-\(time)"
        var (path, number) = (name, 1)
        while access(path, F_OK) == 0 {
            number += 1
            path = "\(name)-\(number)"
        }
        let copy = try PendingFile(path)
        try connection.inTransaction(.deferred) {
            try DatabaseCopy.write(connection, to: copy.temporaryPath)
            return .rollback
        }
        try copy.commit()
        return path
    }

    /// Notes that the log belongs to this file. Call it before anything is written to the log.
    package func noteLog() {
        let owner = state.withLock { state -> LogOwner? in
            guard !state.isNoted, let log = state.log, let database = state.database else { return nil }
            state.isNoted = true
            return LogOwner(log: log, database: database)
        }
        if let owner, LogOwner(at: file.ownerPath) != owner { owner.write(to: file.ownerPath) }
    }

    /// Removes the note if SQLite has removed the log, as it does when the last connection is closed.
    package func forgetLog() {
        guard access(file.logPath, F_OK) != 0, let owner = LogOwner(at: file.ownerPath) else { return }
        let log = state.withLock { $0.log }
        if log == nil || log == owner.log { unlink(file.ownerPath) }
    }

    private func replacement(by found: FileIdentity?) -> FileError {
        FileError(
            .replaced,
            found == nil
                ? "The database \(file.path) was removed while it was open."
                : "The database \(file.path) was replaced by another file while it was open.")
    }
}

extension Database {
    /// The header in the file that the connection has open.
    fileprivate func header(of file: DatabaseFile) -> DatabaseHeader? { file.header(through: sqliteConnection) }

    /// Whether the path of its file leads to another file or to nothing (`SQLITE_FCNTL_HAS_MOVED`).
    fileprivate var hasMoved: Bool {
        var moved: Int32 = 0
        return sqlite3_file_control(sqliteConnection, "main", SQLITE_FCNTL_HAS_MOVED, &moved) == SQLITE_OK && moved != 0
    }
}
