package import GRDB
import SQLite
import TodoDomain

/// The steps of an app in a database. They do not affect the version of the database, so programs that do not know them
/// open it, and keep what they have made.
package struct AppSchema: Sendable {
    private let migrations: [AppMigration]

    /// - Throws: `bad-migration` if two steps have the same name.
    package init(_ migrations: [AppMigration]) throws {
        self.migrations = migrations
        var names: Set<String> = []
        for migration in migrations {
            guard !migration.name.isEmpty, names.insert(migration.name).inserted else {
                throw AppMigration.refused(migration.name, "has no name of its own")
            }
            if let fault = migration.fault { throw AppMigration.refused(migration.name, fault) }
        }
    }

    /// The table of the steps that have run.
    private static let table = SchemaObjects.appMigrationsTable

    /// Runs the steps that have not run yet.
    /// - Parameters:
    ///   - now: in milliseconds since 1970.
    ///   - backUp: called first with a connection for reading, if the app has tables already.
    /// - Throws: `bad-migration`; `read-only`; or a storage error. A failed step is rolled back.
    package func run(
        on database: any DatabaseWriter, now: Int64, backUp: (Database) throws -> Void = { _ in }
    ) throws {
        guard !migrations.isEmpty else { return }
        let done = try database.read(Self.applied)
        let rest = migrations.filter { !done.contains($0.name) }
        guard !rest.isEmpty else { return }
        guard !database.configuration.readonly else {
            throw TodoError(.readOnly, "The tables of the app cannot be made: the file or its folder is read-only.")
        }
        if !done.isEmpty { try database.read(backUp) }
        for migration in rest {
            try database.write { connection in
                // Another process may have been faster.
                guard try !Self.applied(in: connection).contains(migration.name) else { return }
                try migration.run(in: connection)
                try connection.execute(
                    sql: """
                        CREATE TABLE IF NOT EXISTS \(Self.table) (name TEXT PRIMARY KEY NOT NULL, at INTEGER NOT NULL)
                            STRICT, WITHOUT ROWID
                        """)
                try connection.execute(
                    sql: "INSERT INTO \(Self.table) (name, at) VALUES (?, ?)", arguments: [migration.name, now])
            }
        }
    }

    private static func applied(in connection: Database) throws -> Set<String> {
        guard try connection.tableExists(table) else { return [] }
        return try String.fetchSet(connection, sql: "SELECT name FROM \(table)")
    }
}

extension AppMigration {
    /// Runs the step and refuses what it must not do.
    fileprivate func run(in connection: Database) throws {
        let before = try Surroundings(connection)
        let written = try WrittenTables.during(connection) {
            for statement in statements {
                do {
                    try connection.execute(sql: statement)
                } catch let error as DatabaseError where !error.isWithoutRoom && !error.isDamage {
                    throw Self.refused(name, "fails: \(error.message ?? "unknown error")", underlying: error)
                }
            }
        }
        guard connection.isInsideTransaction else { throw Self.refused(name, "ends the transaction that it runs in") }
        // Renaming a table searches the temporary catalogue too, which must stay empty.
        let catalogue: Set = ["sqlite_master", "sqlite_schema", "sqlite_sequence", "sqlite_temp_master"]
        let foreign = written.filter { !SchemaObjects.isWritableByApp($0) && !catalogue.contains($0.lowercased()) }
        if let table = foreign.min() { throw Self.refused(name, "writes to the table \(table)") }
        if let reason = try Surroundings(connection).fault(since: before, sparing: index, in: connection) {
            throw Self.refused(name, reason)
        }
    }

    static func refused(_ name: String, _ reason: String, underlying: (any Error)? = nil) -> TodoError {
        TodoError(
            .badMigration, "The migration “\(name.excerpt)” of the app \(reason).", effect: .nothingChanged,
            underlying: underlying)
    }
}

/// The parts of a database that a step of an app must leave unchanged.
struct Surroundings {
    private let objects: [SchemaObjects.Object]
    private let marks: [Int64]

    init(_ connection: Database) throws {
        objects = try SchemaObjects.everything(in: connection)
        marks = try ["application_id", "user_version"].map { name in
            try Int64.fetchOne(connection, sql: "PRAGMA \(name)") ?? 0
        }
    }

    /// The fault that has appeared since; nil if there is none.
    /// - Parameter index: the name of an index on a table of ours that may come or go.
    func fault(since before: Surroundings, sparing index: String?, in connection: Database) throws -> String? {
        guard marks == before.marks else { return "changes the marks of the database" }
        let changed = Set(objects).symmetricDifference(before.objects).filter { object in
            !object.isOfApp && !object.isInternal && !(object.type == "index" && object.name == index)
        }
        if let object = changed.min(by: { $0.name < $1.name }) {
            return "makes or changes the \(object.type) \(object.name), which is not named \(SchemaObjects.appPrefix)…"
        }
        for object in Set(objects).subtracting(before.objects) where object.isOfApp {
            if let table = try foreignTable(of: object, in: connection) {
                return "has a \(object.type), \(object.name), that refers to the table \(table)"
            }
        }
        return nil
    }

    /// A table that an object of the app refers to and that is not the app's; nil if there is none.
    private func foreignTable(of object: SchemaObjects.Object, in connection: Database) throws -> String? {
        switch object.type {
        case "table":
            return try String.fetchAll(
                connection, sql: #"SELECT "table" FROM pragma_foreign_key_list(?)"#, arguments: [object.name]
            ).first { !SchemaObjects.isOfApp($0) }
        case "view": return try foreignTable(usedBy: "SELECT * FROM \(object.name.quoted)", in: connection)
        case "trigger":
            // A trigger is compiled with the statements that fire it.
            let columns = try String.fetchAll(
                connection, sql: "SELECT name FROM pragma_table_info(?)", arguments: [object.table])
            let values = columns.map { "\($0.quoted) = NULL" }.joined(separator: ", ")
            let table = object.table.quoted
            for sql in ["INSERT INTO \(table) DEFAULT VALUES", "UPDATE \(table) SET \(values)", "DELETE FROM \(table)"]
            {
                do {
                    if let table = try foreignTable(usedBy: sql, in: connection) { return table }
                } catch is DatabaseError {
                    // A view has triggers for some of these only.
                }
            }
            return nil
        default: return nil
        }
    }

    private func foreignTable(usedBy sql: String, in connection: Database) throws -> String? {
        let region = try connection.makeStatement(sql: sql).databaseRegion
        let written = try WrittenTables.of(sql, in: connection)
        let tables = objects.filter { $0.type == "table" && !SchemaObjects.isOfApp($0.name) }.map(\.name)
        return tables.first { written.contains($0) || region.isModified(byEventsOfKind: .insert(tableName: $0)) }
    }
}

extension SchemaObjects.Object {
    /// Whether SQLite makes it by itself.
    fileprivate var isInternal: Bool { name.lowercased() == "sqlite_sequence" }
}

extension String {
    /// The text as a name in SQL.
    fileprivate var quoted: String { "\"\(replacing(scalar: "\"", with: "\"\""))\"" }
}
