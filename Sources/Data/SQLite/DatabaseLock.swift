import Basics

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Keeps a second program off a database that one serves alone: the first one's memory would not know of its commits.
/// The lock ends with the process that holds it.
package final class DatabaseLock: Sendable {
    /// After all that SQLite locks, which may not be in its way.
    private static let place: off_t = 1 << 62

    /// `F_OFD_SETLK`, which Swift does not import.
    #if canImport(Darwin)
        private static let setOpenFileLock: Int32 = 90
    #else
        private static let setOpenFileLock: Int32 = 37
    #endif

    private let descriptor: Int32
    private let beside: FileLock

    /// Takes the lock of a database, which is made if it is missing.
    ///
    /// It is a lock on the file itself, so that another name of it, a symbolic or a hard link, leads to the same one; and
    /// one on a file beside it, which earlier versions knew alone.
    /// - Returns: nil if another process has it.
    /// - Throws: ``FileError``.
    package init?(of file: DatabaseFile) throws {
        try file.create()
        let descriptor = open(file.path, O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw FileError(.cannotOpen, "The file \(file.path) cannot be opened: \(String(cString: strerror(errno))).")
        }
        do {
            guard Self.lockRange(descriptor), let beside = try FileLock(path: file.path + ".lock") else {
                close(descriptor)
                return nil
            }
            (self.descriptor, self.beside) = (descriptor, beside)
        } catch {
            close(descriptor)
            throw error
        }
    }

    deinit { close(descriptor) }

    /// Of the open file, not of the process: it stays when SQLite opens and closes the file.
    private static func lockRange(_ descriptor: Int32) -> Bool {
        var range = flock()
        range.l_type = Int16(F_WRLCK)
        range.l_whence = Int16(SEEK_SET)
        (range.l_start, range.l_len) = (place, 1)
        // A file system that knows no such locks leaves it to the other file.
        return fcntl(descriptor, setOpenFileLock, &range) == 0 || errno != EAGAIN && errno != EACCES
    }
}
