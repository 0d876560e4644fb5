import Foundation
import GRDB

extension DocumentStore {
    /// Copies the database into a new file, as it is at one moment, while it may be served and written to.
    /// - Throws: ``StoreError``; then there is no file at `path` that was not there before.
    package func backup(to path: String) throws {
        guard access(path, F_OK) != 0 else {
            throw StoreError(.backup, "There is a file \(path) already; name another one.")
        }
        let partial = path + ".partial"
        defer { Self.removeDatabase(at: partial) }
        do {
            try Self.copy(pool, toFile: partial)
            try Self.sync(partial)
            guard rename(partial, path) == 0 else { throw CocoaError(.fileWriteUnknown) }
            try Self.sync((path as NSString).deletingLastPathComponent)
        } catch let error as DatabaseError {
            throw StoreError(.backup, "The backup \(path) cannot be written: \(error.resultCode).")
        } catch is CocoaError {
            throw StoreError(
                .backup, "The backup \(path) cannot be written; see that its folder is there and has room.")
        }
    }

    /// Copies all of `source` into a database file that only its owner can read.
    static func copy(_ source: some DatabaseReader, toFile path: String) throws {
        removeDatabase(at: path)
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw CocoaError(.fileWriteUnknown) }
        Foundation.close(descriptor)
        let target = try DatabaseQueue(path: path)
        try source.backup(to: target)
        try target.close()
    }

    /// Removes a database with what SQLite keeps beside it.
    static func removeDatabase(at path: String) {
        for suffix in ["", "-wal", "-shm", "-journal"] { unlink(path + suffix) }
    }

    /// Waits until a file or a folder is on the disk.
    private static func sync(_ path: String) throws {
        let descriptor = open(path.isEmpty ? "." : path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw CocoaError(.fileWriteUnknown) }
        defer { Foundation.close(descriptor) }
        guard fsync(descriptor) == 0 else { throw CocoaError(.fileWriteUnknown) }
    }
}
