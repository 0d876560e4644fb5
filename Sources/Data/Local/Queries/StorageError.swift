import Basics
import GRDB
import SQLite
package import TodoDomain

extension TodoError {
    /// Thrown by every operation on a closed database.
    static let closed = TodoError(.storage, "The database was closed.")

    /// Explains an error of the database or its file to a person. The message contains neither SQL nor values.
    package init(storage error: any Error) {
        if let file = error as? FileError {
            self.init(file)
            return
        }
        guard let database = error as? DatabaseError else {
            self = error as? TodoError ?? TodoError(.storage, "The database failed.", underlying: error)
            return
        }
        switch database.resultCode {
        case _ where database.isWithoutRoom:
            self.init(
                .diskFull, "The disk is full.", effect: .nothingChanged, remedies: [.makeRoom], underlying: error)
        case _ where database.isOfRow:
            self.init(
                .corrupt, "A row of the database is damaged: \(database.message ?? "").", effect: .nothingChanged,
                remedies: [.repair], underlying: error)
        case .SQLITE_CORRUPT:
            self.init(
                .corrupt, "The database file is damaged.", effect: .nothingChanged,
                remedies: [.restoreBackup, .salvage],
                underlying: error)
        case .SQLITE_NOTADB:
            self = .noDatabase("The file is not a database, or it is damaged.", underlying: error)
        case .SQLITE_READONLY, .SQLITE_PERM:
            self.init(
                .readOnly, "The database cannot be written: the file or its folder is read-only.", underlying: error)
        case .SQLITE_CANTOPEN:
            self.init(
                .cannotOpen, "The database cannot be opened; check that its folder exists and can be written.",
                underlying: error)
        // A transaction begins with this error if the log's index keeps changing, or cannot be locked.
        case .SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_PROTOCOL:
            self.init(.locked, "Another program is writing to the database; try again.", underlying: error)
        case .SQLITE_IOERR:
            self.init(
                .storage, "The disk failed while the database was read or written.", effect: .nothingChanged,
                underlying: error)
        default: self = .refused(database)
        }
    }

    /// Explains an error of a statement in an intact file. Its transaction has been rolled back.
    private static func refused(_ error: DatabaseError) -> TodoError {
        let (code, reason): (Code, String) =
            switch error.resultCode {
            case .SQLITE_ERROR where error.isTooLarge:
                (.badQuery, "This is too much for one query; ask for less at once.")
            case .SQLITE_ERROR, .SQLITE_SCHEMA, .SQLITE_AUTH, .SQLITE_FORMAT:
                (.storage, "The tables of the database are not those of this program.")
            case .SQLITE_CONSTRAINT, .SQLITE_MISMATCH:
                (.storage, "This contradicts what is in the database.")
            case .SQLITE_NOMEM:
                (.outOfMemory, "There is not enough memory for this; close other programs and try again.")
            case .SQLITE_TOOBIG: (.tooLarge, "A text is larger than what the database can hold.")
            case .SQLITE_NOLFS: (.tooLarge, "The database is larger than a file can be here.")
            case .SQLITE_INTERRUPT, .SQLITE_ABORT: (.storage, "The database was interrupted; try again.")
            default: (.storage, "The database failed unexpectedly; please report this, and what you did.")
            }
        let mayBeWrong: [ResultCode] = [
            .SQLITE_ERROR, .SQLITE_SCHEMA, .SQLITE_AUTH, .SQLITE_FORMAT, .SQLITE_CONSTRAINT, .SQLITE_MISMATCH,
        ]
        let remedies = code == .storage && mayBeWrong.contains(error.resultCode) ? [Remedy.examine] : []
        return TodoError(code, reason, effect: .nothingChanged, remedies: remedies, underlying: error)
    }
}

extension DatabaseError {
    /// Whether a statement exceeds a limit of SQLite (sqlite.org/limits.html) that has no error code of its own.
    fileprivate var isTooLarge: Bool {
        let limits = [
            "parser stack overflow", "Expression tree is too large", "too many SQL variables", "too many terms",
        ]
        return limits.contains { message?.contains($0) == true }
    }

    /// The error that an operation of the database throws instead: a cancellation if the task is cancelled, otherwise
    /// the explained error. SQLite does not always report an interrupted statement as interrupted. While it sets up a
    /// virtual table, such as the search index, it reports an SQL error (code 1).
    var thrown: any Error { Task.isCancelled ? CancellationError() : TodoError(storage: self) }
}
