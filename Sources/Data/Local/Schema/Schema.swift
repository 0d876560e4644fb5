import Foundation
package import GRDB
import TodoDomain

/// The versions of the database: frozen steps, each in a transaction of its own, run once in this order.
///
/// A step that has been released is never changed again; what is to change becomes a new step at the end.
package struct Schema: Sendable {
    /// One step, named for what it brings.
    package struct Migration: Sendable {
        let name: String
        let migrate: @Sendable (Database) throws -> Void

        package init(name: String, migrate: @escaping @Sendable (Database) throws -> Void) {
            (self.name, self.migrate) = (name, migrate)
        }
    }

    package let migrations: [Migration]

    package init(migrations: [Migration]) { self.migrations = migrations }

    /// The major version, kept as `user_version`: the number of steps.
    package var version: Int { migrations.count }

    /// What this program reads and writes.
    package static let current = Schema(migrations: [.localCore, .replication, .history])

    /// Brings a database up to the newest version.
    /// - Parameter backups: where it is backed up to first, where there is anything to back up; nil: nowhere.
    func migrate(_ database: DatabaseQueue, backingUpTo backups: AutomaticBackups?) throws {
        let found = try database.read(Self.version)
        guard found <= version else { throw Self.newerVersion("The database") }
        if let backups, 1..<version ~= found {
            _ = try database.read { try backups.make(.migration, of: $0) }
        }
        // A new database comes into being as a whole: others never see, nor back up, half of one.
        try database.write { connection in
            guard try Self.version(of: connection) == 0 else { return }
            for (index, migration) in migrations.enumerated() { try run(migration, index, in: connection) }
        }
        for (index, migration) in migrations.enumerated() {
            try database.write { connection in
                // Asked again inside the transaction: another process may have come first.
                guard try Self.version(of: connection) == index else { return }
                try run(migration, index, in: connection)
            }
        }
    }

    private func run(_ migration: Migration, _ index: Int, in connection: Database) throws {
        try migration.migrate(connection)
        try connection.execute(sql: "PRAGMA application_id = \(DatabaseFile.applicationID)")
        try connection.execute(sql: "PRAGMA user_version = \(index + 1)")
    }

    private static func version(of connection: Database) throws -> Int {
        try Int.fetchOne(connection, sql: "PRAGMA user_version") ?? 0
    }

    static func newerVersion(_ path: String) -> TodoError {
        TodoError(
            .newerVersion, "\(path) was written by a newer version of this program; update it. Nothing was changed.")
    }
}
