import Foundation
import GRDB
public import SQLite
public import TodoDomain
public import TodoLocal

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

extension LocalStack {
    /// Restores a backup even if the database is too damaged to open. The damaged file is kept beside it, and replaced
    /// by the backup.
    /// - Throws: as ``restore(from:progress:)``, and `locked` if another program has the damaged file open.
    @discardableResult
    public static func restore(
        _ configuration: StackConfiguration = .standard, environment: TodoEnvironment = .live, from backup: String,
        progress: @escaping @Sendable (CopyProgress) -> Void = { _ in }
    ) async throws -> Restoration {
        let (stack, restoration) = try await opening(
            configuration, environment: environment, restoring: backup, progress: progress)
        defer { try? stack.close() }
        return restoration
    }

    /// The same, but returns the open database.
    package static func opening(
        _ configuration: StackConfiguration, environment: TodoEnvironment, restoring backup: String,
        progress: @escaping @Sendable (CopyProgress) -> Void
    ) async throws -> (LocalStack, Restoration) {
        // A mistyped name must not create a database.
        let path = path(of: configuration.storage)
        try TodoError.wrappingFileErrors { try RestoreSource.check(backup, for: path ?? "", schema: .current) }
        do {
            let stack = try LocalStack(configuration, environment: environment)
            do {
                return (stack, try await stack.restore(from: backup, progress: progress))
            } catch {
                try? stack.close()
                throw error
            }
        } catch let error as TodoError where error.code == .corrupt {
            guard let path else { throw error }
            let restoration = try replaceDamaged(path, with: backup, now: environment.now())
            let stack = try LocalStack(configuration, environment: environment)
            stack.didCommit(by: .user)
            return (stack, restoration)
        }
    }

    private static func replaceDamaged(_ path: String, with backup: String, now: Date) throws -> Restoration {
        let backups = AutomaticBackups(of: path, now: now)
        do {
            let source = try RestoreSource(backup, for: path, in: backups, schema: .current, now: now)
            let todos = try source.database.write { connection in
                try Continuity().carry(into: connection)
                try noteRestore(in: connection, at: now, by: processName)
                return try ReadTransaction(connection).todoCount
            }
            let lock = try ExclusiveLock(path)
            defer { lock.release() }
            let kept = try backups.keep(path, for: "damaged")
            // The log of the damaged file would be applied to its replacement.
            for suffix in ["-wal", "-shm"] { unlink(path + suffix) }
            try source.takePlace()
            return Restoration(previous: kept, todos: todos)
        } catch {
            throw TodoError(storage: error)
        }
    }
}

/// The exclusive lock that SQLite takes on a database file, for a file that SQLite cannot open
/// (https://sqlite.org/fileformat2.html, section 1.3.1: the lock-byte page).
private struct ExclusiveLock {
    private let descriptor: Int32

    /// - Throws: `locked` if a program has the file open, `read-only` if it cannot be written.
    init(_ path: String) throws {
        descriptor = open(path, O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw TodoError(.readOnly, "\(path) cannot be written: \(String(cString: strerror(errno))).")
        }
        // Copying the file opens and closes it, which would release a lock of the process.
        guard !OpenFileLock.isTaken(OpenFileLock.take(descriptor, at: 0x4000_0000, count: 512)) else {
            close(descriptor)
            throw TodoError(.locked, "Another program has the damaged database open; close it and try again.")
        }
    }

    func release() { close(descriptor) }
}
