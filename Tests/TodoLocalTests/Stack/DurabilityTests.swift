import Basics
import GRDB
import TestSupport
import Testing
import TodoDomain
import TodoLocal

/// When the connection that writes waits for the disk, as `PRAGMA synchronous` answers: 2 is at each commit (FULL), 1 is
/// at checkpoints (NORMAL), which GRDB's pool sets by itself, and 0 is never (OFF).
@Suite("Durability of a stack")
struct DurabilityTests {
    private func synchronous(_ stack: LocalStack) throws -> Int? {
        try stack.database.writeWithoutTransaction { try Int.fetchOne($0, sql: "PRAGMA synchronous") }
    }

    @Test("an edit waits for the disk, in a new file and in one that is there", arguments: [true, false])
    func edits(concurrent: Bool) async throws {
        let folder = try TemporaryFolder()
        for _ in 0..<2 {
            let stack = try LocalStack(
                .init(storage: .onDisk(path: folder.file()), allowsConcurrentReads: concurrent))
            #expect((stack.database is DatabasePool) == concurrent)
            #expect(try synchronous(stack) == 2)
            try await TodoDAO(stack).createOne(.sample("a"))
            #expect(try synchronous(stack) == 2)
            try stack.close()
        }
    }

    @Test("a write that may be lost does not wait, and the next edit does", arguments: [true, false])
    func writeWithoutWaiting(concurrent: Bool) async throws {
        let folder = try TemporaryFolder()
        let stack = try LocalStack(.init(storage: .onDisk(path: folder.file()), allowsConcurrentReads: concurrent))
        let meanwhile = Locked<Int?>(nil)
        try await stack.writeWithoutWaiting { transaction in
            let value = try Int.fetchOne(transaction.reading.database, sql: "PRAGMA synchronous")
            meanwhile.withLock { $0 = value }
        }
        #expect(meanwhile.withLock { $0 } == 1)
        #expect(try synchronous(stack) == 2)
        try stack.close()
    }

    @Test("only a simulation, whose machine never loses power, does not wait", arguments: [true, false])
    func simulation(concurrent: Bool) throws {
        let folder = try TemporaryFolder()
        var configuration = StackConfiguration(
            storage: .onDisk(path: folder.file()), allowsConcurrentReads: concurrent)
        configuration.isDurable = false
        let stack = try LocalStack(configuration)
        #expect(try synchronous(stack) == 0)
        try stack.close()
    }

    @Test("whether the last edit was committed is known, so that what fails after it is not taken for its failure")
    func lastEdit() async throws {
        let folder = try TemporaryFolder()
        let stack = try LocalStack(.init(storage: .onDisk(path: folder.file())))
        #expect(!stack.isLastEditKept)
        let todo = try await TodoDAO(stack).createOne(.sample("a"))
        #expect(stack.isLastEditKept)
        await #expect(throws: TodoError.self) { try await TodoDAO(stack).find(.init(stored: "none")) }
        #expect(stack.isLastEditKept)
        await #expect(throws: TodoError.self) { try await TodoDAO(stack).deleteOne(.init(stored: "none")) }
        #expect(!stack.isLastEditKept)
        try await TodoDAO(stack).deleteOne(todo.id)
        #expect(stack.isLastEditKept)
        let error = TodoError(.storage, "The disk failed.", effect: .applied)
        #expect(error.message.contains("The change was made"))
        try stack.close()
    }
}
