import Foundation
import SQLite
import TodoDomain
import TodoLocal
import TodoMaintenance

/// The result of merging another database (``TodoStore/merge(backingUp:isTrial:databases:)``).
public struct MergeReport: Hashable, Sendable {
    /// To-dos that were missing here.
    public var added = 0
    /// Known to-dos for which the other database had later edits.
    public var updated = 0
    /// Known to-dos that were deleted there after their last edit here.
    public var deleted = 0
    /// Known to-dos for which the other database had nothing later.
    public var unchanged = 0
    /// How many tags, locations, lists, comments, views and records of apps were added, changed or deleted.
    public var others = 0
    /// The fields that both databases had written independently. The later write won. They are also in
    /// ``SyncCoordinator/conflicts(limit:)``, where the earlier write can be taken back.
    public var conflicts: [SyncConflict] = []

    /// An empty report.
    public init() {}

    /// Adds the report of another database.
    public mutating func add(_ other: MergeReport) {
        added = added + other.added
        updated = updated + other.updated
        deleted = deleted + other.deleted
        unchanged = unchanged + other.unchanged
        others = others + other.others
        conflicts += other.conflicts
    }
}

extension TodoStore {
    /// Merges other databases of this program into this one, as replicas. Such a database is, for example, a conflict copy
    /// that a program like Syncthing has made, or the database of a device that was away.
    ///
    /// As after a sync, the write with the later stamp wins for each field. A record that was deleted on one side and not
    /// edited later on the other is deleted. The merge is one step, which one undo reverts. Merging a database again changes
    /// nothing. The other files are only read.
    /// - Parameters:
    ///   - isBackedUp: whether to back up this database first if the others have many to-dos (``TodoStore/bulkSize``).
    ///   - isTrial: whether to write nothing. The reports then show what would happen. Other writers wait meanwhile.
    ///   - paths: the files of the other databases, which may be of earlier versions.
    /// - Returns: a report for each database.
    /// - Throws: `bad-input` for a file that is not a database of this program, or is damaged or encrypted; `newer-version`
    ///   and `older-version` for one that this version cannot read; `usage` for the database of this store itself; or a
    ///   storage error. Nothing is written if it throws.
    @discardableResult
    public func merge(
        backingUp isBackedUp: Bool = true, isTrial: Bool = false, databases paths: [String]
    ) async throws -> [MergeReport] {
        let merges = try await stack.merge(paths, isTrial: isTrial) { todos in
            if isBackedUp, !isTrial, todos >= Self.bulkSize { try await backUpBeforeImport() }
        }
        var reports: [MergeReport] = []
        for merge in merges {
            var report = MergeReport()
            report.added = merge.added
            report.updated = merge.updated
            report.deleted = merge.deleted
            report.unchanged = merge.unchanged
            report.others = merge.others
            report.conflicts = try await sync.conflictLog.conflicts(merge.conflicts)
            reports.append(report)
        }
        return reports
    }

    /// Whether a file begins like a database of this or another program, so that it has to be merged rather than imported. A
    /// damaged or encrypted database may begin differently.
    package static func isDatabase(_ path: String) -> Bool {
        switch try? DatabaseFile(path: path).inspect() {
        case .ours, .foreign: true
        case .notADatabase, .empty, nil: false
        }
    }
}
