import Basics
import Foundation
import GRDB
import SQLite
import TestSupport
import Testing
import TodoDomain
import TodoLocal

/// What a sync program, `mv` or `cp` does to a database that is open: nothing is written into the wrong file, and what was
/// confirmed is in a file that the error names.
@Suite("A database file that is exchanged while it is open")
struct ReplacedFileTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func open(_ name: String = "todo.db", concurrent: Bool = true) throws -> LocalStack {
        try LocalStack(.init(storage: .onDisk(path: folder.file(name)), allowsConcurrentReads: concurrent))
    }

    /// A database with one to-do, with nothing beside it.
    private func make(_ name: String, _ id: String) async throws {
        let stack = try open(name)
        try await TodoDAO(stack).createOne(.sample(id))
        try stack.close()
    }

    private func ids(_ stack: LocalStack) throws -> [String] { try stack.rows("SELECT id FROM todo ORDER BY id") }

    /// The to-dos in a file alone, which must be intact.
    private func ids(inFile path: String) throws -> [String] {
        try DatabaseCopy.verify(path)
        var options = Configuration()
        options.readonly = true
        let file = try DatabaseQueue(path: DatabaseFile(path: path).immutableURI, configuration: options)
        return try file.read { try String.fetchAll($0, sql: "SELECT id FROM todo ORDER BY id") }
    }

    /// Puts another file in the place of the database, as a sync program does.
    private func replace(with other: String) {
        #expect(rename(folder.file(other), folder.file()) == 0)
    }

    /// The files in the folder whose names contain a text.
    private func files(_ part: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.contains(part) }.sorted()
    }

    /// The error of an operation on a file that was replaced, which names the copy.
    private func copy(_ operation: () async throws -> Void) async throws -> String {
        do {
            try await operation()
        } catch let error as TodoError {
            #expect(error.code == .databaseReplaced, "\(error)")
            let copy = try #require(error.remedies.first?.subject, "\(error)")
            #expect(error.message.contains(copy) && error.message.contains(folder.file()))
            return copy
        }
        Issue.record("nothing was refused")
        return ""
    }

    @Test(
        "another file renamed over it: neither is written to, and what was confirmed is in the copy that the error names",
        arguments: [true, false])
    func renamed(concurrent: Bool) async throws {
        try await make("other.db", "theirs")
        let stack = try open(concurrent: concurrent)
        try await TodoDAO(stack).createOne(.sample("mine"))
        replace(with: "other.db")
        let copy = try await copy { try await TodoDAO(stack).createOne(.sample("lost")) }
        #expect(try ids(inFile: copy) == ["mine"])
        // Each later operation fails in the same way.
        #expect(try await self.copy { _ = try await TodoDAO(stack).count() } == copy)
        #expect(try await self.copy { try stack.writeBlocking("x") { _ in } } == copy)
        #expect(try await self.copy { try stack.close() } == copy)
        #expect(try files("replaced-").count == 1)
        let other = try open()
        #expect(try ids(other) == ["theirs"])
        try await TodoDAO(other).createOne(.sample("more"))
        try other.close()
        #expect(try ids(inFile: folder.file()) == ["more", "theirs"])
    }

    @Test("a read is the first to notice it", arguments: [true, false])
    func read(concurrent: Bool) async throws {
        try await make("other.db", "theirs")
        let stack = try open(concurrent: concurrent)
        try await TodoDAO(stack).createOne(.sample("mine"))
        replace(with: "other.db")
        let copy = try await copy { _ = try await stack.readAtOnce { _ in } }
        #expect(try ids(inFile: copy) == ["mine"])
        #expect(try ids(inFile: folder.file()) == ["theirs"])
    }

    @Test("a file that is removed, and no other in its place")
    func removed() async throws {
        let stack = try open()
        try await TodoDAO(stack).createOne(.sample("mine"))
        unlink(folder.file())
        let copy = try await copy { try await TodoDAO(stack).createOne(.sample("lost")) }
        #expect(try ids(inFile: copy) == ["mine"])
        _ = try? stack.close()
        // The log that it leaves is not applied to the empty file which is made next.
        let next = try open()
        #expect(try ids(next).isEmpty)
        #expect(next.foreignLog == folder.file("todo.db.foreign-wal"))
        try next.close()
        #expect(try ids(inFile: folder.file()).isEmpty)
    }

    @Test("its log or the index of that is taken away", arguments: ["-wal", "-shm"], [true, false])
    func log(suffix: String, isReplaced: Bool) async throws {
        let stack = try open()
        try await TodoDAO(stack).createOne(.sample("mine"))
        unlink(folder.file() + suffix)
        if isReplaced { try Data("another".utf8).write(to: URL(filePath: folder.file() + suffix)) }
        let copy = try await copy { try await TodoDAO(stack).createOne(.sample("lost")) }
        #expect(try ids(inFile: copy) == ["mine"])
        let before = contents(of: folder.file())
        #expect(try await self.copy { try stack.close() } == copy)
        // Others may have written to the file since.
        #expect(contents(of: folder.file()) == before)
        try DatabaseCopy.verify(folder.file())
    }

    @Test("a file that is exchanged between the check and the commit: the edit is not confirmed")
    func duringWrite() async throws {
        try await make("other.db", "theirs")
        let stack = try open()
        try await TodoDAO(stack).createOne(.sample("mine"))
        let path = folder.path
        let copy = try await copy {
            try await stack.write("add") { _ in _ = rename(path + "/other.db", path + "/todo.db") }
        }
        #expect(try ids(inFile: copy) == ["mine"])
        #expect(try ids(inFile: folder.file()) == ["theirs"])
    }

    @Test("a path that cannot be looked at for a while: its file does not count as replaced")
    func unknown() async throws {
        let inner = folder.file("inner")
        try FileManager.default.createDirectory(atPath: inner, withIntermediateDirectories: false)
        let stack = try open("inner/todo.db")
        try await TodoDAO(stack).createOne(.sample("mine"))
        // A link to itself: the system refuses to follow it.
        let hide = { @Sendable in _ = rename(inner, inner + "-aside") + symlink(inner, inner) }
        let show = { _ = unlink(inner) + rename(inner + "-aside", inner) }
        hide()
        let refused = await #expect(throws: TodoError.self) { try await TodoDAO(stack).createOne(.sample("lost")) }
        #expect(refused?.code == .cannotOpen)
        #expect(!stack.isLastEditKept)
        show()
        try await TodoDAO(stack).createOne(.sample("later"))
        // After the commit, the edit is kept, and the error says so.
        let unsure = await #expect(throws: TodoError.self) {
            _ = try await stack.write("add") { _ in hide() }
        }
        #expect(unsure?.code == .cannotOpen)
        #expect(stack.isLastEditKept)
        show()
        #expect(try ids(stack) == ["later", "mine"])
        try stack.close()
        #expect(try FileManager.default.contentsOfDirectory(atPath: inner).filter { $0.contains("replaced") }.isEmpty)
        #expect(try ids(inFile: inner + "/todo.db") == ["later", "mine"])
    }

    @Test("an observation ends with the error, without an edit here")
    func observation() async throws {
        try await make("other.db", "theirs")
        let stack = try open()
        try await TodoDAO(stack).createOne(.sample("mine"))
        let watched = Watched(TodoDAO(stack).store.observeCount())
        #expect(await watched.shows(1))
        replace(with: "other.db")
        #expect(await eventually { watched.end.isOver })
        #expect((watched.end.error as? TodoError)?.code == .databaseReplaced)
    }

    @Test("whoever closes it first says so")
    func closing() async throws {
        try await make("other.db", "theirs")
        let stack = try open()
        try await TodoDAO(stack).createOne(.sample("mine"))
        replace(with: "other.db")
        let copy = try await copy { try stack.close() }
        #expect(try ids(inFile: copy) == ["mine"])
    }

    @Test("the log of the former file is set aside, also while that is open, and never becomes part of the new one")
    func foreignLog() async throws {
        try await make("other.db", "theirs")
        let first = try open()
        try await TodoDAO(first).createOne(.sample("mine"))
        replace(with: "other.db")
        for concurrent in [true, false] {
            let second = try open(concurrent: concurrent)
            #expect((second.foreignLog == nil) == !concurrent)
            try await TodoDAO(second).createOne(.sample("more-\(concurrent)"))
            try second.close()
        }
        #expect(try ids(inFile: folder.file()) == ["more-false", "more-true", "theirs"])
        #expect(try files("foreign-wal") == ["todo.db.foreign-wal"])
        let copy = try await copy { _ = try await TodoDAO(first).count() }
        #expect(try ids(inFile: copy) == ["mine"])
    }

    @Test("a backup copied over a database that a crash has left with its log: the log is not applied to it")
    func copiedOver() async throws {
        try await make("crashed.db", "base")
        let stack = try open("crashed.db")
        try await TodoDAO(stack).createOne(.sample("mine"))
        let backup = try await stack.database.read { source in
            try DatabaseFile(path: folder.file("backup.db")).create()
            try DatabaseCopy.write(source, to: folder.file("backup.db"))
            return try Data(contentsOf: URL(filePath: folder.file("backup.db")))
        }
        try await TodoDAO(stack).createOne(.sample("later"))
        // What a crash leaves.
        for suffix in ["", "-wal"] {
            try FileManager.default.copyItem(
                atPath: folder.file("crashed.db") + suffix, toPath: folder.file() + suffix)
        }
        try stack.close()
        // `cp` keeps the file and replaces its content.
        try backup.write(to: URL(filePath: folder.file()))
        let restored = try open()
        #expect(restored.foreignLog != nil)
        #expect(try ids(restored) == ["base", "mine"])
        try restored.close()
        #expect(try ids(inFile: folder.file()) == ["base", "mine"])
    }

    @Test("a backup copied over an open database is noticed by the next edit, which is refused")
    func copiedOverOpen() async throws {
        try await make("other.db", "theirs")
        let backup = folder.file("backup.db")
        try DatabaseFile(path: backup).create()
        let source = try open("other.db")
        try await source.read { try DatabaseCopy.write($0.database, to: backup) }
        try source.close()
        let stack = try open()
        try await TodoDAO(stack).createOne(.sample("mine"))
        try Data(contentsOf: URL(filePath: backup)).write(to: URL(filePath: folder.file()))
        #expect(await errorCode { try await TodoDAO(stack).createOne(.sample("lost")) } == .databaseReplaced)
        #expect(await errorCode { try stack.close() } == .databaseReplaced)
        // Another process does not apply the log. This process has to end.
        #expect(await errorCode { try open() } == .databaseReplaced)
        for suffix in ["", "-wal"] {
            try FileManager.default.copyItem(atPath: folder.file() + suffix, toPath: folder.file("next.db") + suffix)
        }
        let next = try open("next.db")
        #expect(try ids(next) == ["theirs"])
        #expect(next.foreignLog != nil)
        try next.close()
        #expect(try ids(inFile: folder.file("next.db")) == ["theirs"])
    }

    @Test(
        "a log that was copied together with its file, or left by a crash, is part of it; closing leaves nothing beside"
    )
    func ownLog() async throws {
        let stack = try open()
        try await TodoDAO(stack).createOne(.sample("mine"))
        for suffix in ["", "-wal", "-owner"] {
            try FileManager.default.copyItem(atPath: folder.file() + suffix, toPath: folder.file("copy.db") + suffix)
        }
        let copy = try open("copy.db")
        #expect(try ids(copy) == ["mine"])
        #expect(copy.foreignLog == nil)
        try copy.close()
        try stack.close()
        #expect(try files("todo.db") == ["todo.db"])
    }

    @Test("checkpoints and other connections are no replacement")
    func ordinaryLife() async throws {
        let (first, second) = (try open(), try open(concurrent: false))
        for round in 0..<5 {
            try await TodoDAO(first).createOne(.sample("first-\(round)"))
            try second.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            try await TodoDAO(second).createOne(.sample("second-\(round)"))
            try first.execute("PRAGMA wal_checkpoint(PASSIVE)")
        }
        #expect(try await TodoDAO(first).count() == 10)
        try second.close()
        try first.close()
        #expect(try files("todo.db") == ["todo.db"])
    }
}
