import Basics
import Foundation
import GRDB
import SQLite
import TestSupport
import Testing
import TodoDomain
import TodoLocal
import TodoMaintenance

/// Opening migrates a file to the newest version, and never removes anything from it.
@Suite("Migrations")
struct MigrationTests {
    private let folder: TemporaryFolder
    private let next = Schema(
        migrations: Schema.current.migrations + [
            Schema.Migration(name: "next") { try $0.execute(sql: "CREATE TABLE next (id INTEGER PRIMARY KEY) STRICT") }
        ])

    init() throws { folder = try TemporaryFolder() }

    @Test("a new file has the newest version, our mark, the write-ahead log and no backup", arguments: [true, false])
    func new(concurrent: Bool) throws {
        let stack = try open(.current, concurrent: concurrent)
        #expect(try stack.integer("PRAGMA user_version") == Schema.current.version)
        #expect(try stack.integer("PRAGMA application_id") == 0x546F_646F)
        #expect(try stack.rows("PRAGMA journal_mode") == ["wal"])
        #expect(try backups().isEmpty)
    }

    @Test(
        "an older file is backed up, private to its owner, and brought forward with all that is in it",
        arguments: [true, false])
    func forward(concurrent: Bool) async throws {
        let old = try open(.current)
        try await TodoDAO(old).createOne(.sample("a", tags: [.sample("t")]))
        try old.close()

        let stack = try open(next, concurrent: concurrent)
        #expect(try stack.integer("PRAGMA user_version") == next.version)
        #expect(try stack.integer("SELECT count(*) FROM next") == 0)
        #expect(try await TodoDAO(stack).find(Todo.ID(stored: "a")).tags.count == 1)
        try stack.close()

        #expect(try backups() == ["20261121T120000.000Z-migration.db"])
        let backup = folder.file("todo.db-backups/" + (try backups()[0]))
        #expect(try permissions(of: backup) == 0o600)
        // The backup is a complete database of the previous version.
        let restored = try LocalStack(.init(storage: .onDisk(path: backup)), environment: .live, schema: .current)
        #expect(try await TodoDAO(restored).find(Todo.ID(stored: "a")).tags.count == 1)
    }

    @Test("a step that fails leaves the old version as it was, beside its backup")
    func failing() async throws {
        let old = try open(.current)
        try await TodoDAO(old).createOne(.sample("a"))
        let before = try old.dump()
        try old.close()
        let broken = Schema(
            migrations: Schema.current.migrations + [
                Schema.Migration(name: "broken") { connection in
                    try connection.execute(sql: "DELETE FROM todo; CREATE TABLE half (id INTEGER)")
                    throw TodoError(.storage, "The step failed.")
                }
            ])
        #expect(await errorCode { try open(broken) } == .storage)

        let stack = try open(.current)
        #expect(try stack.dump() == before)
        #expect(try stack.integer("PRAGMA user_version") == Schema.current.version)
        #expect(try backups().count == 1)
    }

    @Test("a file that is current is opened without a migration or a backup")
    func current() throws {
        try open(.current).close()
        let refusing = Schema(
            migrations: Schema.current.migrations.map { _ in
                Schema.Migration(name: "frozen") { _ in throw TodoError(.storage, "Run again.") }
            }, fingerprint: Schema.current.fingerprint)
        #expect(try open(refusing).integer("PRAGMA user_version") == Schema.current.version)
        #expect(try backups().isEmpty)
    }

    // MARK: The migrator's table

    @Test("the migrator's table names the steps of a new database, and those that an older one gets")
    func steps() throws {
        let stack = try open(.current)
        #expect(try applied(in: stack) == Schema.current.migrations.map(\.name))
        try stack.close()
        #expect(try applied(in: open(next)) == next.migrations.map(\.name))
    }

