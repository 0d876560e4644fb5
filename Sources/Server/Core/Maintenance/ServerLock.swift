import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Keeps a second server off a database: the first one's change feed and clock would not know of its commits. The lock
/// ends with the process that holds it.
final class ServerLock {
    /// Behind all that SQLite locks, which may not be in its way.
    private static let place: off_t = 1 << 62

    /// `F_OFD_SETLK`, which Swift does not import.
    #if canImport(Darwin)
        private static let setOpenFileLock: Int32 = 90
    #else
        private static let setOpenFileLock: Int32 = 37
    #endif

    private let descriptors: [Int32]

    /// Takes the lock of the database at `path`, which is made where it is missing.
    ///
    /// It is a lock on the file itself, so that another name of it, a symbolic or a hard link, leads to the same one; and
    /// one on a file beside it, which earlier versions knew alone.
    /// - Throws: ``StoreError`` where another process has it.
    init(database path: String) throws(StoreError) {
        _ = try DocumentStore.makeFolder(for: path)
        var descriptors: [Int32] = []
        do throws(StoreError) {
            for (file, take) in [(path, Self.lockRange), (path + ".lock", Self.lockFile)] {
                let descriptor = open(file, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
                guard descriptor >= 0 else {
                    throw StoreError(
                        .cannotOpen, "The file \(file) cannot be opened: \(String(cString: strerror(errno))).")
                }
                descriptors.append(descriptor)
                guard take(descriptor) else {
                    throw StoreError(.inUse, "Another todo-server serves \(path); stop it, or name another file.")
                }
            }
        } catch {
            for descriptor in descriptors { close(descriptor) }
            throw error
        }
        self.descriptors = descriptors
    }

    deinit { for descriptor in descriptors { close(descriptor) } }

    /// Of the open file, not of the process: it stays when SQLite opens and closes the file.
    private static func lockRange(_ descriptor: Int32) -> Bool {
        var range = flock()
        range.l_type = Int16(F_WRLCK)
        range.l_whence = Int16(SEEK_SET)
        (range.l_start, range.l_len) = (place, 1)
        // A file system that knows no such locks leaves it to the other file.
        return fcntl(descriptor, setOpenFileLock, &range) == 0 || errno != EAGAIN && errno != EACCES
    }

    private static func lockFile(_ descriptor: Int32) -> Bool { flock(descriptor, LOCK_EX | LOCK_NB) == 0 }
}
