import Basics
import Foundation
package import GRDB
package import SQLite
import TodoDomain

/// Keeps a store from working on a file that is no longer at its path, and saves the content of that file.
///
/// A sync program, `mv` or a person can replace the file at any time. Later writes would then go to a file without a
/// name. The file and its earlier content disappear with the last process that has it open.
package final class FileGuard: Sendable {
    package let file: OpenedFile
    /// Its connections. It is unsafe only in name, because only `deinit` writes it.
    nonisolated(unsafe) private var database: (any DatabaseWriter)?
    private let now: @Sendable () -> Date
    /// The reason why the store stopped working, once the content is saved.
    private let end = Locked<TodoError?>(nil)
    private let closed = Latch()

    init(_ file: OpenedFile, of database: any DatabaseWriter, now: @escaping @Sendable () -> Date) {
        self.file = file
        self.database = database
        self.now = now
    }

    deinit {
        guard !closed.isSet else { return }
        if file.hasLostLog { keepOpen() }
        // Closes the connections, unless other code holds them; SQLite has then removed its log.
        database = nil
        file.forgetLog()
    }

    /// Makes sure, within a transaction or after it, that the file being read or written is the file at the path.
    /// - Parameter connection: the connection of the transaction.
    /// - Throws: ``FileError``: `replaced`, or ``TodoError``: `database-replaced` once the content is saved; `cannot-open` if
    ///   the file cannot be looked at.
    package func check(_ connection: Database? = nil) throws {
        if let error = end.withLock(\.self) { throw error }
        do {
            try file.check(through: connection)
        } catch let error as FileError where error.kind != .replaced {
            throw TodoError(error)
        }
    }

    /// The same before the first thing is written in a transaction.
    func checkBeforeWriting(_ connection: Database) throws {
        try check(connection)
        file.noteLog()
    }

    /// The error to show for a failure, once the content of a replaced file is saved beside it.
    func error(for failure: any Error) async -> any Error {
        guard let reason = reason(for: failure), let database else { return failure }
        // Also for a task that is cancelled.
        return await Task { [self] in
            do { return try await database.writeWithoutTransaction { [self] in end(for: reason, $0) } } catch {
                return failure
            }
        }.value
    }

    /// The same, blocking the calling thread.
    func errorBlocking(for failure: any Error) -> any Error {
        guard let reason = reason(for: failure), let database else { return failure }
        return database.writeWithoutTransaction { end(for: reason, $0) }
    }

    /// The error of a replaced file, if that is the cause of a failure: without its log, SQLite fails in many ways.
    private func reason(for failure: any Error) -> FileError? {
        if let error = failure as? FileError { return error.kind == .replaced ? error : nil }
        guard failure is DatabaseError else { return nil }
        do {
            try file.check()
            return nil
        } catch let error as FileError where error.kind == .replaced {
            return error
        } catch {
            return nil
        }
    }

    /// Copies the file that the connection still has open, once for the store.
    private func end(for reason: FileError, _ connection: Database) -> TodoError {
        if let error = end.withLock(\.self) { return error }
        let error: TodoError
        if connection.configuration.readonly {
            error = TodoError(
                .databaseReplaced, reason.description, remedies: [.startAgain()], underlying: reason)
        } else {
            do {
                let copy = try file.save(connection, at: now().milliseconds)
                file.disownLog()
                error = TodoError(
                    .databaseReplaced,
                    "\(reason.description) It is no longer written to. Everything that was saved in it is in \(copy).",
                    remedies: [.startAgain(merging: copy)], underlying: reason)
            } catch {
                // It is tried again at the next occasion.
                return TodoError(
                    .databaseReplaced,
                    "\(reason.description) It is no longer written to, and a copy of what was saved in it cannot be made: "
                        + TodoError(storage: error).reason, remedies: [.startAgain()], underlying: reason)
            }
        }
        end.withLock { $0 = error }
        return error
    }

    /// Closes the database, or throws the reason if its file was replaced.
    func close() throws {
        guard let database else { return }
        guard !closed.isSet else { return try database.close() }
        var failure: (any Error)?
        do { try check() } catch { failure = errorBlocking(for: error) }
        closed.set()
        guard let failure else {
            try database.close()
            return file.forgetLog()
        }
        if file.hasLostLog { keepOpen() } else { try database.close() }
        throw failure
    }

    /// Connections that are closed only with the process, when SQLite no longer acts.
    private func keepOpen() {
        file.abandon()
        if let database { Self.open.withLock { $0.append(database) } }
    }

    private static let open = Locked<[any DatabaseWriter]>([])
}
