import Foundation
import GRDB
import SQLite
import TestSupport
import Testing
import TodoDomain
import TodoLocal
import TodoMaintenance

/// A schema that is damaged or that somebody changed: the doctor finds everything a store stumbles over, deletes
/// nothing, and copies all rows to a new database.
@Suite("Doctor: schema")
struct DamagedSchemaTests {
    private let folder: TemporaryFolder
    private var doctor: Doctor { Doctor(path: folder.file(), environment: .testing()) }

    init() throws { folder = try TemporaryFolder() }

    /// Creates a store, uses it and closes it, with rows of several pages, searches and views.
    private func fill(seed: UInt64 = 5) async throws -> Content {
        let store = try await RandomStore(seed: seed, count: 40, kind: .serial)
        let long = (0..<3).map {
            Todo.sample("long\($0)", notes: String(repeating: "A note of more than a page. ", count: 400))
        }
        try await TodoDAO(store.stack).createMany(long)
        let recents = RecentsDAO(store.stack)
        for text in ["milk", "bread"] { await recents.noteSearch(text).value }
        for id in ["long0", "long1"] { await recents.noteView(of: Todo.ID(stored: id)).value }
        let path = try #require(store.stack.path)
        let content = try Content(of: store.stack)
        try store.stack.close()
        try FileManager.default.copyItem(atPath: path, toPath: folder.file())
        return content
    }

    /// The rows that are not derived from others.
    private struct Content: Equatable {
        private static let tables = [
            "todo", "tag", "location", "replica", "historyTransaction", "historyChange", "recentSearch", "recentTodo",
        ]
        let rows: [[String]]

        init(of stack: LocalStack) throws {
            rows = try Self.tables.map { try stack.rows("SELECT * FROM \($0) ORDER BY 1, 2") }
        }

        init(ofFile path: String) throws {
            let stack = try LocalStack(.init(storage: .onDisk(path: path), allowsConcurrentReads: false))
            self = try Content(of: stack)
            try stack.close()
        }
    }

    private func tamper(_ sql: String) throws {
        let other = try DatabaseQueue(path: folder.file())
        try other.writeWithoutTransaction { try $0.execute(sql: sql) }
        try other.close()
    }

    private func codes(_ diagnosis: Diagnosis) -> [String] { diagnosis.checks.flatMap(\.findings).map(\.code) }

    /// Describes how a store fails when it is used on a file as a person would; nil if all goes well.
    private func useStore(_ path: String, number: Int) async -> TodoError.Code? {
        await errorCode {
            var configuration = StackConfiguration(storage: .onDisk(path: path), allowsConcurrentReads: false)
            configuration.isDurable = false
            let stack = try LocalStack(configuration, environment: .testing())
            defer { try? stack.close() }
            let todos = TodoDAO(stack)
            _ = try await todos.findMany(.all.page(0, size: 100))
            _ = try await todos.findMany(search: "milk")
            _ = try await TagDAO(stack).findMany()
            _ = try await LocationDAO(stack).findMany()
            let tag = TodoDomain.Tag.sample("new\(number)")
            try await todos.createOne(
                .sample(
                    "new", due: .day(Day(containing: ManualClock().now, in: .gmt)), tags: [tag],
                    location: .sample("new")))
            try await todos.updateOne(Todo.Update(id: Todo.ID(stored: "new"), priority: .set(.high)))
            try await todos.deleteOne(Todo.ID(stored: "new"))
            await RecentsDAO(stack).noteSearch("new").value
        }
    }

    @Test(
        "of any flipped bit in its pages: what a store stumbles over the doctor finds, and no row is lost",
        arguments: 1...Dose.of(1, whole: 4) as ClosedRange<UInt64>)
    func flipped(seed: UInt64) async throws {
        let content = try await fill(seed: seed)
        var random = SeededGenerator(seed: seed)
        let good = try #require(contents(of: folder.file()))
        let bits = try usedBits(of: good)
        var (refused, salvaged) = (0, 0)
        // The small dose ends as soon as something is reported.
        let (rounds, enough) = Dose.of((6, 0), whole: (80, 10))
        for round in 0..<80 where round < rounds || refused <= enough || salvaged <= enough {
            let (offset, bit) = random.pick(bits)
            let place = "seed \(seed), round \(round): bit \(bit) of byte \(offset)"
            var damaged = good
            damaged[offset] ^= 1 << bit
            let copy = folder.file("used\(round).db")
            for path in [folder.file(), copy] {
                try damaged.write(to: URL(filePath: path))
                chmod(path, 0o600)
            }
            let code = await useStore(copy, number: round)
            if code != nil { refused += 1 }
            do {
                if try examine(damaged, refusedWith: code, content, place) { salvaged += 1 }
            } catch {
                Issue.record("\(place): \(code?.rawValue ?? ""), \((error as? TodoError)?.underlying ?? error)")
            }
        }
        #expect(refused > enough && salvaged > enough, "seed \(seed): \(refused) refused, \(salvaged) salvaged")
    }

