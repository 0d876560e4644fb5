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
        #expect(try await TodoDAO(stack).findOne(Todo.ID(stored: "a")).tags.count == 1)
        try stack.close()

        #expect(try backups() == ["20261121T120000.000Z-migration.db"])
        let backup = folder.file("todo.db-backups/" + (try backups()[0]))
        #expect(try permissions(of: backup) == 0o600)
        // The backup is a complete database of the previous version.
        let restored = try LocalStack(.init(storage: .onDisk(path: backup)), environment: .live, schema: .current)
        #expect(try await TodoDAO(restored).findOne(Todo.ID(stored: "a")).tags.count == 1)
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
    func frozenNames() {
        #expect(
            Schema.current.migrations.map(\.name).prefix(5)
                == ["local core", "replication", "history", "sharing", "lists"])
    }

    @Test("a database of 0.1.0, which has no such table, counts as having the first three steps")
    func former() async throws {
        try FileManager.default.copyItem(at: try #require(Fixtures.database010), to: URL(filePath: folder.file()))
        #expect(try userVersion() == 3)
        let stack = try open(.current)
        #expect(try applied(in: stack) == Schema.current.migrations.map(\.name))
        try stack.close()
        // What 0.1.0 reads before SQLite does: its own mark, and a version that it does not know.
        #expect(try userVersion() == Schema.current.version)
        #expect(try DatabaseFile(path: folder.file()).inspect() == .ours(version: Schema.current.version))
        #expect(await errorCode { try open(released) } == .newerVersion)
    }

    @Test("a database of 0.1.0 that came no further is one that 0.1.0 opens")
    func interrupted() async throws {
        try FileManager.default.copyItem(at: try #require(Fixtures.database010), to: URL(filePath: folder.file()))
        let (before, rows) = (try objects(), try contents())
        let broken = Schema.Migration(name: "broken") { _ in throw TodoError(.storage, "The step failed.") }
        #expect(await errorCode { try open(Schema(migrations: released.migrations + [broken])) } == .storage)
        // One more table, and nothing else.
        #expect(try objects() == before.union(["grdb_migrations", "sqlite_autoindex_grdb_migrations_1"]))
        #expect(try contents() == rows)
        #expect(try userVersion() == 3)
        try open(released).close()
        #expect(try applied(in: open(.current)) == Schema.current.migrations.map(\.name))
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
                    DELETE FROM grdb_migrations WHERE identifier = 'history'
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

    /// What 0.1.0 knows.
    private var released: Schema { Schema(migrations: Array(Schema.current.migrations.prefix(3))) }

    /// The identifiers in the migrator's table, in the order in which they came.
    private func applied(in stack: LocalStack) throws -> [String] {
        try stack.rows("SELECT identifier FROM grdb_migrations ORDER BY rowid")
    }

    /// `user_version`, from the header of the file.
    private func userVersion() throws -> Int32 { try DatabaseFile(path: folder.file()).header().version }

    /// The names of everything in the file's schema.
    private func objects() throws -> Set<String> {
        try DatabaseQueue(path: folder.file()).read { try String.fetchSet($0, sql: "SELECT name FROM sqlite_master") }
    }

    /// All rows of the tables of 0.1.0.
    private func contents() throws -> [String] {
        try DatabaseQueue(path: folder.file()).read { database in
            try ["todo", "tag", "location", "historyChange", "replica"].flatMap {
                try Row.fetchAll(database, sql: "SELECT * FROM \($0)").map(\.description)
            }
        }
    }

    // MARK: Folded texts

    @Test("what 1.0.0 has folded with the signs that phones write is found by the keys, and is otherwise as it was")
    func typography() async throws {
        try FileManager.default.copyItem(at: try #require(Fixtures.database15), to: URL(filePath: folder.file()))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: folder.file())
        let (before, known) = (try records(), try names())
        // After everything in it.
        let environment = TodoEnvironment.testing(clock: ManualClock(Date(timeIntervalSince1970: 1_795_900_000)))
        let stack = try LocalStack(.init(storage: .onDisk(path: folder.file())), environment: environment)
        #expect(try records() == before)
        #expect(try names() == known)
        #expect(try stack.inconsistency() == nil)

        let todos = stack.store(for: TodoMapping())
        let (mail, pipes, change) = ("Don’t forget the e\u{2011}mail about 2020–2024", "Buy pipes", "Don't change this")
        let expected: [(text: String, titles: Set<String>)] = [
            // One has its tag from a keyboard.
            ("don't", [mail, pipes, change]), ("don’t", [mail, pipes, change]), ("e-mail 2020-2024", [mail]),
            ("5\" \"the grey", [pipes]), ("l'amour - film", ["L\u{B4}amour – the film"]), ("he's -ish", ["Call Bob"]),
            ("zoe's", []),
        ]
        for (text, titles) in expected {
            let found = try await todos.fetch(.all.matching(text))
            #expect(Set(found.map(\.title)) == titles, "\(text)")
        }
        #expect(try await todos.fetch(.all.title(.hasPrefix("don't forget the e-mail"))).map(\.title) == [mail])
        let (places, lists) = (stack.store(for: LocationMapping()), stack.store(for: ListMapping()))
        #expect(try await places.fetch(.named("Joe's")).map(\.placeName) == ["Joe’s"])
        #expect(try await lists.fetch(.all.matching("anna's")).map(\.title) == ["Anna’s things"])
        // Still two, as on other devices.
        let tags = stack.store(for: TagMapping())
        let both = try await tags.fetch(.all.matching("don't"))
        #expect(Set(both.map(\.title)) == ["don't", "don’t"])
        #expect(try await tags.fetch(.all.filter(.titled("don't"))).map(\.title) == ["don't"])

        // The index is told to forget what it has.
        let edited = try #require(try await todos.fetch(.all.matching("e-mail")).first)
        try await TodoDAO(stack).updateOne(Todo.Update(id: edited.id, title: "Another – title"))
        #expect(try await todos.fetch(.all.matching("e-mail")).isEmpty)
        #expect(try stack.inconsistency() == nil)
        try stack.close()
        let findings = try Doctor(path: folder.file(), environment: environment).examine().checks.flatMap(\.findings)
        #expect(findings.isEmpty, "\(findings)")
    }

    @Test("the subtasks of what repeats no more, which 1.0.0 has opened again, are done")
    func endedSeries() async throws {
        try FileManager.default.copyItem(at: try #require(Fixtures.database15), to: URL(filePath: folder.file()))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: folder.file())
        let environment = TodoEnvironment.testing(clock: ManualClock(Date(timeIntervalSince1970: 1_795_900_000)))
        let stack = try LocalStack(.init(storage: .onDisk(path: folder.file())), environment: environment)
        let todos = try await stack.store(for: TodoMapping()).fetch(.all.done)
        #expect(Set(todos.map(\.title)).isSuperset(of: ["Trip", "Pack"]))
        #expect(try await stack.read { try $0.todoCount.done } == todos.count)
        #expect(try stack.inconsistency() == nil)
    }

    @Test("what repeats can be begun before its current occurrence, where 1.0.0 has left the first start")
    func starts() async throws {
        let id = Todo.ID(stored: "rent")
        let first = try Day(year: 2026, month: 11, day: 25)
        let recurrence = Recurrence(
            rule: "FREQ=MONTHLY", mode: .every, zone: "UTC", base: first, key: first, due: .day(first))
        let old = try open(.current)
        try await old.write("add") { transaction in
            _ = try transaction.create(
                Todo(
                    id: id, title: "Rent", createdAt: transaction.date, start: .day(first.adding(days: -5)),
                    recurrence: recurrence))
            try transaction.update(Todo.Update(id: id, completedAt: .set(transaction.date)))
        }
        try old.close()
        try await DatabaseQueue(path: folder.file()).write { database in
            try database.execute(
                sql: """
                    UPDATE todo SET startAt = startAt - 30 * 86400000, hidden = json_remove(hidden, '$.start')
                        WHERE id = 'rent';
                    DELETE FROM grdb_migrations WHERE identifier = 'starts';
                    PRAGMA user_version = 17
                    """)
        }
        let stack = try open(.current)
        #expect(try stack.inconsistency() == nil)
        let rent = try await TodoDAO(stack).findOne(id)
        #expect(try rent.due == .day(2026, 12, 25) && rent.start == .day(2026, 12, 20))
    }

    @Test("texts are folded again for every sign that stands for a key")
    func signs() {
        let keys: Set<Unicode.Scalar> = ["'", "\"", "-"]
        let all: ClosedRange<UInt32> = 0x80...0xFFFF
        var signs: Set<Unicode.Scalar> = []
        for sign in all.lazy.compactMap(Unicode.Scalar.init) {
            let parts = String(sign).decomposedStringWithCompatibilityMapping.unicodeScalars
            let folded = SearchText.folded(String(sign)).unicodeScalars
            if folded.contains(where: { keys.contains($0) && !parts.contains($0) }) { signs.insert(sign) }
        }
        #expect(signs == Set(Schema.Migration.typographicSigns))
    }

    /// What to-dos are, without what is derived from their texts.
    private func records() throws -> [String] {
        try DatabaseQueue(path: folder.file()).read { database in
            try Row.fetchAll(
                database,
                sql: "SELECT rowID, id, title, notes, updatedAt, isDirty, revision, stamp, stamps, isDeleted FROM todo"
            ).map(\.description)
        }
    }

    /// By what tags and lists are known.
    private func names() throws -> [String] {
        try DatabaseQueue(path: folder.file()).read { database in
            try ["tag", "list"].flatMap {
                try String.fetchAll(database, sql: "SELECT id || ' ' || foldedName FROM \($0) ORDER BY id")
            }
        }
    }

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
