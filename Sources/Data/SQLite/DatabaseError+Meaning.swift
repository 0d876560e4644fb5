package import GRDB

extension DatabaseError {
    /// Whether the file is damaged.
    package var isDamage: Bool { [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(resultCode) }

    /// Whether the cause is the content of the file: damage, or a schema that uses something that SQLite does not have.
    package var isOfContent: Bool { isDamage || resultCode == .SQLITE_ERROR }

    /// Whether the disk is full, including when there is no room for the shared index of the write-ahead log.
    package var isWithoutRoom: Bool { resultCode == .SQLITE_FULL || extendedResultCode == .SQLITE_IOERR_SHMSIZE }
}
