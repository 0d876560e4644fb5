import TodoLocal
import TodoRepositories

extension TodoStore {
    /// Writes everything as of one moment to a file, while others write (``LocalStack/backUp(to:progress:)``).
    @discardableResult
    public func backUp(
        to path: String, progress: @escaping @Sendable (CopyProgress) -> Void = { _ in }
    ) async throws -> Backup {
        try await stack.backUp(to: path, progress: progress)
    }

    /// Backs everything up beside the database (``LocalStack/backUpAutomatically(_:)``).
    @discardableResult
    public func backUpAutomatically(_ reason: BackupReason) async throws -> String? {
        try await stack.backUpAutomatically(reason)
    }

    /// Puts the content of a backup in the place of what is there. It keeps its stamps: newer edits of other devices
    /// come over it at the next sync (``LocalStack/restore(from:progress:)``).
    @discardableResult
    public func restore(
        from backup: String, progress: @escaping @Sendable (CopyProgress) -> Void = { _ in }
    ) async throws -> Restoration {
        try await stack.restore(from: backup, progress: progress)
    }

    /// Makes everything as it is in a backup by new edits, which win on all devices
    /// (``LocalStack/restoreEverywhere(from:)``).
    @discardableResult
    public func restoreEverywhere(from backup: String) async throws -> Restoration {
        try await stack.restoreEverywhere(from: backup)
    }

    /// Opens a store with the content of a backup in the place of what is there, which may be too damaged to be opened
    /// (``LocalStack/restore(_:environment:from:progress:)``).
    public static func opening(
        _ configuration: StackConfiguration, environment: TodoEnvironment = .live, restoring backup: String,
        progress: @escaping @Sendable (CopyProgress) -> Void = { _ in }
    ) async throws -> (store: TodoStore, restoration: Restoration) {
        let (stack, restoration) = try await LocalStack.opening(
            configuration, environment: environment, restoring: backup, progress: progress)
        return (TodoStore(stack), restoration)
    }
}