    @Test("what is released has the names under which databases know it")
    func frozenNames() { #expect(Schema.current.migrations.map(\.name).first == "1.0.0") }

    @Test("a database that a later step could not bring further is one of the step before")
    func interrupted() async throws {
        let old = try open(.current)
        try await TodoDAO(old).createOne(.sample("a"))
        let before = try old.dump()
        try old.close()
        let broken = Schema.Migration(name: "broken") { _ in throw TodoError(.storage, "The step failed.") }
        #expect(await errorCode { try open(Schema(migrations: next.migrations + [broken])) } == .storage)
        // The migration before the broken one is kept.
        #expect(try userVersion() == next.version)
        #expect(await errorCode { try open(.current) } == .newerVersion)
        let stack = try open(next)
        #expect(try applied(in: stack) == next.migrations.map(\.name))
        let steps = "grdb_migrations:"
        #expect(try stack.dump().filter { !$0.hasPrefix(steps) } == before.filter { !$0.hasPrefix(steps) })
    }

    @Test("a database of a version before 1.0.0 is refused with what to do, and left alone", arguments: [1, 18, 99])
    func before(version: Int) async throws {
        try open(.current).close()
        let raw = try DatabaseQueue(path: folder.file())
        try await raw.writeWithoutTransaction { try $0.execute(sql: "PRAGMA user_version = \(version)") }
        try raw.close()
        let data = FileManager.default.contents(atPath: folder.file())
        let error = #expect(throws: TodoError.self) { try open(.current) }
        #expect(error?.code == .olderVersion)
        #expect(
            error?.reason
                == "\(folder.file()) was written by a version before 1.0.0; export the to-dos with that version, and import "
                + "the file.")
        #expect(FileManager.default.contents(atPath: folder.file()) == data)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["todo.db"])
        let diagnosis = try Doctor(path: folder.file(), environment: .testing()).examine()
        #expect(!diagnosis.isHealthy && diagnosis.checks.flatMap(\.findings).map(\.code) == ["older-version"])
        // As a backup it is refused too, under its own name.
        let stack = try LocalStack(.init(storage: .onDisk(path: folder.file("other.db"))), environment: .testing())
        #expect(await errorCode { try await stack.restore(from: folder.file()) } == .olderVersion)
    }

    @Test("a version before 1.0.0 that is in the write-ahead log alone is refused")
    func beforeInLog() async throws {
        try open(.current).close()
        let older = try DatabasePool(path: folder.file())
        try await older.writeWithoutTransaction {
            try $0.execute(sql: "PRAGMA wal_autocheckpoint = 0; PRAGMA user_version = 18")
        }
        for suffix in ["", "-wal"] {
            try FileManager.default.copyItem(atPath: folder.file() + suffix, toPath: folder.file("left.db") + suffix)
        }
        let left = StackConfiguration(storage: .onDisk(path: folder.file("left.db")))
        #expect(await errorCode { try LocalStack(left, environment: .testing()) } == .olderVersion)
    }

    @Test("without the table, a database of this version is as good as with it, and a later step finds its way")
    func withoutTable() throws {
        let stack = try open(.current)
        try stack.database.write { try $0.execute(sql: "DROP TABLE grdb_migrations") }
        try stack.close()
        try open(.current).close()
        #expect(try Doctor(path: folder.file(), environment: .testing()).examine().isHealthy)
        #expect(try applied(in: open(next)) == next.migrations.map(\.name))
    }

    @Test("what the table says beyond the version does not keep a step from being run")
    func wrongTable() throws {
        let stack = try open(.current)
        try stack.database.write {
            try $0.execute(
                sql: """
                    INSERT INTO grdb_migrations VALUES ('next');
                    DELETE FROM grdb_migrations WHERE identifier = '1.0.0'
                    """)
        }
        try stack.close()
        let migrated = try open(next)
        #expect(try applied(in: migrated) == next.migrations.map(\.name))
        #expect(try migrated.integer("SELECT count(*) FROM next") == 0)
    }

