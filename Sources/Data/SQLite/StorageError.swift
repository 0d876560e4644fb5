import GRDB
import TodoDomain

extension TodoError {
    /// What an error of the database means for a person. The message names neither SQL nor values.
    init(storage error: any Error) {
        guard let database = error as? DatabaseError else {
            self = error as? TodoError ?? TodoError(.storage, "The database failed.", underlying: error)
            return
        }
        switch database.resultCode {
        case _ where database.isWithoutRoom:
            self.init(.diskFull, "The disk is full; nothing was changed. Make room and try again.", underlying: error)
        case .SQLITE_CORRUPT:
            self.init(
                .corrupt, "The database file is damaged; nothing was changed. Restore a backup.", underlying: error)
        case .SQLITE_NOTADB:
            self.init(.corrupt, "The file is not a database, or it is damaged.", underlying: error)
        case .SQLITE_READONLY, .SQLITE_PERM:
            self.init(
                .readOnly, "The database cannot be written: the file or its folder is read-only.", underlying: error)
        case .SQLITE_CANTOPEN:
            self.init(
                .cannotOpen, "The database cannot be opened; check that its folder exists and can be written.",
                underlying: error)
        case .SQLITE_BUSY, .SQLITE_LOCKED:
            self.init(.locked, "Another program is writing to the database; try again.", underlying: error)
        case .SQLITE_IOERR:
            self.init(
                .storage, "The disk failed while the database was read or written; nothing was changed.",
                underlying: error)
        default:
            self.init(
                .storage, "The database failed (SQLite code \(database.extendedResultCode.rawValue)).",
                underlying: error)
        }
    }
}

extension DatabaseError {
    /// Whether it says that the file is damaged.
    var isDamage: Bool { [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(resultCode) }

    /// Whether it is about what is in the file: damage, or a schema that names what SQLite does not have.
    var isOfContent: Bool { isDamage || resultCode == .SQLITE_ERROR }

    /// Whether it says that the disk has no room, not even for the index of the write-ahead log that readers share.
    var isWithoutRoom: Bool { resultCode == .SQLITE_FULL || extendedResultCode == .SQLITE_IOERR_SHMSIZE }
}
