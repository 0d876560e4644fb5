import Foundation
import GRDB
import TestSupport
import Testing
import TodoDomain
import TodoLocal
import TodoMaintenance

/// Files that are damaged, that are not databases, or that are in the wrong place.
@Suite("Doctor: files")
struct DamagedDatabaseTests {
    private let folder: TemporaryFolder
    private var doctor: Doctor { Doctor(path: folder.file(), environment: .testing()) }

    init() throws { folder = try TemporaryFolder() }

    /// Creates and closes a database with this many to-dos; returns where a table or an index begins.
    private func fill(_ count: Int = 2000) async throws -> (String) throws -> Int {
        try await Self.make(folder.file(), with: count)
    }

    private static func make(
        _ path: String, with count: Int
    ) async throws -> @Sendable (_ name: String) throws -> Int {
        let stack = try LocalStack(.init(storage: .onDisk(path: path)), environment: .testing())
        try await TodoDAO(stack).createMany(
            (0..<count).map {
                .sample("t\($0)", "Number \($0)", notes: "Some text to fill the pages.", tags: [.sample("tag")])
            })
        let rows = try stack.rows("SELECT name, rootpage FROM sqlite_master").map { $0.split(separator: "|") }
        try stack.close()
        return { name in Int(try #require(rows.first { $0[0] == name })[1]) ?? 0 }
    }

    /// A file with so many to-dos that its tables and indexes have several pages, and where each begins.
    private struct Filled: Sendable {
        /// Of 1,000 even the relation of to-dos and tags has several.
        static let count = Dose.of(1000, whole: 2000)
        let file: Data
        let root: @Sendable (String) throws -> Int
    }

    /// Filled once, and copied for each page that is damaged.
    private static let filled = Task<Filled, any Error> {
        let folder = try TemporaryFolder()
        defer { withExtendedLifetime(folder) {} }
        let root = try await make(folder.file(), with: Filled.count)
        return Filled(file: try #require(contents(of: folder.file())), root: root)
    }

    private func codes(_ diagnosis: Diagnosis) -> [String] { diagnosis.checks.flatMap(\.findings).map(\.code) }

    @Test("a file that is no database of ours is said so, and left alone")
    func noDatabase() async throws {
        #expect(await errorCode { try doctor.examine() } == .notFound)
        let root = try await fill(5)
        let good = try #require(contents(of: folder.file()))
        var newer = good
        newer.replaceSubrange(60..<64, with: Data([0, 0, 0, 255]))
        for (data, code) in [
            (Data(), "empty-file"), (Data("Dear Zoë".utf8), "not-a-database"), (good.prefix(80), "not-a-database"),
            (Data(repeating: 0xFF, count: 9000), "not-a-database"), (newer, "newer-version"),
        ] {
            try data.write(to: URL(filePath: folder.file()))
            chmod(folder.file(), 0o600)
            for repairing in [false, true] {
                let diagnosis = try doctor.examine(repairing: repairing)
                #expect(codes(diagnosis) == [code] && !diagnosis.isHealthy)
                #expect(diagnosis.checks.dropFirst(5).allSatisfy { $0.status == .skipped })
                #expect(contents(of: folder.file()) == data, "\(code)")
            }
        }
        try Data("Dear Zoë".utf8).write(to: URL(filePath: folder.file()))
        chmod(folder.file(), 0o644)
        for repairing in [false, true] {
            let findings = try doctor.examine(repairing: repairing).checks.flatMap(\.findings)
            #expect(findings.map(\.code) == ["not-a-database", "readable-by-others"])
            #expect(findings.allSatisfy { !$0.isRepairable }, "what is not ours is left alone")
        }
        #expect(try root("todo") > 0)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["todo.db"])
    }

    @Test(
        "a damaged page is found wherever it is, and all that can be read is put into a new database that can be restored",
        arguments: ["todo", "todo_updated", "sqlite_autoindex_todo_1", "todoText_data", "historyChange", "todoTag"])
    func damagedPage(name: String) async throws {
        let filled = try await Self.filled.value
        try filled.file.write(to: URL(filePath: folder.file()))
        chmod(folder.file(), 0o600)
        try overwrite(folder.file(), page: filled.root(name))
        let before = contents(of: folder.file())
        let diagnosis = try doctor.examine()
        #expect(codes(diagnosis).contains("damaged") && !diagnosis.isHealthy, "\(codes(diagnosis))")
        #expect(contents(of: folder.file()) == before, "looking changes nothing")

        let repaired = try doctor.examine(repairing: true)
        let backup = try #require(repaired.backup)
        // Byte for byte, except for the header.
        #expect(contents(of: backup)?.dropFirst(100) == before?.dropFirst(100))
        if repaired.isHealthy { return }
        let salvaged = try #require(repaired.salvaged)
        #expect(try permissions(of: salvaged) == 0o600)
        #expect(
            try Doctor(path: salvaged, environment: .testing()).examine().checks.allSatisfy {
                $0.status != .found || $0.name == "journal-mode"
            })
        try await LocalStack.restore(.init(storage: .onDisk(path: folder.file())), from: salvaged)
        let stack = try LocalStack(.init(storage: .onDisk(path: folder.file())))
        try expectSound(stack, name)
        // A table's first page contains no rows, only pointers to the other pages.
        #expect(try await TodoDAO(stack).count() == Filled.count)
        #expect(try await TodoDAO(stack).count(.all.tagged([TodoDomain.Tag.ID(stored: "tag")])) == Filled.count)
    }

    @Test("of a damaged leaf only its own rows are lost, and of a file cut short only what was cut off")
    func damagedLeaf() async throws {
        _ = try await fill()
        let leaf = try DatabaseQueue(path: folder.file())
        // The pages of the table in their order; one from the middle.
        let pages = try leaf.read {
            try Row.fetchAll(
                $0, sql: "SELECT pageno, ncell FROM dbstat WHERE name = 'todo' AND pagetype = 'leaf' ORDER BY path")
        }
        try leaf.close()
        let middle = pages[pages.count / 2]
        try overwrite(folder.file(), page: middle[0])
        let salvaged = try #require(try doctor.examine(repairing: true).salvaged)
        let stack = try LocalStack(.init(storage: .onDisk(path: salvaged)))
        #expect(try await TodoDAO(stack).count() == 2000 - (middle[1] as Int))

        let file = try FileHandle(forUpdating: URL(filePath: folder.file()))
        let size = try file.seekToEnd()
        try file.truncate(atOffset: size * 9 / 10)
        try file.close()
        #expect(try codes(doctor.examine()).contains("damaged"))
        let rest = try #require(try doctor.examine(repairing: true).salvaged)
        let cut = try LocalStack(.init(storage: .onDisk(path: rest)))
        #expect(try await TodoDAO(cut).count() > 0)
        try expectSound(cut, "of a file cut short")
    }

    @Test("of a database whose schema cannot be read, all that is in it is salvaged", arguments: [5, 400])
    func damagedSchema(count: Int) async throws {
        _ = try await fill(count)
        let stack = try LocalStack(.init(storage: .onDisk(path: folder.file())), environment: .testing())
        let backup = try #require(try await stack.backUpAutomatically(.firstSync))
        let names = try stack.rows("SELECT name FROM sqlite_master WHERE type = 'table'")
        try stack.close()
        let file = try FileHandle(forWritingTo: URL(filePath: folder.file()))
        try file.seek(toOffset: 100)
        try file.write(contentsOf: Data(repeating: 0xA5, count: 3996))
        try file.close()
        let diagnosis = try doctor.examine(repairing: true)
        #expect(codes(diagnosis) == ["damaged"] && names.count > 20)
        let remedies = diagnosis.checks.flatMap(\.findings)[0].remedies
        #expect(remedies.map(\.name) == ["salvage", "restore-newest"])
        #expect(remedies.last?.words.contains((backup as NSString).lastPathComponent) == true)
        let salvaged = try LocalStack(.init(storage: .onDisk(path: #require(diagnosis.salvaged))))
        #expect(try await TodoDAO(salvaged).count(.all.tagged([TodoDomain.Tag.ID(stored: "tag")])) == count)
        try expectSound(salvaged, "of a database without a schema")
    }

    @Test("a header that cannot be read keeps nobody from the pages", arguments: [0, 16, 68])
    func damagedHeader(offset: Int) async throws {
        _ = try await fill(30)
        let file = try FileHandle(forWritingTo: URL(filePath: folder.file()))
        try file.seek(toOffset: UInt64(offset))
        try file.write(contentsOf: Data([0x77, 0x77]))
        try file.close()
        let before = contents(of: folder.file())
        let diagnosis = try doctor.examine(repairing: true)
        #expect(!diagnosis.isHealthy && contents(of: folder.file()) == before)
        let salvaged = try LocalStack(.init(storage: .onDisk(path: #require(diagnosis.salvaged))))
        #expect(try await TodoDAO(salvaged).count() == 30)
    }

    @Test("what a killed program left in its log is salvaged too")
    func log() async throws {
        _ = try await fill(400)
        let leaf = try DatabaseQueue(path: folder.file())
        let page = try leaf.read {
            try Row.fetchAll($0, sql: "SELECT pageno, ncell FROM dbstat WHERE name = 'todo' AND pagetype = 'leaf'")[2]
        }
        try leaf.close()
        let killed = try LocalStack(.init(storage: .onDisk(path: folder.file())), environment: .testing())
        try await TodoDAO(killed).createOne(.sample("in the log"))
        for suffix in ["", "-wal"] {
            try FileManager.default.copyItem(atPath: folder.file() + suffix, toPath: folder.file("left.db") + suffix)
        }
        try overwrite(folder.file("left.db"), page: page[0])
        let diagnosis = try Doctor(path: folder.file("left.db"), environment: .testing()).examine(repairing: true)
        let salvaged = try LocalStack(.init(storage: .onDisk(path: #require(diagnosis.salvaged))))
        #expect(try await TodoDAO(salvaged).count() == 401 - (page[1] as Int))
        #expect(try await TodoDAO(salvaged).find(Todo.ID(stored: "in the log")).title == "Buy milk")
    }

    @Test("an index that lacks a row is made anew")
    func staleIndex() async throws {
        _ = try await fill(50)
        let other = try DatabaseQueue(path: folder.file())
        try await other.writeWithoutTransaction { connection in
            // The row is deleted without its index.
            try connection.execute(
                sql: """
                    PRAGMA writable_schema = ON;
                    UPDATE sqlite_master SET sql = 'CREATE INDEX tag_title ON tag (foldedTitle, id) WHERE isDeleted = 9'
                    WHERE name = 'tag_title';
                    """)
        }
        try other.close()
        let writer = try DatabaseQueue(path: folder.file())
        try await writer.writeWithoutTransaction { connection in
            try connection.execute(sql: "UPDATE tag SET foldedTitle = foldedTitle || 'x'")
            try connection.execute(
                sql: """
                    UPDATE tag SET foldedTitle = rtrim(foldedTitle, 'x');
                    PRAGMA writable_schema = ON;
                    UPDATE sqlite_master SET sql = 'CREATE INDEX tag_title ON tag (foldedTitle, id) WHERE isDeleted = 0'
                    WHERE name = 'tag_title';
                    UPDATE sqlite_master SET sql = 'CREATE INDEX todo_dirty ON todo (rowID) WHERE isDirty = 0'
                    WHERE name = 'todo_dirty';
                    """)
        }
        try writer.close()
        let found = try codes(doctor.examine())
        #expect(found == ["damaged-index"])
        let repaired = try doctor.examine(repairing: true)
        #expect(repaired.isHealthy && repaired.checks.contains { $0.status == .repaired })
    }

    @Test("a database without a write-ahead log gets one again")
    func journalMode() async throws {
        _ = try await fill(5)
        let other = try DatabaseQueue(path: folder.file())
        try await other.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = DELETE") }
        try other.close()
        #expect(try codes(doctor.examine()) == ["no-write-ahead-log"])
        #expect(try doctor.examine(repairing: true).isHealthy)
        #expect(try doctor.examine().checks.allSatisfy { $0.status == .ok })
    }

    @Test("files that others can read are closed to them; a folder in which others can write is told")
    func access() async throws {
        _ = try await fill(5)
        chmod(folder.file(), 0o644)
        #expect(try codes(doctor.examine()) == ["readable-by-others"])
        #expect(try doctor.examine(repairing: true).isHealthy)
        #expect(try permissions(of: folder.file()) == 0o600)
        chmod(folder.path, 0o777)
        #expect(try codes(doctor.examine(repairing: true)) == ["writable-folder"])
        chmod(folder.path, 0o1777)
        #expect(try doctor.examine().isHealthy)
    }

    @Test("a file of another user is told", .enabled(if: getuid() == 0))
    func owner() async throws {
        _ = try await fill(5)
        chown(folder.file(), 65534, 65534)
        #expect(try codes(doctor.examine()) == ["foreign-owner"])
    }

    @Test("a disk that is nearly full is told", .enabled(if: Mount.isPossible))
    func space() async throws {
        let mount = try Mount(size: "2m", at: URL(filePath: folder.file("disk")))
        defer { mount.detach() }
        let stack = try LocalStack(.init(storage: .onDisk(path: mount.path + "/todo.db")), environment: .testing())
        try await TodoDAO(stack).createOne(.sample("a"))
        chmod(mount.path, 0o700)
        let diagnosis = try Doctor(path: mount.path + "/todo.db", environment: .testing()).examine()
        #expect(codes(diagnosis) == ["low-space"])
    }

    @Test("a read-only database is looked at, and not repaired", .enabled(if: WriteProtection.isAvailable))
    func readOnly() async throws {
        _ = try await fill(5)
        let protection = try WriteProtection(folder.path)
        defer { protection.lift() }
        let diagnosis = try doctor.examine()
        #expect(diagnosis.isHealthy)
        #expect(diagnosis.checks.filter { $0.status == .skipped }.map(\.name) == ["search-index"])
        #expect(await errorCode { try doctor.examine(repairing: true) } == .readOnly)
    }

    @Test("an older version is looked at as far as it is understood")
    func older() async throws {
        _ = try await fill(5)
        let next = Schema(migrations: Schema.current.migrations + [Schema.Migration(name: "next") { _ in }])
        let diagnosis = try Doctor(path: folder.file(), environment: .testing(), schema: next).examine()
        #expect(diagnosis.isHealthy && codes(diagnosis) == ["older-version"])
        #expect(diagnosis.checks.last?.status == .skipped)
    }

    @Test("a network file system is known by its name in the table of mounts")
    func networkFileSystem() {
        let table = MountTable(
            """
            22 1 0:20 / / rw - ext4 /dev/sda rw
            23 22 0:21 / /home rw,relatime shared:1 - nfs4 server:/home rw
            24 23 0:22 / /home/me/My\\040Disk rw - ext4 /dev/sdb rw
            25 22 0:23 / /mnt rw - ext4 /dev/sdc rw
            26 22 0:24 / /mnt rw - fuse.sshfs me@server: rw
            """)
        #expect(!table.isNetworked("/var/todo.db") && !table.isNetworked("/homes/todo.db"))
        #expect(table.isNetworked("/home/me/todo.db") && table.isNetworked("/mnt/todo.db"))
        #expect(!table.isNetworked("/home/me/My Disk/todo.db"))
    }
}
