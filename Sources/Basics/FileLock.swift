#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A lock between processes, held as long as the value lives and released when its process ends, however that happens.
package final class FileLock: Sendable {
    private let descriptor: Int32

    /// Takes the lock on a file, which is created if it is missing.
    /// - Returns: nil if another process, or another part of this one, holds it.
    /// - Throws: ``FileError``.
    package init?(path: String) throws {
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw FileError(.cannotOpen, "The file \(path) cannot be opened: \(String(cString: strerror(errno))).")
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) != 0 else { return }
        // A file system without locks, for example, is not one on which somebody else has it.
        guard errno == EWOULDBLOCK else {
            throw FileError(.cannotOpen, "The file \(path) cannot be locked: \(String(cString: strerror(errno))).")
        }
        return nil
    }

    /// Releases the lock.
    package func release() { flock(descriptor, LOCK_UN) }

    deinit { close(descriptor) }
}
