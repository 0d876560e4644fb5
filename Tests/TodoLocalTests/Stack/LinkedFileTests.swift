import Basics
import Foundation
import GRDB
import SQLite
import TestSupport
import Testing
import TodoDomain
import TodoLocal

/// SQLite follows a symbolic link, and keeps its log beside the file to which it leads.
@Suite("A database behind a symbolic link")
struct LinkedFileTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(atPath: folder.file(name), withDestinationPath: target)
    }

    private func open(_ name: String) throws -> LocalStack {
        try LocalStack(.init(storage: .onDisk(path: folder.file(name))))
    }

    @Test(
        "has the log and the locks of the file, whichever way it is opened",
        arguments: ["absolute", "relative", "twice"])
    func beside(kind: String) async throws {
        let direct = try open("real/todo.db")
        try await TodoDAO(direct).createOne(.sample("a"))
        switch kind {
        case "absolute": try link("link.db", to: folder.file("real/todo.db"))
        case "relative": try link("link.db", to: "real/todo.db")
        default:
            try link("real/other.db", to: "../real/todo.db")
            try link("link.db", to: "real/other.db")
        }
        let linked = try open("link.db")
        let file = DatabaseFile(path: try #require(linked.path))
        #expect(try file.hasLog && file.isSameFile(as: folder.file("real/todo.db")))
        #expect(try await TodoDAO(linked).count() == 1)
        let lock = try #require(try await direct.lockSyncing())
        #expect(await errorCode { try await linked.lockSyncing(patience: .zero) } == .syncing)
        lock.release()
        try await TodoDAO(linked).createOne(.sample("b"))
        #expect(try await TodoDAO(direct).count() == 2)
        let beside = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(Set(beside) == ["link.db", "real"], "\(beside)")
    }

    @Test("a new one is made where the link leads, also in a folder that is not there yet")
    func dangling() async throws {
        try link("link.db", to: "later/todo.db")
        let stack = try open("link.db")
        try await TodoDAO(stack).createOne(.sample("a"))
        try stack.close()
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("later")) == ["todo.db"])
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.file("link.db")) == "later/todo.db")
        #expect(try await TodoDAO(open("link.db")).count() == 1)
    }

    @Test("a link to its folder is no different from the folder, and the path stays as it was given")
    func linkedFolder() async throws {
        try FileManager.default.createDirectory(atPath: folder.file("real"), withIntermediateDirectories: true)
        try link("linked", to: "real")
        let stack = try open("linked/todo.db")
        #expect(stack.path == folder.file("linked/todo.db"))
        try await TodoDAO(stack).createOne(.sample("a"))
        #expect(try DatabaseFile(path: folder.file("linked/todo.db")).hasLog)
        #expect(try await TodoDAO(open("real/todo.db")).count() == 1)
    }

    @Test("links in a circle lead nowhere, and that is said")
    func circle() async throws {
        try link("a.db", to: "b.db")
        try link("b.db", to: "a.db")
        #expect(await errorCode { try open("a.db") } == .cannotOpen)
    }

    @Test("a newer version that is in the write-ahead log alone is refused and left alone")
    func newerLog() async throws {
        try open("todo.db").close()
        let newer = try DatabasePool(path: folder.file())
        try await newer.writeWithoutTransaction {
            try $0.execute(sql: "PRAGMA wal_autocheckpoint = 0; PRAGMA user_version = \(Schema.current.version + 1)")
        }
        // What a crash leaves: the file and its log, not opened by anybody.
        for suffix in ["", "-wal"] {
            try FileManager.default.copyItem(atPath: folder.file() + suffix, toPath: folder.file("left.db") + suffix)
        }
        try link("link.db", to: "left.db")
        let (data, log) = (contents(of: folder.file("left.db")), contents(of: folder.file("left.db-wal")))
        #expect(await errorCode { try open("link.db") } == .newerVersion)
        #expect(contents(of: folder.file("left.db")) == data)
        #expect(contents(of: folder.file("left.db-wal")) == log)
    }
}
