package import GRDB

extension ResultCode {
    /// A kind of `SQLITE_CORRUPT` that SQLite does not define: the file is intact, but a value in a row is not what its
    /// column may hold.
    package static let unreadableRow = ResultCode(rawValue: ResultCode.SQLITE_CORRUPT.rawValue | 255 << 8)
}

extension DatabaseError {
    /// Whether it says that the file is damaged.
    package var isDamage: Bool { [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(resultCode) && !isOfRow }

    /// Whether it says that a value in a row cannot be read.
    package var isOfRow: Bool { extendedResultCode == .unreadableRow }

    /// Whether the cause is the content of the file: damage, or a schema that uses something that SQLite does not have.
    package var isOfContent: Bool { isDamage || resultCode == .SQLITE_ERROR }

    /// Whether the disk is full, including when there is no room for the shared index of the write-ahead log.
    package var isWithoutRoom: Bool { resultCode == .SQLITE_FULL || extendedResultCode == .SQLITE_IOERR_SHMSIZE }
}
