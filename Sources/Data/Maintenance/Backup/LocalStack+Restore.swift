import Basics
import Foundation
import GRDB
public import SQLite
public import TodoDomain
public import TodoLocal

/// The result of a restore.
public struct Restoration: Sendable, Hashable {
    /// The backup of the previous content; nil if there was none.
    public var previous: String?
    /// The numbers of to-dos after the restore.
    public var todos: TodoCount
    /// The edits that produced the backup's state; nil if its content replaced the previous one.
    public var changes: Changes?

    /// Numbers of to-dos, tags and locations.
    public struct Changes: Sendable, Hashable {
        /// Those that were missing.
        public var added = 0
        /// The records that differed, including deleted ones that were revived.
        public var changed = 0
        /// Those that the backup does not have.
        public var deleted = 0

        /// No changes.
        public init() {}
    }
}

extension LocalStack {
    /// Replaces the content of the database with a backup's, after backing it up. Other programs that have the database
    /// open see either the old or the new content. Their edits wait meanwhile.
    ///
    /// The content keeps its stamps, so newer edits from other devices prevail at the next sync. The database gets a
    /// new device id with the present name of its device. A running sync is awaited first: otherwise it would continue
    /// with the new content from its position in the old one.
    /// - Parameter progress: called from time to time with the progress.
    /// - Throws: `bad-input` if the file is not a backup or is damaged, `newer-version`, `older-version`, `usage` for
    ///   the database itself, `syncing`, a storage error, or `CancellationError`. Nothing changes then.
    @discardableResult
    public func restore(
        from backup: String, progress: @escaping @Sendable (CopyProgress) -> Void = { _ in }
    ) async throws -> Restoration {
        try checkOpen()
        let restoration = try await withSource(backup) { source, backups in
            let lock = try await mayBeSyncing ? lockSyncing() : nil
            defer { withExtendedLifetime(lock) {} }
            return try await onFile {
                let restoration = try await database.writeWithoutTransaction { live in
                    try self.fileGuard?.check(live)
                    return try self.replace(live, with: source, keepingIn: backups, progress: progress)
                }
                try fileGuard?.check()
                return restoration
            }
        }
        // Records that the remote lacks are sent like edits.
        didCommit(by: .user)
        return restoration
    }

    /// Restores a backup by editing the records that differ, so that it prevails on all devices. This is one step of
    /// the history, which one undo reverts. The previous content is backed up too.
    /// - Throws: as ``restore(from:progress:)``.
    @discardableResult
    public func restoreEverywhere(from backup: String) async throws -> Restoration {
        try await withSource(backup) { source, _ in
            let previous = try await backUpAutomatically(.restore)
            return try await write("restore") { transaction in
                let changes = try source.database.read { try transaction.adopt(ReadTransaction($0)) }
                return Restoration(
                    previous: previous, todos: try transaction.reading.todoCount, changes: changes)
            }
        }
    }

    /// Whether a sync may continue during a restore. In a database that was never synced, a sync reads everything
    /// anyway.
    private var mayBeSyncing: Bool {
        get async {
            guard !isSyncLockMade else { return true }
            // A damaged database may not say.
            return (try? await ReplicationDAO(self).hasMetRemote()) ?? true
        }
    }

    /// Works with a verified copy of a backup, which is removed afterwards.
    func withSource<T: Sendable>(
        _ backup: String, _ body: (RestoreSource, AutomaticBackups) async throws -> T
    ) async throws -> T {
        let temporary = NSTemporaryDirectory() + "/todo-" + Randomness.uuid().uuidString
        let backups = automaticBackups ?? AutomaticBackups(of: path ?? temporary, now: environment.now())
        defer { backups.removeFolderIfEmpty() }
        do {
            let source = try RestoreSource(
                backup, for: path ?? "", in: backups, schema: schema, app: configuration.migrations,
                now: environment.now())
            defer { source.discard() }
            return try await body(source, backups)
        } catch let error as CancellationError {
            throw error
        } catch {
            throw TodoError(storage: error)
        }
    }

    private func replace(
        _ live: Database, with source: RestoreSource, keepingIn backups: AutomaticBackups,
        progress: @escaping (CopyProgress) -> Void
    ) throws -> Restoration {
        if let path = self.path {
            guard !DatabaseFile(path: path).isReadOnly else {
                throw TodoError(.readOnly, "The database cannot be written: the file or its folder is read-only.")
            }
            // Others can continue to read the previous content only with a write-ahead log.
            guard try String.fetchOne(live, sql: "PRAGMA journal_mode = WAL") == "wal" else {
                throw TodoError(.storage, "The database cannot have a write-ahead log where it is.")
            }
        }
        let pageSize = try Int.fetchOne(live, sql: "PRAGMA page_size") ?? 4096
        try source.adopt(pageSize: pageSize)
        var continuity = (try? Continuity(of: live, in: writer.fileIdentity)) ?? Continuity()
        let now = environment.now()
        var previous: String?
        return try source.database.writeWithoutTransaction { copy in
            // Nothing may fail once everything is replaced, not even a statement in a cancelled task; so this is read
            // first.
            let todos = try ReadTransaction(copy).todoCount
            let pages = try Int.fetchOne(copy, sql: "PRAGMA page_count") ?? 2
            var isLocked = false
            // There must be more than one step. The first one locks the database, but nothing must be visible yet.
            try copy.backup(to: live, pagesPerStep: CInt(min(500, max(1, pages - 1)))) { step in
                if !isLocked {
                    isLocked = true
                    if let file = self.fileGuard?.file {
                        (previous, continuity) = try Self.keep(file, of: self.writer.fileIdentity, in: backups)
                    }
                    // Copied pages that change are copied again, because the same connection writes them.
                    try continuity.carry(into: copy)
                    try Self.noteRestore(
                        in: copy, at: previous.flatMap(AutomaticBackups.date) ?? now, by: self.writer.process)
                    try continuity.keepName(in: copy, of: self.writer)
                }
                progress(
                    CopyProgress(completed: step.completedPageCount * pageSize, total: step.totalPageCount * pageSize))
                // A cancellation ends the copying, and the copied pages are rolled back. After the last step it has no
                // effect.
                try Task.checkCancellation()
            }
            return Restoration(previous: previous, todos: todos)
        }
    }

    /// Notes in the history that this content replaced another one: the step before it is not the last action.
    static func noteRestore(in database: Database, at date: Date, by process: String) throws {
        try database.execute(
            sql: """
                INSERT INTO historyTransaction (at, deviceID, process, author, action)
                SELECT ?, deviceID, ?, ?, ? FROM replica
                """,
            arguments: [date.milliseconds, process, Author.user.rawValue, HistoryTransaction.restoreAction])
    }

    /// Backs up the content that is about to be replaced. A damaged database is kept unchanged.
    private static func keep(
        _ file: OpenedFile, of fileIdentity: String, in backups: AutomaticBackups
    ) throws -> (String?, Continuity) {
        var options = Configuration.usual(of: file)
        options.readonly = true
        let reader = try DatabaseQueue(path: file.file.path, configuration: options)
        // In separate transactions, because damage ends one. No process can write in between.
        let continuity = (try? reader.read { try Continuity(of: $0, in: fileIdentity) }) ?? Continuity()
        let isWorthIt = (try? reader.read { try ReadTransaction($0).holdsRecords }) ?? true
        let kept = isWorthIt ? try reader.read { try backups.make(.restore, of: $0) } : nil
        try reader.close()
        return (kept, continuity)
    }
}
