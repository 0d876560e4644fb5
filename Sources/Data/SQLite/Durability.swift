import Basics
package import GRDB

/// When a connection that writes to a database with a write-ahead log waits for the disk (`PRAGMA synchronous`,
/// https://sqlite.org/pragma.html#pragma_synchronous).
///
/// Set it once the database is open: `DatabasePool` makes its writing connection ``normal`` when it opens, after
/// `prepareDatabase`.
package enum Durability: Int, Sendable {
    /// Never. For a file that is brought to the disk as a whole later, and for machines that never lose power.
    case off = 0
    /// When the log is copied into the file. After a power failure the last commits may be missing; the database stays
    /// intact.
    case normal = 1
    /// At each commit, before it returns. A power failure loses nothing.
    case full = 2

    /// The statement that sets it, outside a transaction.
    package var sql: String {
        switch self {
        case .off: "PRAGMA synchronous = OFF"
        case .normal: "PRAGMA synchronous = NORMAL"
        case .full: "PRAGMA synchronous = FULL"
        }
    }

    /// Reads the setting of a connection; nil for a value that has no case here.
    package init?(of database: Database) throws {
        guard let value = try Int.fetchOne(database, sql: "PRAGMA synchronous") else { return nil }
        self.init(rawValue: value)
    }

    /// Sets it for a connection outside a transaction, and checks that it took effect.
    /// - Throws: ``FileError`` if it does not; `DatabaseError`.
    package func set(on database: Database) throws {
        try database.execute(sql: sql)
        guard try Durability(of: database) == self else {
            throw FileError(
                .cannotOpen, "The database cannot be opened: SQLite does not wait for the disk although it has to.")
        }
    }
}
