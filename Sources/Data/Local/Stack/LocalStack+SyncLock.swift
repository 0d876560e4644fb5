package import Basics
import Foundation
import TodoDomain

extension LocalStack {
    /// Keeps every process from syncing this database as long as the lock is held. A sync remembers how far it has
    /// followed the remote, and the content must not be exchanged meanwhile. Waits for a process that is syncing.
    /// - Returns: nil for a database in memory, which other processes cannot open.
    /// - Throws: `syncing` if it takes longer than `patience`.
    package func lockSyncing(
        patience: Duration = .seconds(30), polling: Duration = .milliseconds(50),
        clock: any Clock<Duration> = ContinuousClock()
    ) async throws -> FileLock? {
        guard let path = syncLockPath else { return nil }
        var waited = Duration.zero
        while true {
            if let lock = try TodoError.wrappingFileErrors({ try FileLock(path: path) }) { return lock }
            guard waited < patience else {
                throw TodoError(.syncing, "Another program is syncing these to-dos; try again.")
            }
            try await clock.sleep(for: polling)
            waited += polling
        }
    }

    /// Whether this database was ever synced or locked against syncing; each sync makes the lock.
    package var isSyncLockMade: Bool { syncLockPath.map(FileManager.default.fileExists(atPath:)) ?? false }

    private var syncLockPath: String? { path.map { $0 + "-sync" } }
}
