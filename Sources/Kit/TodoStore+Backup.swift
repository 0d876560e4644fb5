import TodoLocal
import TodoRepositories

extension TodoStore {
    /// Writes a snapshot of everything to a file, without blocking writers (``LocalStack/backUp(to:progress:)``).
    @discardableResult
    public func backUp(
        to path: String, progress: @escaping @Sendable (CopyProgress) -> Void = { _ in }
    ) async throws -> Backup {
        try await stack.backUp(to: path, progress: progress)
    }

    /// Writes a backup of everything beside the database (``LocalStack/backUpAutomatically(_:)``).
    @discardableResult
    package func backUpAutomatically(_ reason: BackupReason) async throws -> String? {
        try await stack.backUpAutomatically(reason)
    }

    /// Replaces everything with the content of a backup. The backup's stamps are kept, so that newer edits from other
    /// devices prevail at the next sync (``LocalStack/restore(from:progress:)``). A sync of this process is cancelled. The
    /// call waits for a sync of another process.
    @discardableResult
    public func restore(
        from backup: String, progress: @escaping @Sendable (CopyProgress) -> Void = { _ in }
    ) async throws -> Restoration {
        await sync.endSync()
        return try await stack.restore(from: backup, progress: progress)
    }

    /// Restores a backup with new edits, which prevail on all devices (``LocalStack/restoreEverywhere(from:)``).
    @discardableResult
    public func restoreEverywhere(from backup: String) async throws -> Restoration {
        try await stack.restoreEverywhere(from: backup)
    }

    /// Opens a store after replacing its content with a backup's. This also works if the database is too damaged to open
    /// (``LocalStack/restore(_:environment:from:progress:)``).
    /// - Parameters:
    ///   - configuration: where its data is, and how it may be used.
    ///   - environment: time, time zone and identifiers.
    ///   - services: the services with which the store reaches its remote.
    ///   - backup: the path of the backup.
    ///   - progress: called from time to time with the progress.
    public static func opening(
        _ configuration: StackConfiguration, environment: TodoEnvironment = .live,
        services: RemoteServices = .platform, restoring backup: String,
        progress: @escaping @Sendable (CopyProgress) -> Void = { _ in }
    ) async throws -> (store: TodoStore, restoration: Restoration) {
        let (stack, restoration) = try await LocalStack.opening(
            configuration, environment: environment, restoring: backup, progress: progress)
        return (TodoStore(stack, services: services), restoration)
    }
}
