import Foundation
import GRDB
public import SQLite
public import TodoDomain
public import TodoLocal

/// What a restore came to.
public struct Restoration: Sendable, Hashable {
    /// Where what was there before is kept; nil if there was nothing.
    public var previous: String?
    /// The to-dos that there are now.
    public var todos: TodoCount
    /// What was edited to come to the backup's state; nil if its content took the place of what was there.
    public var changes: Changes?

    /// Numbers of to-dos, tags and locations.
    public struct Changes: Sendable, Hashable {
        /// Those that were missing.
        public var added = 0
        /// Those that were different; deleted ones that are back are among them.
        public var changed = 0
        /// Those that the backup does not have.
        public var deleted = 0

        /// No changes.
        public init() {}
    }
}

extension LocalStack {
    /// Puts the content of a backup in the place of what is there, which is backed up first. Other programs that have
    /// the database open see the one or the other; an edit that one of them makes meanwhile waits.
    ///
    /// The content keeps its stamps, so that newer edits of other devices come over it at the next sync. The database
    /// becomes a device of its own.
    /// - Parameter progress: told now and then how far it has come.
    /// - Throws: `bad-input` if the file is no backup or damaged, `newer-version`, `usage` for the database itself,
    ///   or a storage error; nothing is changed then.
    @discardableResult
    public func restore(
        from backup: String, progress: @escaping @Sendable (CopyProgress) -> Void = { _ in }
    ) async throws -> Restoration {
        try checkOpen()
        let restoration = try await withSource(backup) { source, backups in
            try await database.writeWithoutTransaction { live in
                let previous = try self.replace(live, with: source, keepingIn: backups, progress: progress)
                return Restoration(previous: previous, todos: try ReadTransaction(live).storedCount)
            }
        }
        // What the backup has and the remote lacks is sent like any edit.
        didCommit(by: .user)
        return restoration
    }

    /// Makes everything as it is in a backup, by edits of what differs, which win on all devices: one step of the
    /// history, which one undo takes back. What was there is backed up all the same.
    /// - Throws: as ``restore(from:progress:)``.
    @discardableResult
    public func restoreEverywhere(from backup: String) async throws -> Restoration {
        try await withSource(backup) { source, _ in
            let previous = try await backUpAutomatically(.restore)
            return try await write("restore") { transaction in
                let changes = try source.database.read { try transaction.adopt(ReadTransaction($0)) }
                // The counters are written as the transaction ends.
                let before = try transaction.reading.storedCount
                let todos = TodoCount(
                    open: before.open + transaction.countChange.open, done: before.done + transaction.countChange.done)
                return Restoration(previous: previous, todos: todos, changes: changes)
            }
        }
    }

    /// Works with a checked copy of a backup, which is gone afterwards.
    private func withSource(
        _ backup: String, _ body: (RestoreSource, AutomaticBackups) async throws -> Restoration
    ) async throws -> Restoration {
        let temporary = NSTemporaryDirectory() + "/todo-" + UUID().uuidString
        let backups = automaticBackups ?? AutomaticBackups(of: path ?? temporary, now: environment.now())
        defer { backups.removeFolderIfEmpty() }
        do {
            let source = try RestoreSource(backup, for: path ?? "", in: backups, schema: schema)
            defer { source.discard() }
            return try await body(source, backups)
        } catch {
            throw TodoError(storage: error)
        }
    }

    private func replace(
        _ live: Database, with source: RestoreSource, keepingIn backups: AutomaticBackups,
        progress: @escaping (CopyProgress) -> Void
    ) throws -> String? {
        if let path = self.path {
            guard !DatabaseFile(path: path).isReadOnly else {
                throw TodoError(.readOnly, "The database cannot be written: the file or its folder is read-only.")
            }
            // Only with a write-ahead log do others go on reading what was there.
            guard try String.fetchOne(live, sql: "PRAGMA journal_mode = WAL") == "wal" else {
                throw TodoError(.storage, "The database cannot have a write-ahead log where it is.")
            }
        }
        let pageSize = try Int.fetchOne(live, sql: "PRAGMA page_size") ?? 4096
        try source.adopt(pageSize: pageSize)
        var continuity = (try? Continuity(of: live)) ?? Continuity()
        let now = environment.now()
        var previous: String?
        try source.database.writeWithoutTransaction { copy in
            let pages = try Int.fetchOne(copy, sql: "PRAGMA page_count") ?? 2
            var isLocked = false
            // The first step must not be the last one: with it the database is locked, but nothing is to be seen yet.
            try copy.backup(to: live, pagesPerStep: CInt(min(500, max(1, pages - 1)))) { step in
                if !isLocked {
                    isLocked = true
                    if let path = self.path {
                        (previous, continuity) = try Self.keep(path, in: backups)
                    }
                    // Pages that were copied already are copied again: it is the same connection that writes them.
                    try continuity.carry(into: copy)
                    try Self.noteRestore(
                        in: copy, at: previous.flatMap(AutomaticBackups.date) ?? now, by: self.writer.process)
                }
                progress(
                    CopyProgress(completed: step.completedPageCount * pageSize, total: step.totalPageCount * pageSize))
            }
        }
        return previous
    }

    /// Has the history say that it was put in the place of another: the step before it is not the last that was done.
    static func noteRestore(in database: Database, at date: Date, by process: String) throws {
        try database.execute(
            sql: """
                INSERT INTO historyTransaction (at, deviceID, process, author, action)
                SELECT ?, deviceID, ?, ?, ? FROM replica
                """,
            arguments: [date.milliseconds, process, Author.user.rawValue, HistoryTransaction.restoreAction])
    }

    /// Backs up what everybody still sees, though it is about to be replaced. A damaged database is kept as it is.
    private static func keep(_ path: String, in backups: AutomaticBackups) throws -> (String?, Continuity) {
        var options = Configuration.usual()
        options.readonly = true
        let reader = try DatabaseQueue(path: path, configuration: options)
        // Each in a transaction of its own, which damage ends; nobody can write in between.
        let continuity = (try? reader.read { try Continuity(of: $0) }) ?? Continuity()
        let isWorthIt = (try? reader.read { try ReadTransaction($0).holdsRecords }) ?? true
        let kept = isWorthIt ? try reader.read { try backups.make(.restore, of: $0) } : nil
        try reader.close()
        return (kept, continuity)
    }
}