    @Test("a step that another process runs just before is not run again")
    func overtaken() throws {
        try open(.current).close()
        let other = try DatabaseQueue(path: folder.file())
        let progress = Locked((hasLooked: false, isDone: false))
        var options = Configuration()
        options.prepareDatabase { [next] connection in
            connection.trace(options: .statement) { event in
                let statement = "\(event)"
                let isDue = progress.withLock { state in
                    if statement.contains("SELECT identifier FROM grdb_migrations"), !statement.contains("!=") {
                        state.hasLooked = true
                    }
                    guard state.hasLooked, !state.isDone, statement.contains("BEGIN IMMEDIATE") else { return false }
                    state.isDone = true
                    return true
                }
                if isDue { try? next.migrate(other) }
            }
        }
        let database = try DatabaseQueue(path: folder.file(), configuration: options)
        try next.migrate(database)
        #expect(progress.withLock { $0.isDone })
        #expect(try database.read { try Int.fetchOne($0, sql: "PRAGMA user_version") } == next.version)
    }

    /// The identifiers in the migrator's table, in the order in which they came.
    private func applied(in stack: LocalStack) throws -> [String] {
        try stack.rows("SELECT identifier FROM grdb_migrations ORDER BY rowid")
    }

    /// `user_version`, from the header of the file.
    private func userVersion() throws -> Int32 { try DatabaseFile(path: folder.file()).header().version }

    // MARK: The schema

    @Test("the schema is what it says it is: strict tables, foreign keys on, an index for each of them")
    func schema() throws {
        let stack = try open(.current)
        #expect(try stack.integer("PRAGMA foreign_keys") == 1)
        let lax = try stack.rows(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE '%STRICT%' AND name NOT LIKE 'sqlite%'"
                + " AND name <> 'grdb_migrations'"
        )
        #expect(lax.allSatisfy { name in SearchIndex.tables.contains { name.hasPrefix($0) } }, "\(lax)")
        let unindexed = try stack.rows(
            """
            SELECT tables.name, keys."from" FROM sqlite_master AS tables, pragma_foreign_key_list(tables.name) AS keys
            WHERE NOT EXISTS (
                SELECT 1 FROM pragma_table_info(tables.name) WHERE name = keys."from" AND pk = 1
                UNION SELECT 1 FROM pragma_index_list(tables.name) AS indexes, pragma_index_info(indexes.name) AS columns
                WHERE columns.seqno = 0 AND columns.name = keys."from")
            """)
        #expect(unindexed.isEmpty, "\(unindexed)")
        #expect(try stack.integer("SELECT count(*) FROM pragma_foreign_key_list('todoTag')") == 2)
    }

    @Test("any sqlite3 can check the file: it needs no function or collation of ours")
    func plainSQLite() async throws {
        let stack = try open(.current)
        try await TodoDAO(stack).createOne(.sample("a", "Crème", notes: "brûlée"))
        try stack.close()
        let plain = try DatabaseQueue(path: folder.file())
        let check = try await plain.read { try String.fetchAll($0, sql: "PRAGMA integrity_check") }
        #expect(check == ["ok"])
        let found = try await plain.read {
            try Int.fetchOne($0, sql: "SELECT rowid FROM todoText WHERE todoText MATCH 'creme'")
        }
        #expect(found == 1)
    }

    @Test("an edit is synchronised with the disk, on every kind of connection", arguments: [true, false])
    func durable(concurrent: Bool) async throws {
        let stack = try open(.current, concurrent: concurrent)
        let mode = { try stack.database.writeWithoutTransaction { try Int.fetchOne($0, sql: "PRAGMA synchronous") } }
        #expect(try mode() == 2)
        await RecentsDAO(stack).noteSearch("milk").value
        #expect(try mode() == 2, "noting a search does not change it for what comes after")
    }

    private func open(_ schema: Schema, concurrent: Bool = true) throws -> LocalStack {
        try LocalStack(
            .init(storage: .onDisk(path: folder.file()), allowsConcurrentReads: concurrent), environment: .testing(),
            schema: schema)
    }

    private func backups() throws -> [String] {
        let path = folder.file("todo.db-backups")
        guard FileManager.default.fileExists(atPath: path) else { return [] }
        return try FileManager.default.contentsOfDirectory(atPath: path)
    }
}