    @Test("where another table's rows are read in place of a table's, a store and the doctor say so and go on")
    func exchanged() async throws {
        _ = try await fill()
        let good = try #require(contents(of: folder.file()))
        let database = try DatabaseQueue(path: folder.file())
        let tables = try await database.read {
            try String.fetchAll(
                $0, sql: "SELECT name FROM sqlite_master WHERE type = 'table' AND rootpage > 0 ORDER BY name")
        }
        try database.close()
        var refused = 0
        for (number, table) in tables.enumerated() {
            let other = tables[(number + 7) % tables.count]
            let copy = folder.file("used-\(table).db")
            try good.write(to: URL(filePath: folder.file()))
            try tamper(
                """
                PRAGMA writable_schema = ON;
                UPDATE sqlite_master SET rootpage = (SELECT rootpage FROM sqlite_master WHERE name = '\(other)')
                WHERE name = '\(table)'
                """)
            try FileManager.default.copyItem(atPath: folder.file(), toPath: copy)
            let code = await useStore(copy, number: number)
            if code != nil { refused += 1 }
            let diagnosis = try doctor.examine()
            #expect(code == nil || !diagnosis.isHealthy, "\(other) in place of \(table): \(code?.rawValue ?? "")")
            if number.isMultiple(of: 3) { _ = try doctor.examine(repairing: true) }
        }
        #expect(tables.count > 20 && refused > 10, "\(refused) of \(tables.count)")
    }

