import Foundation
import GRDB
import TestSupport
import Testing
import TodoDomain
import TodoLocal

/// Files that cannot be used: each has its own error, and what is not ours is left unchanged, to the byte.
@Suite("Files that cannot be used")
struct DamagedFileTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test(
        "a file that is no database is refused and left alone",
        arguments: [
            "x", "just a text\n", String(repeating: "a text as long as a header, ", count: 20), "SQLite format 3\u{0}",
        ])
    func noDatabase(text: String) async throws {
        let data = Data(text.utf8)
        try data.write(to: URL(fileURLWithPath: folder.file()))
        #expect(await openingFails() == .corrupt)
        #expect(contents(of: folder.file()) == data)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["todo.db"])
    }

    @Test("another program's database is refused and left alone", arguments: ["DELETE", "WAL"])
    func foreign(mode: String) async throws {
        let other = try DatabaseQueue(path: folder.file())
        try await other.writeWithoutTransaction {
            try $0.execute(
                sql: "PRAGMA journal_mode = \(mode); CREATE TABLE bookmarks (url TEXT); PRAGMA user_version = 3")
        }
        try other.close()
        let data = contents(of: folder.file())
        #expect(await openingFails() == .foreignDatabase)
        #expect(contents(of: folder.file()) == data)
    }

    @Test("so is one whose tables are in its write-ahead log alone", arguments: [0, 3])
    func foreignLog(version: Int) async throws {
        let other = try DatabasePool(path: folder.file())
        try await other.writeWithoutTransaction {
            try $0.execute(
                sql:
                    "PRAGMA wal_autocheckpoint = 0; CREATE TABLE bookmarks (url TEXT); PRAGMA user_version = \(version)"
            )
        }
        let (data, log) = (contents(of: folder.file()), contents(of: folder.file("todo.db-wal")))
        #expect(await openingFails() == .foreignDatabase)
        #expect(contents(of: folder.file()) == data && contents(of: folder.file("todo.db-wal")) == log)
        #expect(
            try await other.read { try String.fetchAll($0, sql: "SELECT name FROM sqlite_master") } == ["bookmarks"])
    }

    @Test("a newer version is refused and left alone")
    func newer() async throws {
        try LocalStack(.init(storage: .onDisk(path: folder.file()))).close()
        let raw = try DatabaseQueue(path: folder.file())
        try await raw.writeWithoutTransaction {
            try $0.execute(sql: "PRAGMA user_version = \(Schema.current.version + 1)")
        }
        try raw.close()
        let data = contents(of: folder.file())
        #expect(await openingFails() == .newerVersion)
        #expect(contents(of: folder.file()) == data)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["todo.db"])
    }

    @Test("a newer version that is in the write-ahead log alone is refused and left alone", arguments: [true, false])
    func newerLog(concurrent: Bool) async throws {
        try LocalStack(.init(storage: .onDisk(path: folder.file()))).close()
        let newer = try DatabasePool(path: folder.file())
        try await newer.writeWithoutTransaction {
            try $0.execute(sql: "PRAGMA wal_autocheckpoint = 0; PRAGMA user_version = \(Schema.current.version + 1)")
        }
        // What a crash leaves: the file and its log, not opened by anybody.
        for suffix in ["", "-wal"] {
            try FileManager.default.copyItem(atPath: folder.file() + suffix, toPath: folder.file("left.db") + suffix)
        }
        let (data, log) = (contents(of: folder.file("left.db")), contents(of: folder.file("left.db-wal")))
        #expect(await openingFails("left.db", concurrent: concurrent) == .newerVersion)
        #expect(contents(of: folder.file("left.db")) == data)
        #expect(contents(of: folder.file("left.db-wal")) == log)
    }

    @Test("a damaged page is reported as damage, when it is read", arguments: [true, false])
    func damagedPage(concurrent: Bool) async throws {
        let configuration = StackConfiguration(storage: .onDisk(path: folder.file()), allowsConcurrentReads: concurrent)
        let stack = try LocalStack(configuration)
        try await TodoDAO(stack).createMany((0..<500).map { .sample("t\($0)", notes: "Some text to fill the pages.") })
        let root = try stack.integer("SELECT rootpage FROM sqlite_master WHERE name = 'todo'")
        try stack.close()
        #expect(contents(of: folder.file("todo.db-wal")) == nil, "closing leaves no log behind")
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: folder.file()))
        try file.seek(toOffset: UInt64(root - 1) * 4096)
        try file.write(contentsOf: Data(repeating: 0xFF, count: 4096))
        try file.close()

        let damaged = try LocalStack(configuration)
        let codes = [
            await errorCode { try await TodoDAO(damaged).findMany() },
            await errorCode { try await TodoDAO(damaged).createOne(.sample("new")) },
        ]
        #expect(codes == [.corrupt, .corrupt])
    }

    @Test("a folder in the place of the file cannot be opened")
    func isFolder() async throws {
        try FileManager.default.createDirectory(atPath: folder.file(), withIntermediateDirectories: true)
        #expect(await openingFails() == .cannotOpen)
    }

    @Test("a file in the place of the folder cannot be opened")
    func folderIsFile() async throws {
        try Data("text".utf8).write(to: URL(fileURLWithPath: folder.file("folder")))
        #expect(await openingFails("folder/todo.db") == .cannotOpen)
    }

    @Test("names that mean something to SQLite are names of files", arguments: [":memory:", "file:todo?mode=memory"])
    func specialNames(name: String) async throws {
        let path = FileManager.default.currentDirectoryPath + "/" + name
        defer { for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) } }
        let configuration = StackConfiguration(storage: .onDisk(path: name), allowsConcurrentReads: false)
        let stack = try LocalStack(configuration)
        #expect(stack.path == path)
        try await TodoDAO(stack).createOne(.sample("a"))
        try stack.close()
        #expect(try await TodoDAO(LocalStack(configuration)).count() == 1)
    }

    private func openingFails(_ name: String = "todo.db", concurrent: Bool = true) async -> TodoError.Code? {
        await errorCode {
            try LocalStack(.init(storage: .onDisk(path: folder.file(name)), allowsConcurrentReads: concurrent))
        }
    }
}
