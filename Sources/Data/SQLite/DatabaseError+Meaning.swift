package import GRDB

extension ResultCode {
    /// A kind of `SQLITE_CORRUPT` that SQLite does not define: the file is intact, but a row has a value that its
    /// column may not hold.
    package static let unreadableRow = ResultCode(rawValue: ResultCode.SQLITE_CORRUPT.rawValue | 255 << 8)
}

extension DatabaseError {
    /// Whether it says that the file is damaged.
    package var isDamage: Bool { [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(resultCode) && !isOfRow }

    /// Whether it says that a value in a row cannot be read.
    package var isOfRow: Bool { extendedResultCode == .unreadableRow }

    /// Whether the content of the file is the cause: damage, or a schema with something that SQLite does not know.
    package var isOfContent: Bool { isDamage || resultCode == .SQLITE_ERROR }

    /// Whether the disk is full. This includes a lack of room for the shared index of the write-ahead log.
    package var isWithoutRoom: Bool { resultCode == .SQLITE_FULL || extendedResultCode == .SQLITE_IOERR_SHMSIZE }
}