    /// Has the doctor examine a damaged file and repair it.
    /// - Returns: whether a new file was created.
    private func examine(
        _ damaged: Data, refusedWith code: TodoError.Code?, _ content: Content, _ place: String
    ) throws -> Bool {
        let diagnosis = try doctor.examine()
        #expect(code == nil || !diagnosis.isHealthy, "\(place): \(code?.rawValue ?? "")")
        #expect(contents(of: folder.file()) == damaged, "\(place): looking changes nothing")
        let repaired = try doctor.examine(repairing: true)
        // Nobody can tell a newer version from a flipped bit.
        if codes(repaired) == ["newer-version"] { return false }
        let path = repaired.isHealthy ? folder.file() : repaired.salvaged
        #expect(path != nil, "\(place): \(codes(repaired))")
        if let path { #expect(try Content(ofFile: path) == content, "\(place): \(codes(repaired))") }
        return repaired.salvaged != nil
    }

    /// The bits of the schema's pages, except the gap between the cell pointers and the cells.
    private func usedBits(of file: Data) throws -> [(offset: Int, bit: Int)] {
        let database = try DatabaseQueue(path: folder.file())
        let pages = try database.read {
            try Int.fetchAll($0, sql: "SELECT pageno FROM dbstat WHERE name = 'sqlite_schema'")
        }
        try database.close()
        return pages.flatMap { number in
            let page = (number - 1) * 4096
            let start = page + (number == 1 ? 100 : 0)
            func integer(_ offset: Int) -> Int { Int(file[offset]) << 8 | Int(file[offset + 1]) }
            let pointers = start + (file[start] == 0x0D ? 8 : 12) + 2 * integer(start + 3)
            let used = Array(page..<pointers) + Array(page + integer(start + 5)..<page + 4096)
            return used.flatMap { offset in (0..<8).map { (offset, $0) } }
        }
    }

    @Test("an index whose row says in other letters that it is one is made anew, once", arguments: ["iNdex", "INDEX"])
    func type(word: String) async throws {
        let content = try await fill()
        try tamper(
            """
            PRAGMA writable_schema = ON;
            UPDATE sqlite_master SET type = '\(word)' WHERE name = 'todo_updated'
            """)
        #expect(codes(try doctor.examine()) == ["changed-indexes"])
        #expect(try doctor.examine(repairing: true).isHealthy)
        #expect(try doctor.examine().isHealthy)
        #expect(try Content(ofFile: folder.file()) == content)
        try LocalStack(StackConfiguration(storage: .onDisk(path: folder.file()))).close()
    }

    @Test(
        "a table or a column that is missing is found at opening, by its name, and all rows are salvaged",
        arguments: [
            ("ALTER TABLE todo RENAME COLUMN notes TO text", "notes"), ("ALTER TABLE tag DROP COLUMN color", "color"),
            ("ALTER TABLE historyTransaction RENAME COLUMN action TO deed", "action"),
            ("ALTER TABLE location RENAME TO place", "location"), ("DROP TABLE recentTodo", "recentTodo"),
            ("DROP TABLE todoText_config", "todoText"),
        ])
    func missing(sql: String, name: String) async throws {
        let content = try await fill()
        try tamper(sql)
        let before = contents(of: folder.file())
        for concurrent in [false, true] {
            let configuration = StackConfiguration(
                storage: .onDisk(path: folder.file()), allowsConcurrentReads: concurrent)
            #expect {
                try LocalStack(configuration)
            } throws: { error in
                let error = error as? TodoError
                return error?.code == .corrupt && error?.message.contains("“\(name)") == true
            }
            // GRDB's pool creates and drops a table so that there is a log.
            if !concurrent { #expect(contents(of: folder.file()) == before) }
        }
        #expect(try codes(doctor.examine()).contains("changed-schema"))
        let salvaged = try #require(try doctor.examine(repairing: true).salvaged)
        let saved = try Content(ofFile: salvaged)
        // Rows of a dropped table cannot be salvaged.
        if !sql.contains("DROP") { #expect(saved == content) } else { #expect(saved.rows[0] == content.rows[0]) }
        try await LocalStack.restore(.init(storage: .onDisk(path: folder.file())), from: salvaged)
        try expectSound(LocalStack(.init(storage: .onDisk(path: folder.file()))), sql)
    }

    @Test("where the schema is misspelt, no row is deleted for what it says")
    func misspelt() async throws {
        let content = try await fill()
        try tamper(
            """
            PRAGMA writable_schema = ON;
            UPDATE sqlite_master SET sql = replace(sql, 'REFERENCES historyTransaction', 'REFERENCES historyTransactiom');
            UPDATE sqlite_master SET sql = replace(sql, 'REFERENCES todo ', 'REFERENCES todp ');
            """)
        let before = contents(of: folder.file())
        let diagnosis = try doctor.examine(repairing: true)
        #expect(codes(diagnosis) == ["changed-schema"] && !diagnosis.isHealthy)
        #expect(diagnosis.checks.last?.status == .skipped)
        #expect(contents(of: folder.file()) == before)
        #expect(try Content(ofFile: #require(diagnosis.salvaged)) == content)
    }

    @Test("indexes of ours that are missing or different are made anew, others' things are told and left")
    func indexes() async throws {
        _ = try await fill()
        try tamper("DROP INDEX todo_updated; DROP INDEX tag_name; CREATE INDEX tag_name ON tag (title); ANALYZE")
        #expect(try codes(doctor.examine()) == ["changed-indexes"])
        let repaired = try doctor.examine(repairing: true)
        #expect(repaired.isHealthy && repaired.backup != nil)
        #expect(try codes(doctor.examine()).isEmpty)
        try tamper(
            """
            CREATE TABLE mine (id INTEGER); CREATE INDEX mine_id ON mine (id);
            CREATE TRIGGER todo AFTER INSERT ON todo BEGIN DELETE FROM mine; END
            """)
        let diagnosis = try doctor.examine(repairing: true)
        #expect(diagnosis.isHealthy && codes(diagnosis) == ["foreign-schema"])
        let finding = try #require(diagnosis.checks.flatMap(\.findings).first)
        #expect(finding.severity == .note && finding.message.contains("mine, mine_id, todo"))
        #expect(await useStore(folder.file(), number: 0) == nil)
    }

    @Test(
        "SQL is the same whatever its spaces, its case and the quotes of its names",
        arguments: [
            ("CREATE TABLE  \"todo\"\n(id  TEXT)", "create table todo(id text)"),
            ("CREATE TABLE [a b](`id` TEXT , x CHECK(x='A  b'))", "create table[a b](id text,x check(x='A  b'))"),
            ("CREATE INDEX é ON t(\"x\"\"y\")", "create index é on t(x y)"),
            ("x'unclosed", "x'unclosed"), ("", ""),
        ])
    func normalized(sql: String, expected: String) {
        #expect(SchemaObjects.normalized(sql) == expected)
    }

    @Test("a database of this version is recognised at once")
    func fingerprint() throws {
        let stack = try LocalStack(.inMemory)
        let found = try stack.database.read(SchemaObjects.fingerprint)
        #expect(found == Schema.current.fingerprint, "Schema.current is to have the fingerprint \(found).")
    }
}
