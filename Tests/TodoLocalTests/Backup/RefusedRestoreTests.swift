import Foundation
import GRDB
import TestSupport
import Testing
import TodoDomain
import TodoLocal
import TodoMaintenance

/// What cannot be restored changes nothing; a database too damaged to be opened can be replaced by a restore.
@Suite("Restores that are refused, and damaged databases")
struct RefusedRestoreTests {
    private let folder: TemporaryFolder
    private let stack: LocalStack

    init() throws {
        folder = try TemporaryFolder()
        stack = try LocalStack(.init(storage: .onDisk(path: folder.file())), environment: .testing())
    }

    @Test("a file that is no backup of ours is refused, each with its code, and nothing is changed")
    func wrongFiles() async throws {
        try await TodoDAO(stack).createMany((0..<100).map { .sample("t\($0)", notes: "Text to fill the pages.") })
        try await stack.backUp(to: folder.file("good.db"))
        let good = try #require(contents(of: folder.file("good.db")))
        let root = try stack.integer("SELECT rootpage FROM sqlite_master WHERE name = 'todo'")
        func put(_ data: Data, _ name: String) throws { try data.write(to: URL(filePath: folder.file(name))) }
        try put(Data(), "empty.db")
        try put(Data("Dear Zoë, this is a letter.".utf8), "letter.db")
        try put(good.prefix(50), "short.db")
        try put(good.prefix(good.count / 2), "half.db")
        for (name, offset) in [("page.db", (root - 1) * 4096), ("schema.db", 100), ("end.db", good.count - 4096)] {
            var damaged = good
            damaged.replaceSubrange(offset..<offset + 300, with: Data(repeating: 0xA5, count: 300))
            try put(damaged, name)
        }
        var newer = good
        newer.replaceSubrange(60..<64, with: Data([0, 0, 0, 255]))
        try put(newer, "newer.db")
        let other = try DatabaseQueue(path: folder.file("other.db"))
        try await other.writeWithoutTransaction { try $0.execute(sql: "CREATE TABLE bookmarks (url TEXT)") }
        try other.close()
        try FileManager.default.createDirectory(atPath: folder.file("folder.db"), withIntermediateDirectories: true)

        try await TodoDAO(stack).createOne(.sample("last"))
        let (before, files) = (try stack.dump(), try names())
        let cases: [(String, TodoError.Code)] = [
            ("nowhere.db", .badInput), ("folder.db", .badInput), ("empty.db", .badInput), ("letter.db", .badInput),
            ("short.db", .badInput), ("half.db", .badInput), ("page.db", .badInput), ("schema.db", .badInput),
            ("end.db", .badInput), ("other.db", .badInput), ("newer.db", .newerVersion), ("todo.db", .usage),
        ]
        for (name, code) in cases {
            #expect(await errorCode { try await stack.restore(from: folder.file(name)) } == code, "\(name)")
            #expect(await errorCode { try await stack.restoreEverywhere(from: folder.file(name)) } == code, "\(name)")
            #expect(
                await errorCode { try await stack.merge([folder.file("good.db"), folder.file(name)], isTrial: false) }
                    == code, "\(name)")
            #expect(try stack.dump() == before, "\(name)")
            #expect(try names() == files, "\(name)")
        }
    }

    @Test(
        "bytes flipped anywhere in a backup: it is refused, or what comes of it is sound",
        arguments: 1...4 as ClosedRange<UInt64>)
    func flipped(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        try await TodoDAO(stack).createMany((0..<60).map { .sample("t\($0)", tags: [.sample("tag")]) })
        try await stack.backUp(to: folder.file("good.db"))
        let good = try #require(contents(of: folder.file("good.db")))
        var refused = 0
        for round in 0..<12 {
            var damaged = good
            for _ in 0..<Int.random(in: 1...40, using: &random) {
                damaged[Int.random(in: 0..<damaged.count, using: &random)] ^= UInt8.random(in: 1...255, using: &random)
            }
            try damaged.write(to: URL(filePath: folder.file("flipped.db")))
            let code = await errorCode { try await stack.restore(from: folder.file("flipped.db")) }
            if code != nil { refused += 1 }
            #expect(
                code == nil || [.badInput, .newerVersion].contains(code),
                "\(String(describing: code)), seed \(seed), round \(round)")
            #expect(try stack.rows("PRAGMA integrity_check") == ["ok"], "seed \(seed), round \(round)")
        }
        #expect(refused > 0)
    }

    @Test("a database with damaged pages is restored in place, and kept as it was")
    func damagedPages() async throws {
        try await TodoDAO(stack).createMany((0..<300).map { .sample("t\($0)", notes: "Text to fill the pages.") })
        try await stack.backUp(to: folder.file("backup.db"))
        let root = try stack.integer("SELECT rootpage FROM sqlite_master WHERE name = 'todo'")
        try stack.close()
        try overwrite(folder.file(), page: root)
        let restoration = try await LocalStack.restore(
            .init(storage: .onDisk(path: folder.file())), from: folder.file("backup.db"))
        #expect(restoration.todos.all == 300 && restoration.previous != nil)
        let restored = try LocalStack(.init(storage: .onDisk(path: folder.file())))
        #expect(try await TodoDAO(restored).count() == 300)
        try expectSound(restored, "after a restore over damaged pages")
    }

    @Test("a file that cannot be opened at all is kept, with its log, and the backup takes its place")
    func unopenable() async throws {
        try await TodoDAO(stack).createOne(.sample("a"))
        try await stack.backUp(to: folder.file("backup.db"))
        try stack.close()
        let garbage = Data(repeating: 0x5A, count: 20_000)
        try garbage.write(to: URL(filePath: folder.file()))
        try Data("a log of nothing".utf8).write(to: URL(filePath: folder.file("todo.db-wal")))
        let restoration = try await LocalStack.restore(
            .init(storage: .onDisk(path: folder.file())), environment: .testing(), from: folder.file("backup.db"))
        let kept = folder.file("todo.db-backups/20261121T120000.000Z-damaged.db")
        #expect(restoration.previous == kept && restoration.todos.all == 1)
        #expect(contents(of: kept) == garbage)
        #expect(contents(of: kept + "-wal") == Data("a log of nothing".utf8))
        let restored = try LocalStack(.init(storage: .onDisk(path: folder.file()), allowsConcurrentReads: false))
        #expect(try await TodoDAO(restored).count() == 1)
        #expect(try restored.rows("PRAGMA journal_mode") == ["wal"])
        #expect(try permissions(of: folder.file()) == 0o600)
    }

    @Test("a full disk leaves what was there", .enabled(if: Mount.isPossible))
    func fullDisk() async throws {
        let mount = try Mount(size: "2m", at: URL(filePath: folder.file("disk")))
        defer { mount.detach() }
        try await TodoDAO(stack).createMany(
            (0..<600).map { .sample("t\($0)", notes: String(repeating: "x", count: 3000)) })
        try await stack.backUp(to: folder.file("large.db"))
        let small = try LocalStack(.init(storage: .onDisk(path: mount.path + "/todo.db")))
        try await TodoDAO(small).createOne(.sample("kept"))
        let before = try small.dump()
        #expect(await errorCode { try await small.restore(from: folder.file("large.db")) } == .diskFull)
        #expect(try small.dump() == before)
        try expectSound(small, "after a full disk")
    }

    @Test("a read-only database is not restored over", .enabled(if: WriteProtection.isAvailable))
    func readOnly() async throws {
        try await TodoDAO(stack).createOne(.sample("a"))
        try await stack.backUp(to: folder.file("backup.db"))
        try stack.close()
        let protection = try WriteProtection(folder.path)
        defer { protection.lift() }
        let code = await errorCode {
            try await LocalStack.restore(.init(storage: .onDisk(path: folder.file())), from: folder.file("backup.db"))
        }
        #expect(code == .readOnly)
    }

    private func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    }
}
