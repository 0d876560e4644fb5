import Foundation
import TestSupport
import Testing
import TodoDomain
import TodoLocal
import TodoMaintenance

/// Writes that the machine refuses: each has its own error, and nothing is changed.
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
        "on a disk that has no byte left what was there can be read, and a write says what is missing",
        .enabled(if: Mount.isPossible), arguments: [true, false])
    func readingOnFullDisk(concurrent: Bool) async throws {
        let mount = try Mount(size: "2m", at: URL(filePath: folder.file("disk")))
        defer { mount.detach() }
        let configuration = StackConfiguration(
            storage: .onDisk(path: mount.path + "/todo.db"), allowsConcurrentReads: concurrent)
        let first = try LocalStack(configuration)
        try await TodoDAO(first).createMany((0..<20).map { .sample("t\($0)") })
        try first.close()
        let rest = try mount.fill()
        for _ in 0..<2 {
            let stack = try LocalStack(configuration)
            #expect(try await TodoDAO(stack).findMany(search: "milk").items.count == 20)
            #expect(await errorCode { try await TodoDAO(stack).createOne(.sample("new", notes: long)) } == .diskFull)
            #expect(try await TodoDAO(stack).count() == 20)
            try expectReadable(stack)
            try stack.close()
        }
        let diagnosis = try Doctor(path: mount.path + "/todo.db", environment: .testing()).examine()
        #expect(diagnosis.checks.flatMap(\.findings).map(\.code).contains("low-space"))

        let full = try LocalStack(configuration)
        try FileManager.default.removeItem(atPath: rest)
        try await TodoDAO(full).createOne(.sample("new", notes: long))
        try full.close()
        #expect(try await TodoDAO(LocalStack(configuration)).count() == 21)
    }

    @Test(
        "there it is observed too, and so is what is written once there is room", .enabled(if: Mount.isPossible),
        arguments: [true, false])
    func observingOnFullDisk(concurrent: Bool) async throws {
        let mount = try Mount(size: "2m", at: URL(filePath: folder.file("disk")))
        defer { mount.detach() }
        let configuration = StackConfiguration(
            storage: .onDisk(path: mount.path + "/todo.db"), allowsConcurrentReads: concurrent)
        let first = try LocalStack(configuration)
        try await TodoDAO(first).createOne(.sample("a"))
        try first.close()
        let rest = try mount.fill()
        let stack = try LocalStack(configuration)
        var counts = stack.store(for: TodoMapping()).observeCount().makeAsyncIterator()
        #expect(try await counts.next() == 1)
        try FileManager.default.removeItem(atPath: rest)
        try await TodoDAO(stack).createOne(.sample("b"))
        #expect(try await counts.next() == 2)
        try stack.close()
    }

    @Test(
        "what a killed program left in its log can be read there", .enabled(if: Mount.isPossible),
        arguments: [true, false])
    func readingLogOnFullDisk(concurrent: Bool) async throws {
        let mount = try Mount(size: "2m", at: URL(filePath: folder.file("disk")))
        defer { mount.detach() }
        let killed = try LocalStack(.init(storage: .onDisk(path: folder.file())))
        try await TodoDAO(killed).createOne(.sample("in the log"))
        let path = mount.path + "/todo.db"
        for suffix in ["", "-wal"] {
            try FileManager.default.copyItem(atPath: folder.file() + suffix, toPath: path + suffix)
        }
        _ = try mount.fill()
        let stack = try LocalStack(.init(storage: .onDisk(path: path), allowsConcurrentReads: concurrent))
        #expect(try await TodoDAO(stack).count() == 1)
        #expect(await errorCode { try await TodoDAO(stack).createOne(.sample("new", notes: long)) } == .diskFull)
        try expectReadable(stack)
    }

    private let long = String(repeating: "long ", count: 10_000)

    private func expectReadable(_ stack: LocalStack) throws {
        #expect(try stack.rows("PRAGMA integrity_check") == ["ok"])
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
        let store = try TestStore(kind)
        let stack = store.stack
        // Its folder is there as long as the store.
        defer { withExtendedLifetime(store) {} }
        try stack.close()
        #expect(await errorCode { try await TodoDAO(stack).findMany() } == .storage)
        #expect(await errorCode { try await TodoDAO(stack).createOne(.sample("a")) } == .storage)
    }
}
