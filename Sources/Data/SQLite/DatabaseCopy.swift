import Basics
import Foundation
package import GRDB

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The progress of copying a database.
public struct CopyProgress: Sendable, Hashable {
    /// Bytes copied.
    public var completed: Int
    /// Bytes in all.
    public var total: Int

    /// The progress in bytes.
    package init(completed: Int, total: Int) {
        self.completed = completed
        self.total = total
    }
}

/// Copies a snapshot of a database, page by page, into a single file that is complete in itself.
package enum DatabaseCopy {
    /// How many pages are copied between two reports.
    private static let pagesPerStep: CInt = 1000

    /// Copies a database into an empty file. `PendingFile.commit` brings it to the disk later. Others can write during
    /// the copy; their writes do not become part of it.
    /// - Parameter source: a connection in a transaction.
    package static func write(
        _ source: Database, to path: String, progress: @escaping (CopyProgress) -> Void = { _ in }
    ) throws {
        // The first read fixes the transaction's snapshot; without a transaction, each step would read another one.
        let pageSize = try Int.fetchOne(source, sql: "PRAGMA page_size") ?? 0
        _ = try Int.fetchOne(source, sql: "PRAGMA user_version")
        let target = try DatabaseQueue(path: path)
        try target.writeWithoutTransaction { target in
            // No journal is needed: the file is not used before it is complete and on the disk.
            try target.execute(sql: "PRAGMA journal_mode = OFF; \(Durability.off.sql)")
            try source.backup(to: target, pagesPerStep: pagesPerStep) { step in
                progress(
                    CopyProgress(
                        completed: step.completedPageCount * pageSize, total: step.totalPageCount * pageSize))
            }
        }
        try target.close()
        try leaveWriteAheadMode(path)
    }

    /// Removes the announcement of a write-ahead log from the copied header: sets the format versions to 1,
    /// https://sqlite.org/fileformat2.html section 1.3.3. Then the copy can be read on a read-only disk, and creates no
    /// other files.
    private static func leaveWriteAheadMode(_ path: String) throws {
        let descriptor = open(path, O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileError(.failed, "\(path) cannot be written.") }
        defer { close(descriptor) }
        guard pwrite(descriptor, [1, 1] as [UInt8], 2, 18) == 2 else {
            throw FileError(.failed, "\(path) cannot be written.")
        }
    }

    /// Verifies a complete copy.
    /// - Throws: ``FileError`` if it is damaged.
    package static func verify(_ path: String) throws {
        var options = Configuration()
        options.readonly = true
        let database = try DatabaseQueue(path: DatabaseFile(path: path).immutableURI, configuration: options)
        let isSound = try database.read(isSound)
        try database.close()
        guard isSound else { throw FileError(.damaged, "\(path) is damaged.") }
    }

    /// Whether all pages, rows and indexes of a database are intact.
    package static func isSound(_ database: Database) throws -> Bool {
        try String.fetchOne(database, sql: "PRAGMA integrity_check(1)") == "ok"
    }
}
