import Foundation

/// Keeps a second server off a database: the first one's change feed and clock would not know of its commits. It is a
/// lock on a file beside the database, which ends with the process that holds it.
final class ServerLock {
    private let descriptor: Int32

    /// Takes the lock of the database at `path`.
    /// - Throws: ``StoreError`` where another process has it.
    init(database path: String) throws(StoreError) {
        _ = try DocumentStore.makeFolder(for: path)
        descriptor = open(path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw StoreError(.cannotOpen, "The file \(path).lock cannot be made: \(String(cString: strerror(errno))).")
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            throw StoreError(.inUse, "Another todo-server serves \(path); stop it, or name another file.")
        }
    }

    deinit { close(descriptor) }
}
