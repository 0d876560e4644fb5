#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Locks that belong to an open file and not to the process. Unlike locks of POSIX, they persist when other code in the
/// process opens and closes the same file, as SQLite does.
package enum OpenFileLock {
    /// `F_OFD_SETLK`, which Swift does not import.
    #if canImport(Darwin)
        private static let command: Int32 = 90
    #else
        private static let command: Int32 = 37
    #endif

    /// Locks some bytes of a file that is open for writing, until it is closed.
    /// - Returns: 0, or the number of the error: `EAGAIN` or `EACCES` if another program has locked any of them.
    package static func take(_ descriptor: Int32, at start: Int64, count: Int64) -> Int32 {
        var range = flock()
        range.l_type = Int16(F_WRLCK)
        range.l_whence = Int16(SEEK_SET)
        range.l_start = off_t(start)
        range.l_len = off_t(count)
        return fcntl(descriptor, command, &range) == 0 ? 0 : errno
    }

    /// Whether an error of ``take(_:at:count:)`` means that another program has the lock. Other errors mean that this
    /// file system has no such locks.
    package static func isTaken(_ code: Int32) -> Bool { code == EAGAIN || code == EACCES }
}
