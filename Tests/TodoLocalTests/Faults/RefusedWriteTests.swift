import Foundation
import TestSupport
import Testing
import TodoDomain
import TodoLocal

/// Writes that the machine refuses: each has an error of its own, and nothing is changed.
@Suite("Refused writes")
struct RefusedWriteTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test(
        "a full disk is reported as such; what was there is there, and writing goes on when there is room",
        arguments: [true, false])
    func full(concurrent: Bool) async throws {
        let stack = try LocalStack(.init(storage: .onDisk(path: folder.file()), allowsConcurrentReads: concurrent))
        let todos = TodoDAO(stack)
        try await todos.createOne(.sample("kept"))
        let before = try stack.dump()
        let pages = try stack.integer("PRAGMA page_count")
        try stack.execute("PRAGMA max_page_count = \(pages)")
        let many = (0..<200).map { Todo.sample("t\($0)", notes: String(repeating: "long ", count: 500)) }
        #expect(await errorCode { try await todos.createMany(many) } == .diskFull)
        #expect(try stack.dump() == before)
        try expectSound(stack, "after a full disk")

        try stack.execute("PRAGMA max_page_count = 1000000")
        try await todos.createMany(many)
        #expect(try await todos.count() == 201)
    }

    @Test(
        "while another program writes, it is locked after the timeout, and free again afterwards",
        arguments: [true, false])
    func locked(concurrent: Bool) async throws {
        var configuration = StackConfiguration(storage: .onDisk(path: folder.file()), allowsConcurrentReads: concurrent)
        configuration.busyTimeout = 0.05
        let stack = try LocalStack(configuration)
        try await TodoDAO(stack).createOne(.sample("kept"))
        let other = try OtherProgram(folder.file())
        try other.beginWriting()

        #expect(await errorCode { try await TodoDAO(stack).createOne(.sample("new")) } == .locked)
        #expect(try await TodoDAO(stack).count() == 1, "reading goes on")
        try other.endWriting()
        try await TodoDAO(stack).createOne(.sample("new"))
        #expect(try await TodoDAO(stack).count() == 2)
    }

    @Test("a write waits for the one before it as long as the timeout lasts")
    func waits() async throws {
        let stack = try LocalStack(.init(storage: .onDisk(path: folder.file())))
        let other = try OtherProgram(folder.file())
        try other.beginWriting()
        async let written = TodoDAO(stack).createOne(.sample("patient"))
        try await Task.sleep(for: .milliseconds(100))
        try other.endWriting()
        #expect(try await written.title == "Buy milk")
    }

    @Test(
        "a read-only file can be read, and says that it cannot be written", .enabled(if: WriteProtection.isAvailable),
        arguments: [true, false])
    func readOnlyFile(concurrent: Bool) async throws {
        let configuration = StackConfiguration(storage: .onDisk(path: folder.file()), allowsConcurrentReads: concurrent)
        let first = try LocalStack(configuration)
        try await TodoDAO(first).createOne(.sample("kept"))
        try first.close()
        let protection = try WriteProtection(folder.file())
        defer { protection.lift() }
        let stack = try LocalStack(configuration)
        #expect(try await TodoDAO(stack).count() == 1)
        #expect(await errorCode { try await TodoDAO(stack).createOne(.sample("a")) } == .readOnly)
    }

    @Test(
        "in a read-only folder no database is made", .enabled(if: WriteProtection.isAvailable),
        arguments: ["todo.db", "new/todo.db"])
    func readOnlyFolder(name: String) async throws {
        let protection = try WriteProtection(folder.path)
        defer { protection.lift() }
        #expect(await errorCode { try LocalStack(.init(storage: .onDisk(path: folder.file(name)))) } == .readOnly)
    }

    @Test(
        "a database in a read-only folder, which cannot have a log, is read-only",
        .enabled(if: WriteProtection.isAvailable), arguments: [true, false])
    func readOnlyFolderWithFile(concurrent: Bool) async throws {
        let configuration = StackConfiguration(storage: .onDisk(path: folder.file()), allowsConcurrentReads: concurrent)
        try LocalStack(configuration).close()
        let protection = try WriteProtection(folder.path)
        defer { protection.lift() }
        #expect(await errorCode { try await TodoDAO(LocalStack(configuration)).createOne(.sample("a")) } == .readOnly)
    }

    @Test("a store that is closed fails, and does not crash", arguments: [StoreKind.pool, .serial, .inMemory])
    func closed(kind: StoreKind) async throws {
        let stack = try TestStore(kind).stack
        try stack.close()
        #expect(await errorCode { try await TodoDAO(stack).findMany() } == .storage)
        #expect(await errorCode { try await TodoDAO(stack).createOne(.sample("a")) } == .storage)
    }
}
