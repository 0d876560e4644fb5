package import Basics
package import Foundation
package import GRDB
package import SQLite
import TodoDomain

/// Why a database is backed up automatically.
public enum BackupReason: String, Sendable, Hashable, CaseIterable {
    /// Before it is migrated.
    case migration
    /// Before its first sync with a remote.
    case firstSync = "first-sync"
    /// Before a file with many to-dos is imported.
    case `import`
    /// Before it is replaced.
    case restore
    /// Before it is repaired.
    case repair

    /// Whether the backup must be intact. The copy of a database that is replaced or repaired need not be.
    var isVerified: Bool { self != .restore && self != .repair }
}

/// The automatic backups of one database, in a folder beside it (`todo.db-backups`): the five newest, and the newest
/// for each reason. Their names begin with the time and end with the reason.
package struct AutomaticBackups {
    /// How many are kept, whatever their reasons.
    package static let kept = 5

    /// The folder that contains them.
    package let folder: String
    private let now: Date

    /// The backups of a database file.
    package init(of database: String, now: Date) {
        folder = database + "-backups"
        self.now = now
    }

    /// Makes a backup, and removes the oldest.
    /// - Parameter source: a connection in a transaction.
    /// - Returns: the path of the backup.
    package func make(
        _ reason: BackupReason, of source: Database, progress: @escaping (CopyProgress) -> Void = { _ in }
    ) throws -> String {
        let file = try PendingFile(path(for: reason.rawValue))
        try DatabaseCopy.write(source, to: file.temporaryPath, progress: progress)
        if reason.isVerified { try DatabaseCopy.verify(file.temporaryPath) }
        try file.commit()
        prune(sparing: file.path)
        return file.path
    }

    /// Keeps an exact copy of a damaged database with its log. The copy is on the disk when this returns, because the
    /// original may be replaced next.
    /// - Returns: its path.
    package func keep(_ database: String, for purpose: String) throws -> String {
        let kept = try path(for: purpose)
        for suffix in try DatabaseFile(path: database).hasLog ? ["", Self.log] : [""] {
            do {
                try FileManager.default.copyItem(atPath: database + suffix, toPath: kept + suffix)
            } catch CocoaError.fileWriteOutOfSpace {
                unlink(kept + suffix)
                throw FileError(.diskFull, "The disk is full: \(kept) cannot be written.")
            }
            chmod(kept + suffix, 0o600)
            try FileSync.content(of: kept + suffix)
        }
        try FileSync.name(of: kept)
        return kept
    }

    private static let log = "-wal"

    /// An unused name for a file of this moment; the folder is created if it is missing.
    package func path(for purpose: String) throws -> String {
        try DatabaseFile.createFolder(folder)
        let taken = Set(names.map { $0.prefix { $0 != "-" } })
        var date = now
        while taken.contains(Self.text(date)[...]) { date = Date(milliseconds: date.milliseconds + 1) }
        return "\(folder)/\(Self.text(date))-\(purpose).db"
    }

    /// The newest backup that was intact when it was made; nil if there is none.
    package var newest: String? {
        guard let name = names.last(where: { reason(of: $0)?.isVerified == true }) else { return nil }
        return "\(folder)/\(name)"
    }

    /// The time in the name of a backup; nil for a file with another name.
    package static func date(of path: String) -> Date? {
        let name = (path as NSString).lastPathComponent
        guard let text = name.split(separator: "-").first, text.utf8.count == 20,
            let second = DateTimeText(text.prefix(15) + "Z", .basic), second.exists,
            let milliseconds = DigitScanner.scan(text.dropFirst(15), { $0.take(".") ? $0.number(digits: 3) : nil })
        else { return nil }
        return Date(milliseconds: Int64(second.secondsSince1970 * 1000 + milliseconds))
    }

    /// The backup that was made at a moment for a reason, if it still exists.
    package func backup(of reason: BackupReason, at date: Date) -> String? {
        let path = "\(folder)/\(Self.text(date))-\(reason.rawValue).db"
        return FileManager.default.fileExists(atPath: path) ? path : nil
    }

    /// An empty file in this folder, which may later be moved elsewhere.
    package func pendingFile(for path: String) throws -> PendingFile {
        try DatabaseFile.createFolder(folder)
        return try PendingFile(path, in: folder)
    }

    /// Removes the folder if it is empty.
    package func removeFolderIfEmpty() { rmdir(folder) }

    private var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: folder))?.sorted() ?? [] }

    private func reason(of name: String) -> BackupReason? {
        guard name.hasSuffix(".db"), let dash = name.firstIndex(of: "-") else { return nil }
        return BackupReason(rawValue: String(name[name.index(after: dash)...].dropLast(3)))
    }

    /// Removes backups that are too old, and the unfinished files of programs that were killed.
    private func prune(sparing path: String) {
        let names = names
        let backups = Array(names.filter { reason(of: $0) != nil }.reversed())
        var kept = Set(backups.prefix(Self.kept))
        kept.insert((path as NSString).lastPathComponent)
        for reason in BackupReason.allCases {
            if let newest = backups.first(where: { self.reason(of: $0) == reason }) { kept.insert(newest) }
        }
        for name in names where backups.contains(name) && !kept.contains(name) || isAbandoned(name) {
            for suffix in ["", Self.log] { unlink("\(folder)/\(name)\(suffix)") }
        }
    }

    /// Whether an unfinished file has been there for a day.
    private func isAbandoned(_ name: String) -> Bool {
        guard name.contains(PendingFile.mark) else { return false }
        let attributes = try? FileManager.default.attributesOfItem(atPath: "\(folder)/\(name)")
        guard let modified = attributes?[.modificationDate] as? Date else { return false }
        return Date().timeIntervalSince(modified) > 86_400
    }

    /// `20261121T100000.000Z`: names sort by time.
    private static func text(_ date: Date) -> String { date.dateTimeText(digits: 3, .basic) }
}

extension LocalStack {
    /// The automatic backups of this database; nil if there are none.
    package var automaticBackups: AutomaticBackups? {
        guard case .onDisk = configuration.storage, let path else { return nil }
        return AutomaticBackups(of: path, now: environment.now())
    }
}
