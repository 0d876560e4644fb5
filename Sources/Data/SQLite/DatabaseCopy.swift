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

/// How much of a database has been copied.
public struct CopyProgress: Sendable, Hashable {
    /// Bytes copied.
    public var completed: Int
    /// Bytes in all.
    public var total: Int

    /// So many bytes of so many.
    package init(completed: Int, total: Int) { (self.completed, self.total) = (completed, total) }
}

/// A whole database as of one moment, page by page, in one file that needs no other beside it.
package enum DatabaseCopy {
    /// So many pages are copied between two reports.
    private static let pagesPerStep: CInt = 1000

    /// Copies a database into an empty file. Others write meanwhile as they like: the copy has nothing of it.
    /// - Parameter source: a connection in a transaction.
    package static func write(
        _ source: Database, to path: String, progress: @escaping (CopyProgress) -> Void = { _ in }
    ) throws {
        // The transaction sees one state from its first read on; without one, each step would be a read of its own.
        let pageSize = try Int.fetchOne(source, sql: "PRAGMA page_size") ?? 0
        _ = try Int.fetchOne(source, sql: "PRAGMA user_version")
        let target = try DatabaseQueue(path: path)
        try target.writeWithoutTransaction { target in
            // Nobody reads the file before it is whole and on the disk.
            try target.execute(sql: "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF")
            try source.backup(to: target, pagesPerStep: pagesPerStep) { step in
                progress(
                    CopyProgress(
                        completed: step.completedPageCount * pageSize, total: step.totalPageCount * pageSize))
            }
        }
        try target.close()
        try leaveWriteAheadMode(path)
    }

    /// The copied header says that there is a write-ahead log. Without one, the copy can be read from a read-only disk
    /// and leaves nothing beside it: 1 for the versions of its format, https://sqlite.org/fileformat2.html section 1.3.3.
    private static func leaveWriteAheadMode(_ path: String) throws {
        let descriptor = open(path, O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileError(.failed, "\(path) cannot be written.") }
        defer { close(descriptor) }
        guard pwrite(descriptor, [1, 1] as [UInt8], 2, 18) == 2 else {
            throw FileError(.failed, "\(path) cannot be written.")
        }
    }

    /// Reads a copy from end to end.
    /// - Throws: ``FileError`` if it is damaged.
    package static func verify(_ path: String) throws {
        var options = Configuration()
        options.readonly = true
        let database = try DatabaseQueue(path: DatabaseFile(path: path).immutableURI, configuration: options)
        let isSound = try database.read(isSound)
        try database.close()
        guard isSound else { throw FileError(.damaged, "\(path) is damaged.") }
    }

    /// Whether every page, row and index of a database is as it must be.
    package static func isSound(_ database: Database) throws -> Bool {
        try String.fetchOne(database, sql: "PRAGMA integrity_check(1)") == "ok"
    }
}
