import Basics

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Prevents a second program from using a database that only one may use, because its cache would not see the other's
/// commits. The lock ends with its process.
package final class DatabaseLock: Sendable {
    /// After the bytes that SQLite locks, so as not to interfere.
    private static let place: Int64 = 1 << 62

    private let descriptor: Int32
    private let beside: FileLock

    /// Takes the lock of a database, and creates the file if it is missing.
    ///
    /// It locks the file itself, so that symbolic and hard links lead to the same lock. It also locks a file beside it,
    /// for file systems without such locks.
    /// - Returns: nil if another process has the lock.
    /// - Throws: ``FileError``.
    package init?(of file: DatabaseFile) throws {
        try file.create()
        let descriptor = open(file.path, O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw FileError(.cannotOpen, "The file \(file.path) cannot be opened: \(String(cString: strerror(errno))).")
        }
        do {
            let isTaken = OpenFileLock.isTaken(OpenFileLock.take(descriptor, at: Self.place, count: 1))
            guard !isTaken, let beside = try FileLock(path: file.path + ".lock") else {
                close(descriptor)
                return nil
            }
            self.descriptor = descriptor
            self.beside = beside
        } catch {
            close(descriptor)
            throw error
        }
    }

    deinit { close(descriptor) }
}
