#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A lock between processes. It is held as long as the value lives, and released when its process ends in any way.
package final class FileLock: Sendable {
    private let descriptor: Int32

    /// Takes the lock on a file, and creates the file if it is missing.
    /// - Returns: nil if another process, or another part of this one, holds it.
    /// - Throws: ``FileError``.
    package init?(path: String) throws {
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw FileError(.cannotOpen, "The file \(path) cannot be opened: \(String(cString: strerror(errno))).")
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) != 0 else { return }
        // Only this error means that another process holds the lock; a file system without locks, for example, is a
        // failure.
        guard errno == EWOULDBLOCK else {
            throw FileError(.cannotOpen, "The file \(path) cannot be locked: \(String(cString: strerror(errno))).")
        }
        return nil
    }

    /// Releases the lock.
    package func release() { flock(descriptor, LOCK_UN) }

    deinit { close(descriptor) }
}
