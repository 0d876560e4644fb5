import Foundation
import GRDB
import TestSupport
import Testing
import TodoDomain
import TodoLocal
import TodoMaintenance

/// A backup is a consistent snapshot of everything, in one file that is complete or absent.
@Suite("Backups")
struct BackupTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("a backup that is copied into place has a write-ahead log after the next opening", arguments: [true, false])
    func copied(concurrent: Bool) async throws {
        let folder = try TemporaryFolder()
        let first = try LocalStack(.init(storage: .onDisk(path: folder.file())))
        try await TodoDAO(first).createOne(.sample("a"))
        try await first.backUp(to: folder.file("copy.db"))
        let header = try #require(contents(of: folder.file("copy.db")))
        #expect(Array(header[18..<20]) == [1, 1], "a backup needs no other file")
        let stack = try LocalStack(
            .init(storage: .onDisk(path: folder.file("copy.db")), allowsConcurrentReads: concurrent))
        #expect(try stack.rows("PRAGMA journal_mode") == ["wal"])
        #expect(try await TodoDAO(stack).count() == 1)
    }

    @Test(
        "a backup holds all that the database holds, whatever kind of store it is of",
        arguments: 1...Dose.of(1, whole: 3) as ClosedRange<UInt64>,
        [StoreKind.pool, .serial, .inMemory])
    func identity(seed: UInt64, kind: StoreKind) async throws {
        let store = try await RandomStore(seed: seed, kind: kind)
        let backup = try await store.stack.backUp(to: folder.file("backup.db"))
        let copy = try LocalStack(.init(storage: .onDisk(path: backup.path)))
        #expect(try copy.dump() == store.stack.dump(), "seed \(seed)")
        #expect(try await backup.todos.all == TodoDAO(copy).count())
        try expectSound(copy, "seed \(seed)")
    }

    @Test("it is one file, its owner's alone, that can be read from a read-only disk")
    func oneFile() async throws {
        let store = try TestStore(.pool)
        try await store.todos.createOne(.sample("a"))
        let backup = try await store.stack.backUp(to: folder.file("backup.db"))
        #expect(try permissions(of: backup.path) == 0o600)
        #expect(try names() == ["backup.db"])
        #expect(contents(of: backup.path)?.count == Int(backup.bytes))
        let other = try DatabaseQueue(path: "file:\(backup.path)?immutable=1")
        #expect(try await other.read { try String.fetchOne($0, sql: "PRAGMA journal_mode") } == "delete")
        #expect(try await other.read { try String.fetchOne($0, sql: "SELECT title FROM todo") } == "Buy milk")
    }

    @Test("an older backup is replaced, through a symbolic link too; nothing else is")
    func replacing() async throws {
        let store = try TestStore(.pool)
        let path = folder.file("backup.db")
        try await store.stack.backUp(to: path)
        try FileManager.default.createSymbolicLink(atPath: folder.file("link.db"), withDestinationPath: path)
        try await store.todos.createOne(.sample("a"))
        #expect(try await store.stack.backUp(to: folder.file("link.db")).todos.all == 1)
        #expect(try await TodoDAO(LocalStack(.init(storage: .onDisk(path: path)))).count() == 1)

        try Data("a letter".utf8).write(to: URL(filePath: folder.file("letter")))
        let live = try LocalStack(.init(storage: .onDisk(path: folder.file("live.db"))))
        let own = try #require(store.stack.path)
        for (name, code) in [
            (folder.file("letter"), TodoError.Code.alreadyExists), (folder.file("live.db"), .alreadyExists),
            (folder.path, .usage), (own, .usage), (folder.file("nowhere/b.db"), .storage),
        ] {
            #expect(await errorCode { try await store.stack.backUp(to: name) } == code, "\(name)")
        }
        #expect(contents(of: folder.file("letter")) == Data("a letter".utf8))
        #expect(try await TodoDAO(live).count() == 0)
        #expect(try names().filter { $0.contains("part") }.isEmpty)
    }

    @Test("a pipe and a device are refused, and nobody waits for them")
    func noFiles() async throws {
        let store = try TestStore(.pool)
        let pipe = folder.file("pipe")
        try #require(mkfifo(pipe, 0o600) == 0)
        try FileManager.default.createSymbolicLink(atPath: folder.file("link"), withDestinationPath: pipe)
        for path in [pipe, folder.file("link"), "/dev/null"] {
            #expect(await errorCode { try await store.stack.backUp(to: path) } == .usage, "\(path)")
        }
        #expect(try names() == ["link", "pipe"])
    }

    @Test("a backup is not put beside the log of another database, of which SQLite would make one with it")
    func strangersLog() async throws {
        let store = try TestStore(.pool)
        try await store.todos.createOne(.sample("a", "Mine"))
        for suffix in ["-wal", "-shm", "-journal"] {
            let path = folder.file("b\(suffix).db")
            try Data("left".utf8).write(to: URL(filePath: path + suffix))
            let error = await #expect(throws: TodoError.self) { try await store.stack.backUp(to: path) }
            #expect(error?.code == .alreadyExists && error?.reason.contains("b\(suffix).db\(suffix)") == true)
            #expect(error?.effect == .nothingChanged)
            #expect(!FileManager.default.fileExists(atPath: path))
            #expect(contents(of: path + suffix) == Data("left".utf8))
        }
    }

    @Test(
        "what another program has not finished writing is not in it, and nobody waits",
        arguments: [StoreKind.pool, .serial])
    func besideAWrite(kind: StoreKind) async throws {
        let store = try TestStore(kind)
        try await store.todos.createOne(.sample("a"))
        let other = try OtherProgram(try #require(store.stack.path))
        try other.execute("BEGIN IMMEDIATE; UPDATE todo SET notes = 'half'")
        let backup = try await store.stack.backUp(to: folder.file("backup.db"))
        try other.execute("ROLLBACK")
        let copy = try LocalStack(.init(storage: .onDisk(path: backup.path)))
        #expect(try copy.rows("SELECT notes FROM todo") == [""])
    }

    @Test("made in the middle of a storm of writes, each backup is of one moment")
    func underLoad() async throws {
        let store = try TestStore(.pool)
        let ids = ["a", "b"].map(Todo.ID.init(stored:))
        let filling = (0..<1500).map { Todo.sample("f\($0)", notes: String(repeating: "filling ", count: 40)) }
        try await store.todos.createMany([.sample("a", "0"), .sample("b", "0")] + filling)
        let writer = Task {
            var round = 0
            while !Task.isCancelled {
                round += 1
                let (title, todos) = ("\(round)", store.todos)
                // A backup must not be cut short in the middle of an edit.
                _ = try await Task.detached {
                    try await todos.updateMany(ids.map { Todo.Update(id: $0, title: title) })
                }
                .value
            }
            return round
        }
        var seen: [Int] = []
        for _ in 0..<6 {
            let backup = try await store.stack.backUp(to: folder.file("backup.db"))
            let copy = try LocalStack(.init(storage: .onDisk(path: backup.path), allowsConcurrentReads: false))
            let titles = try copy.rows("SELECT title FROM todo WHERE id IN ('a', 'b')")
            #expect(titles.count == 2 && titles[0] == titles[1])
            seen.append(Int(titles[0]) ?? -1)
            try copy.close()
        }
        writer.cancel()
        #expect(try await writer.value > seen[0])
        #expect(seen == seen.sorted())
    }

    @Test("a damaged database is not taken for a backup, and the older backup stays")
    func damaged() async throws {
        let store = try TestStore(.serial)
        try await store.todos.createMany((0..<300).map { .sample("t\($0)", notes: "Text to fill the pages.") })
        let path = folder.file("backup.db")
        try await store.stack.backUp(to: path)
        let before = contents(of: path)
        let index = try store.stack.integer("SELECT rootpage FROM sqlite_master WHERE name = 'todo_updated'")
        let live = try #require(store.stack.path)
        try store.stack.close()
        try overwrite(live, page: index)
        let damaged = try LocalStack(.init(storage: .onDisk(path: live)))
        #expect(await errorCode { try await damaged.backUp(to: path) } == .corrupt)
        #expect(contents(of: path) == before)
        #expect(try names() == ["backup.db"])
    }

    @Test(
        "on a full disk and in a read-only folder there is no backup, nor a part of one", .enabled(if: Mount.isPossible)
    )
    func noRoom() async throws {
        let mount = try Mount(size: "64k", at: URL(filePath: folder.file("disk")))
        defer { mount.detach() }
        let store = try TestStore(.pool)
        try await store.todos.createOne(.sample("a"))
        #expect(await errorCode { try await store.stack.backUp(to: mount.path + "/b.db") } == .diskFull)
        #expect(try FileManager.default.contentsOfDirectory(atPath: mount.path).isEmpty)
        guard WriteProtection.isAvailable else { return }
        let protection = try WriteProtection(folder.path)
        defer { protection.lift() }
        #expect(await errorCode { try await store.stack.backUp(to: folder.file("b.db")) } == .readOnly)
    }

    private func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0 != "disk" }.sorted()
    }
}

/// Overwrites a page of a database file with what is not a page.
func overwrite(_ path: String, page: Int, with byte: UInt8 = 0xA5) throws {
    let file = try FileHandle(forWritingTo: URL(filePath: path))
    try file.seek(toOffset: UInt64(page - 1) * 4096)
    try file.write(contentsOf: Data(repeating: byte, count: 4096))
    try file.close()
}
