import Basics
import Foundation
import GRDB
public import SQLite
public import TodoDomain
public import TodoLocal

/// A completed backup.
public struct Backup: Sendable, Hashable {
    /// Its path.
    public var path: String
    /// Its size in bytes.
    public var bytes: Int64
    /// The to-dos in it.
    public var todos: TodoCount
}

extension LocalStack {
    /// Writes a snapshot of the whole database to a file, without blocking readers or writers.
    ///
    /// The file is private to its owner, and is verified and on disk before it appears under its name. It replaces an
    /// earlier backup of the same name, but no other file.
    /// - Parameter progress: called from time to time with the progress.
    /// - Throws: `already-exists` if another file has the name; `usage` for an empty path, a folder or the database
    ///   itself; `corrupt` if the database is damaged; or another storage error. No file is created then.
    @discardableResult
    public func backUp(
        to path: String, progress: @escaping @Sendable (CopyProgress) -> Void = { _ in }
    ) async throws -> Backup {
        try refuseToReplace(path)
        do {
            let file = try PendingFile(path)
            let todos = try await read { transaction in
                try DatabaseCopy.write(transaction.database, to: file.temporaryPath, progress: progress)
                return try transaction.todoCount
            }
            try verify(file)
            let bytes = try FileManager.default.attributesOfItem(atPath: file.temporaryPath)[.size] as? Int64
            try file.commit()
            return Backup(path: file.path, bytes: bytes ?? 0, todos: todos)
        } catch let error as FileError {
            throw TodoError(error)
        }
    }

    /// Backs the database up before a large change, in a folder beside it that keeps a few such backups.
    /// - Returns: the path of the backup; nil if there is nothing to lose: in memory, in a test, in an empty database.
    /// - Throws: `disk-full`, `read-only`, `corrupt`, or another storage error; the change should not be made then.
    @discardableResult
    package func backUpAutomatically(_ reason: BackupReason) async throws -> String? {
        guard let backups = automaticBackups else { return nil }
        do {
            return try await read { transaction in
                guard try transaction.holdsRecords else { return nil }
                return try backups.make(reason, of: transaction.database)
            }
        } catch let error as FileError {
            throw TodoError(error)
        }
    }

    private func verify(_ copy: PendingFile) throws {
        do {
            try DatabaseCopy.verify(copy.temporaryPath)
        } catch let error as FileError where error.kind == .damaged {
            throw TodoError(
                .corrupt, "The database is damaged, so it was not backed up.", remedies: [.examine, .salvage])
        } catch {
            throw TodoError(storage: error)
        }
    }

    private func refuseToReplace(_ path: String) throws {
        guard !path.isEmpty else { throw TodoError(.usage, "Give the path of the backup file; it is empty.") }
        // By the name of the written file, also for a symbolic link.
        let file = DatabaseFile(path: URL(filePath: path).resolvingSymlinksInPath().path)
        try refuseToReplace(file, named: path)
        if let other = file.fileBeside {
            throw TodoError(
                .alreadyExists,
                """
                Beside \(path) there is still \(other) of another database, which SQLite would take for a part of the backup; \
                name another file, or remove that one if nothing uses it.
                """, effect: .nothingChanged)
        }
    }

    private func refuseToReplace(_ file: DatabaseFile, named path: String) throws {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: file.path, isDirectory: &isFolder) else { return }
        guard !isFolder.boolValue else { throw TodoError(.usage, "\(path) is a folder.") }
        // Even opening a pipe would wait for a process that writes to it.
        guard file.isFile else {
            throw TodoError(.usage, "\(path) is a device or a pipe; a backup needs the path of a file.")
        }
        if let own = self.path, file.isSameFile(as: own) {
            throw TodoError(.usage, "\(path) is the database itself; name another file.")
        }
        guard file.isReplaceable else {
            throw TodoError(.alreadyExists, "\(path) exists and is not a backup; choose another file.")
        }
    }
}

extension ReadTransaction {
    /// Whether anything was ever added.
    var holdsRecords: Bool {
        get throws {
            let any = RecordKind.allCases.filter(\.isContent)
                .map { "EXISTS (SELECT 1 FROM \($0.table))" }.joined(separator: " OR ")
            return try integer("SELECT \(sql: any)") != 0
        }
    }
}
