import Foundation
import GRDB
import TestSupport
import Testing
import TodoDomain
import TodoLocal

/// Opening brings a file to the newest version, and never takes anything from it.
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
        // The backup is a whole database of the version before.
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

    @Test("the schema is what it says it is: strict tables, foreign keys on, an index for each of them")
    func schema() throws {
        let stack = try open(.current)
        #expect(try stack.integer("PRAGMA foreign_keys") == 1)
        let lax = try stack.rows(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE '%STRICT%' AND name NOT LIKE 'sqlite%'"
        )
        #expect(lax.allSatisfy { $0.hasPrefix("todoText") }, "\(lax)")
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
