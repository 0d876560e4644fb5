import Basics
package import GRDB
import SQLite
import TodoDomain
import TodoKit

/// The database of the calendar server beside that of the store. It has the names of resources, the journals, and what
/// each client was served.
///
/// It belongs to one device, and is never synced. If it is lost, each client lists everything once more, and nothing else
/// is lost.
package final class DavDatabase: Sendable {
    /// One writer and one reader at a time.
    package let queue: DatabaseQueue
    /// Whether the file was created now, because it was missing or unreadable.
    package let isNew: Bool

    /// "TdDv" in ASCII.
    private static let applicationID: Int32 = 0x5464_4476

    /// Opens the file, or creates it, accessible to its owner only. An unreadable file is moved aside, and a new one created.
    /// - Parameters:
    ///   - path: where it is; nil for one in memory.
    ///   - migrations: the steps of all parts, which register them under names that are unique.
    /// - Throws: ``TodoError``: `cannot-open` where the file cannot be made, or belongs to something else.
    package init(path: String?, migrations: [@Sendable (inout DatabaseMigrator) -> Void]) throws {
        guard let path else {
            queue = try DatabaseQueue(configuration: .usual())
            isNew = true
            try Self.prepare(queue, migrations)
            return
        }
        let file = DatabaseFile(path: path)
        do {
            try file.create()
            let content = try file.inspect(application: Self.applicationID)
            switch content {
            case .foreign:
                throw TodoError(.cannotOpen, "\(path) is a database of another program; move it away.")
            case .notADatabase: file.remove()
            case .empty, .ours: break
            }
            if content == .notADatabase { try file.create() }
            do {
                queue = try Self.open(path, migrations)
                if case .ours = content { isNew = false } else { isNew = true }
            } catch let error as DatabaseError
                where [.SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_ERROR].contains(error.resultCode)
            {
                // Everything in it can be made again.
                file.remove()
                try file.create()
                queue = try Self.open(path, migrations)
                isNew = true
            }
        } catch let error as FileError {
            throw TodoError(error)
        } catch let error as DatabaseError {
            throw TodoError(.cannotOpen, "The file \(path) cannot be opened.", underlying: error)
        }
    }

    /// Where it is beside the database of a store.
    package static func path(beside database: String) -> String { database + ".dav" }

    private static func open(
        _ path: String, _ migrations: [@Sendable (inout DatabaseMigrator) -> Void]
    ) throws -> DatabaseQueue {
        let queue = try DatabaseQueue(path: path, configuration: .usual())
        try queue.writeWithoutTransaction { database in
            try database.execute(sql: "PRAGMA journal_mode = WAL")
            try Durability.full.set(on: database)
        }
        try prepare(queue, migrations)
        return queue
    }

    private static func prepare(
        _ queue: DatabaseQueue, _ migrations: [@Sendable (inout DatabaseMigrator) -> Void]
    ) throws {
        var migrator = DatabaseMigrator()
        for register in migrations { register(&migrator) }
        try migrator.migrate(queue)
        try queue.write { try $0.execute(sql: "PRAGMA application_id = \(applicationID)") }
    }
}
