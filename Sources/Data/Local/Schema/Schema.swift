import Foundation
package import GRDB
import SQLite
package import TodoDomain

/// The versions of the database: frozen steps, each in its own transaction, run once and in order by GRDB's migrator.
///
/// The first step makes a database of version 1.0.0. A released step and its name never change; a change becomes a new
/// step at the end.
package struct Schema: Sendable {
    /// One step. The migrator identifies it by name.
    package struct Migration: Sendable {
        package let name: String
        let migrate: @Sendable (Database) throws -> Void

        package init(name: String, migrate: @escaping @Sendable (Database) throws -> Void) {
            self.name = name
            self.migrate = migrate
        }
    }

    package let migrations: [Migration]
    /// The ``SchemaObjects/fingerprint(of:)`` of this version; nil if not known. It identifies an intact database
    /// without creating an empty one to compare it with.
    package let fingerprint: UInt64?

    package init(migrations: [Migration], fingerprint: UInt64? = nil) {
        self.migrations = migrations
        self.fingerprint = fingerprint
    }

    /// The version of 1.0.0. Files from the trials before it have a lower one, which no step brings forward.
    package static let first = 100

    /// The version, stored as `user_version`.
    package var version: Int { Self.first + migrations.count - 1 }

    /// The schema that this program reads and writes.
    package static let current = Schema(migrations: [.baseline], fingerprint: 0x43be_1639_9e54_6a9b)

    /// The version with this number; nil if it is unknown.
    package func version(_ number: Int) -> Schema? {
        guard Self.first...version ~= number else { return nil }
        return number == version ? self : Schema(migrations: Array(migrations.prefix(number - Self.first + 1)))
    }

    /// Refuses a version that no step migrates to this one.
    /// - Parameters:
    ///   - number: the version that a database has; 0 for a new one.
    ///   - path: the name of the database in the message.
    /// - Throws: `newer-version` or `older-version`.
    package func requireKnown(_ number: Int, of path: String) throws {
        guard number <= version else { throw Self.newerVersion(path) }
        guard number <= 0 || number >= Self.first else { throw Self.olderVersion(path) }
    }

    /// An empty database of this version, in memory.
    package func emptyDatabase() throws -> DatabaseQueue {
        let database = try DatabaseQueue()
        try migrate(database)
        return database
    }

    /// Refuses a database that claims to be of this version but lacks one of its tables or columns. Additional ones are
    /// ignored.
    /// - Throws: `corrupt`.
    func requireTables(in connection: Database) throws {
        guard try SchemaObjects.fingerprint(of: connection) != fingerprint else { return }
        for (table, columns) in try emptyDatabase().read(Self.columns) {
            let there = Set(try Self.readableColumns(of: table, in: connection).map { $0.lowercased() })
            guard let missing = columns.first(where: { !there.contains($0.lowercased()) }) else { continue }
            let what = there.isEmpty ? "no table “\(table)”" : "no column “\(missing)” in its table “\(table)”"
            throw TodoError.corrupt(
                "The database has \(what): another program changed it, or it is damaged.", effect: .nothingChanged)
        }
    }

    private static func columns(of database: Database) throws -> [(table: String, columns: [String])] {
        let names = try String.fetchAll(
            database, sql: "SELECT name FROM sqlite_master WHERE type = 'table' AND name <> ?",
            arguments: [SchemaObjects.migratorsTable])
        return try names.map { ($0, try columns(of: $0, in: database)) }
    }

    /// The columns of a table; empty for a virtual table whose underlying tables are missing.
    private static func readableColumns(of table: String, in database: Database) throws -> [String] {
        do {
            return try columns(of: table, in: database)
        } catch let error as DatabaseError where error.resultCode == .SQLITE_ERROR {
            return []
        }
    }

    private static func columns(of table: String, in database: Database) throws -> [String] {
        try String.fetchAll(database, sql: "SELECT name FROM pragma_table_info(?)", arguments: [table])
    }

    /// Migrates a database to the newest version.
    ///
    /// `user_version` is authoritative, since each version reads it before SQLite touches the file. GRDB's table of steps
    /// follows it.
    /// - Parameter backUp: called first with a connection for reading, if there is anything to back up.
    package func migrate(_ database: DatabaseQueue, backUp: (Database) throws -> Void = { _ in }) throws {
        let found = try database.read(Self.version)
        try requireKnown(found, of: "The database")
        try self.version(found).map { try database.read($0.requireTables) }
        if Self.first..<version ~= found { try database.read(backUp) }
        while true {
            do {
                try database.write { connection in
                    // A new database is created as a whole: others never see or back up half of one.
                    if try Self.version(of: connection) == 0 {
                        for index in migrations.indices { try run(index, in: connection) }
                    }
                    try noteApplied(in: connection)
                }
                return try migrator.migrate(database)
            } catch is Overtaken {
                // Try again, with the steps that are left.
            }
        }
    }

    /// Another process has run a step first.
    private struct Overtaken: Error {}

    private var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        for (index, migration) in migrations.enumerated() {
            migrator.registerMigration(migration.name, foreignKeyChecks: .immediate) { connection in
                // The migrator determined the remaining steps outside of the transaction.
                guard try Self.version(of: connection) == Self.first + index - 1 else { throw Overtaken() }
                try run(index, in: connection)
            }
        }
        return migrator
    }

    private func run(_ index: Int, in connection: Database) throws {
        try migrations[index].migrate(connection)
        try connection.execute(sql: "PRAGMA application_id = \(DatabaseFile.applicationID)")
        try connection.execute(sql: "PRAGMA user_version = \(Self.first + index)")
    }

    /// Updates the migrator's table from `user_version`.
    private func noteApplied(in connection: Database) throws {
        let found = try Self.version(of: connection)
        guard found <= version else { throw Self.newerVersion("The database") }
        let table = SchemaObjects.migratorsTable
        try connection.execute(sql: "CREATE TABLE IF NOT EXISTS \(table) (identifier TEXT NOT NULL PRIMARY KEY)")
        let names = migrations.prefix(found - Self.first + 1).map(\.name)
        guard try String.fetchSet(connection, sql: "SELECT identifier FROM \(table)") != Set(names) else { return }
        try connection.execute(sql: "DELETE FROM \(table)")
        for name in names {
            try connection.execute(sql: "INSERT INTO \(table) (identifier) VALUES (?)", arguments: [name])
        }
    }

    private static func version(of connection: Database) throws -> Int {
        try Int.fetchOne(connection, sql: "PRAGMA user_version") ?? 0
    }

    package static func newerVersion(_ path: String) -> TodoError {
        TodoError(
            .newerVersion, "\(path) was written by a newer version of this program; update it.", effect: .nothingChanged
        )
    }

    package static func olderVersion(_ path: String) -> TodoError {
        TodoError(
            .olderVersion,
            "\(path) was written by a version before 1.0.0; export the to-dos with that version, and import the file.",
            effect: .nothingChanged)
    }
}
