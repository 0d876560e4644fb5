import Foundation
import GRDB
import JSON
import SQLite
import TestSupport
import Testing
import TodoDomain
import TodoLocal
import TodoMaintenance

/// The steps of an app run beside those of the store, and touch nothing of it.
@Suite("Migrations of an app")
struct AppMigrationTests {
    private let folder: TemporaryFolder
    private let clock = ManualClock()

    init() throws { folder = try TemporaryFolder() }

    private func open(_ migrations: [AppMigration] = [], concurrent: Bool = true) throws -> LocalStack {
        try LocalStack(
            .init(
                storage: .onDisk(path: folder.file()), allowsConcurrentReads: concurrent, migrations: migrations),
            environment: .testing(clock: clock))
    }

    private func backups() -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder.file() + "-backups")) ?? []).sorted()
    }

    private static let things = AppMigration("things", "CREATE TABLE app_thing (id INTEGER PRIMARY KEY, name TEXT)")

    @Test("each runs once, in order, and leaves the version of the database alone", arguments: [true, false])
    func once(concurrent: Bool) throws {
        try open(concurrent: concurrent).close()
        let first = try open([Self.things], concurrent: concurrent)
        #expect(try first.integer("PRAGMA user_version") == Schema.current.version)
        try first.execute("INSERT INTO app_thing VALUES (1, 'a')")
        try first.close()
        let more = AppMigration("more", "ALTER TABLE app_thing ADD COLUMN size INTEGER; UPDATE app_thing SET size = 7")
        let second = try open([Self.things, more], concurrent: concurrent)
        #expect(try second.rows("SELECT id, name, size FROM app_thing") == ["1|a|7"])
        #expect(
            try second.rows("SELECT name, at FROM app_migrations ORDER BY 1").map { $0.prefix(4) } == ["more", "thin"])
        try second.close()
        let third = try open([Self.things, more], concurrent: concurrent)
        #expect(try third.rows("SELECT size FROM app_thing") == ["7"])
        #expect(backups() == ["20261121T120000.000Z-migration.db"], "before the second step, as there was a first")
    }

    @Test("a program that knows nothing of them opens the database, writes to it, and keeps the tables")
    func unknown() async throws {
        let own = try open([Self.things])
        try own.execute("INSERT INTO app_thing VALUES (1, 'a')")
        try own.close()
        let other = try open()
        try await TodoDAO(other).createOne(.sample("t"))
        try other.close()
        let again = try open([Self.things])
        #expect(try again.rows("SELECT * FROM app_thing") == ["1|a"])
        #expect(try await TodoDAO(again).count() == 1)
        let diagnosis = try Doctor(path: folder.file(), environment: .testing(clock: clock)).examine()
        #expect(diagnosis.checks.flatMap(\.findings).isEmpty)
        let fingerprint = try await again.database.read { try SchemaObjects.fingerprint(of: $0) }
        #expect(fingerprint == Schema.current.fingerprint, "an app costs no comparison when it opens")
    }

    @Test("a store in memory and one for a test have the tables too")
    func elsewhere() throws {
        for configuration in [StackConfiguration.inMemory, .test(), .preview] {
            let stack = try LocalStack(configuration.with(migrations: [Self.things]))
            #expect(try stack.integer("SELECT count(*) FROM app_thing") == 0)
        }
    }

    @Test("one that fails leaves what was there before, and those before it")
    func failing() async throws {
        let broken = AppMigration("broken", "CREATE TABLE app_half (id)", "INSERT INTO app_none VALUES (1)")
        #expect(await errorCode { try open([Self.things, broken]) } == .badMigration)
        let stack = try open()
        #expect(try stack.rows("SELECT name FROM app_migrations") == ["things"])
        #expect(try stack.integer("SELECT count(*) FROM sqlite_master WHERE name = 'app_half'") == 0)
    }

    @Test(
        "what is not the app's is refused, and stays as it was",
        arguments: [
            "CREATE TABLE mine (id)", "CREATE INDEX app_i ON todo (title)", "CREATE INDEX i ON app_thing (name)",
            "ALTER TABLE todo ADD COLUMN mood TEXT", "DROP INDEX todo_updated", "DROP TABLE recentTodo",
            "UPDATE todo SET title = 'x'", "DELETE FROM tag", "INSERT INTO recentTodo VALUES ('x', 1)",
            "PRAGMA user_version = 1", "PRAGMA application_id = 1", "COMMIT", "ANALYZE",
            "CREATE TEMP TABLE t (id)", "CREATE TEMP TRIGGER app_t AFTER INSERT ON todo BEGIN SELECT 1; END",
            "CREATE TRIGGER app_t AFTER UPDATE ON todo BEGIN DELETE FROM app_thing; END",
            "CREATE TRIGGER app_t AFTER INSERT ON app_thing BEGIN DELETE FROM todo; END",
            "CREATE TRIGGER app_t AFTER UPDATE OF name ON app_thing BEGIN SELECT title FROM todo; END",
            "CREATE VIEW app_v AS SELECT title FROM todo", "CREATE VIEW v AS SELECT name FROM app_thing",
            "CREATE TABLE app_x (todo INTEGER REFERENCES todo (rowID))", "ALTER TABLE app_thing RENAME TO thing",
            "CREATE TABLE app_migrations (name)", "this is not SQL",
        ])
    func refused(sql: String) async throws {
        let stack = try open([Self.things])
        try await TodoDAO(stack).createOne(.sample("t", tags: [.sample("x")]))
        let (before, objects) = (try stack.dump(), try stack.rows("SELECT * FROM sqlite_master ORDER BY 1, 2"))
        try stack.close()
        #expect(await errorCode { try open([Self.things, AppMigration("bad", sql)]) } == .badMigration)
        let again = try open()
        #expect(try again.dump() == before)
        #expect(try again.rows("SELECT * FROM sqlite_master ORDER BY 1, 2") == objects)
        #expect(try again.rows("PRAGMA user_version") == ["\(Schema.current.version)"])
    }

    @Test(
        "an app has indexes, views, triggers, foreign keys and a search index of its own",
        arguments: [
            "CREATE UNIQUE INDEX app_i ON app_thing (name)", "CREATE VIEW app_v AS SELECT name FROM app_thing",
            "CREATE TRIGGER app_t AFTER INSERT ON app_thing BEGIN UPDATE app_thing SET name = 'x'; END",
            "CREATE TABLE app_part (thing INTEGER REFERENCES app_thing (id) ON DELETE CASCADE, n INTEGER UNIQUE)",
            "CREATE TABLE app_log (id INTEGER PRIMARY KEY AUTOINCREMENT, text); INSERT INTO app_log (text) VALUES ('a')",
            "CREATE VIRTUAL TABLE app_text USING fts5 (name); INSERT INTO app_text VALUES ('a')",
            """
            CREATE TABLE app_new (id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT;
            INSERT INTO app_new SELECT id, ifnull(name, '') FROM app_thing;
            DROP TABLE app_thing;
            ALTER TABLE app_new RENAME TO app_thing
            """,
        ])
    func allowed(sql: String) throws {
        try open([Self.things, AppMigration("good", sql)]).close()
        #expect(try open().rows("SELECT count(*) FROM app_migrations") == ["2"])
        let diagnosis = try Doctor(path: folder.file(), environment: .testing(clock: clock)).examine()
        #expect(diagnosis.checks.flatMap(\.findings).isEmpty)
    }

    @Test("an index on a property of to-dos comes and goes, other programs keep it up to date, and the doctor knows it")
    func extraIndex() async throws {
        try open([.index(onExtra: "app.mood")]).close()
        let other = try open()
        try await TodoDAO(other).createOne(
            Todo(id: .init(stored: "t"), title: "T", createdAt: .now, extras: ["app.mood": 3]))
        #expect(
            try other.rows("SELECT name FROM sqlite_master WHERE name LIKE 'app@_e%' ESCAPE '@'") == [
                "app_extra_app.mood"
            ])
        #expect(try other.rows("PRAGMA integrity_check") == ["ok"])
        try other.close()
        let diagnosis = try Doctor(path: folder.file(), environment: .testing(clock: clock)).examine()
        #expect(diagnosis.checks.flatMap(\.findings).isEmpty)
        let later = try open([.index(onExtra: "app.mood"), .noIndex(onExtra: "app.mood")])
        #expect(try later.integer("SELECT count(*) FROM sqlite_master WHERE name LIKE 'app@_e%' ESCAPE '@'") == 0)
        #expect(await errorCode { try open([.index(onExtra: "it's")]) } == .badMigration)
    }

    @Test("two of one name, and one without a name, are refused before anything is opened")
    func sameNames() async throws {
        #expect(await errorCode { try open([Self.things, Self.things]) } == .badMigration)
        #expect(await errorCode { try open([AppMigration("", "SELECT 1")]) } == .badMigration)
    }

    @Test(
        "a backup that can only be read is opened with steps that have run, and refused with others",
        .enabled(if: WriteProtection.isAvailable))
    func readOnly() async throws {
        let stack = try open([Self.things])
        try await stack.backUp(to: folder.file("copy.db"))
        let protection = try WriteProtection(folder.file("copy.db"))
        defer { protection.lift() }
        func openCopy(_ migrations: [AppMigration]) throws -> LocalStack {
            try LocalStack(.init(storage: .onDisk(path: folder.file("copy.db")), migrations: migrations))
        }
        #expect(try openCopy([Self.things]).integer("SELECT count(*) FROM app_thing") == 0)
        let more = AppMigration("more", "CREATE TABLE app_more (id)")
        #expect(await errorCode { try openCopy([Self.things, more]) } == .readOnly)
    }

    // MARK: Backups and salvage

    @Test("a backup has the tables; a restore brings them back, and up to date")
    func restored() async throws {
        let stack = try open([Self.things])
        try stack.execute("INSERT INTO app_thing VALUES (1, 'a')")
        try await TodoDAO(stack).createOne(.sample("t"))
        try await stack.backUp(to: folder.file("copy.db"))
        try stack.close()
        let more = AppMigration("more", "ALTER TABLE app_thing ADD COLUMN size INTEGER")
        let later = try open([Self.things, more])
        try later.execute("UPDATE app_thing SET name = 'b', size = 3")
        try await later.restore(from: folder.file("copy.db"))
        #expect(try later.rows("SELECT id, name, size FROM app_thing") == ["1|a|"])
        #expect(try later.rows("SELECT name FROM app_migrations ORDER BY 1") == ["more", "things"])
        try later.execute("UPDATE app_thing SET name = 'c'")
        try await later.restoreEverywhere(from: folder.file("copy.db"))
        #expect(try later.rows("SELECT name FROM app_thing") == ["c"], "only records are edited back")
    }

    @Test("salvage copies the rows of the tables that can be read, with their indexes and triggers")
    func salvaged() async throws {
        let store = try await RandomStore(seed: 3, count: 30, kind: .serial)
        let path = try #require(store.stack.path)
        try store.stack.close()
        try FileManager.default.copyItem(atPath: path, toPath: folder.file())
        let stack = try open(
            [
                Self.things,
                AppMigration(
                    "more", "CREATE INDEX app_i ON app_thing (name)",
                    "CREATE TABLE app_pair (a TEXT, b BLOB, PRIMARY KEY (a)) WITHOUT ROWID",
                    "CREATE TRIGGER app_t AFTER INSERT ON app_thing BEGIN DELETE FROM app_pair; END",
                    "CREATE VIRTUAL TABLE app_text USING fts5 (name)"),
            ], concurrent: false)
        try stack.execute(
            """
            WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
            INSERT INTO app_thing SELECT i * 10, 'thing ' || i FROM n;
            INSERT INTO app_pair VALUES ('a', x'00ff'), ('b', 1.5);
            INSERT INTO app_text VALUES ('found')
            """)
        let tables = ["app_thing", "app_pair", "app_migrations", "todo", "tag"]
        func content(_ stack: LocalStack) throws -> [[String]] {
            try tables.map { try stack.rows("SELECT * FROM \($0) ORDER BY 1") }
        }
        let before = try content(stack)
        try stack.close()

        // Damages an index of the store: everything is salvaged, and no table is.
        let other = try DatabaseQueue(path: folder.file())
        try await other.writeWithoutTransaction { connection in
            try connection.execute(
                sql: "PRAGMA writable_schema = ON; UPDATE sqlite_master SET rootpage = 2 WHERE name = 'todo_updated'")
        }
        try other.close()
        let diagnosis = try Doctor(path: folder.file(), environment: .testing(clock: clock)).examine(repairing: true)
        let salvaged = try #require(diagnosis.salvaged)
        let rescued = try LocalStack(.init(storage: .onDisk(path: salvaged), allowsConcurrentReads: false))
        #expect(try content(rescued) == before)
        #expect(
            try rescued.rows("SELECT name FROM sqlite_master WHERE name IN ('app_i', 'app_t') ORDER BY 1") == [
                "app_i", "app_t",
            ])
        #expect(try rescued.rows("SELECT count(*) FROM app_text") == ["0"], "made anew, and empty")
    }
}
