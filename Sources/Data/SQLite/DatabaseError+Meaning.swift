package import GRDB

extension DatabaseError {
    /// Whether it says that the file is damaged.
    package var isDamage: Bool { [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(resultCode) }

    /// Whether it is about what is in the file: damage, or a schema that names what SQLite does not have.
    package var isOfContent: Bool { isDamage || resultCode == .SQLITE_ERROR }

    /// Whether it says that the disk has no room, not even for the index of the write-ahead log that readers share.
    package var isWithoutRoom: Bool { resultCode == .SQLITE_FULL || extendedResultCode == .SQLITE_IOERR_SHMSIZE }
}
