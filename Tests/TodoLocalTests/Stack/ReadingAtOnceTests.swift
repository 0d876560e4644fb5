import Basics
import GRDB
import TestSupport
import Testing
import TodoDomain
import TodoLocal

/// Pages are read on the thread of the asking task; that task can still be cancelled.
@Suite("Reading at once")
struct ReadingAtOnceTests {
    @Test("a statement that runs ends when its task is cancelled, and the connection serves the next read")
    func cancelled() async throws {
        let store = try TestStore(.pool)
        try await store.todos.createMany([.sample("Buy milk")])
        let isRunning = Latch()
        let reading = Task { [stack = store.stack] in
            try await stack.readAtOnce { transaction in
                let begin = DatabaseFunction("begin", argumentCount: 0) { _ in
                    isRunning.set()
                    return 1
                }
                transaction.database.add(function: begin)
                defer { transaction.database.remove(function: begin) }
                let endless = """
                    WITH RECURSIVE n(x) AS (SELECT begin() UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n
                    """
                return try Int.fetchOne(transaction.database, sql: endless)
            }
        }
        #expect(await eventually { isRunning.isSet })
        reading.cancel()
        await #expect(throws: CancellationError.self) { try await reading.value }
        #expect(try await store.todos.findMany(.all.page(0, size: 5)).items.map(\.title) == ["Buy milk"])
    }

    @Test("a task that is cancelled before reads nothing")
    func cancelledBefore() async throws {
        let store = try TestStore(.pool)
        let reading = Task { [stack = store.stack] in
            withUnsafeCurrentTask { $0?.cancel() }
            return try await stack.readAtOnce { try Int.fetchOne($0.database, sql: "SELECT 1") }
        }
        await #expect(throws: CancellationError.self) { try await reading.value }
    }

    @Test(
        "one that is cancelled while it waits for its turn leaves at once, and the others keep their order",
        .timeLimit(.minutes(5)))
    func cancelledInTurn() async throws {
        let turns = Turns(1)
        let (isHeld, goesOn) = (Latch(), Latch())
        let first = Task {
            try await turns.withTurn {
                isHeld.set()
                while !goesOn.isSet { try await Task.sleep(for: .milliseconds(2)) }
            }
        }
        #expect(await eventually { isHeld.isSet })
        let order = Locked<[Int]>([])
        var waiting: [Task<Void, any Error>] = []
        for number in 1...5 {
            waiting.append(Task { try await turns.withTurn { order.withLock { $0.append(number) } } })
            #expect(await eventually { turns.waiting == number })
        }
        for number in [2, 4] { waiting[number - 1].cancel() }
        #expect(await eventually { turns.waiting == 3 })
        await #expect(throws: CancellationError.self) { try await waiting[1].value }
        goesOn.set()
        try await first.value
        for number in [1, 3, 5] { try await waiting[number - 1].value }
        #expect(order.withLock(\.self) == [1, 3, 5])
        #expect(turns.waiting == 0)
    }

    @Test("text is read whole, whatever characters it holds", arguments: ["two\nlines", "𝄞 Crème\u{301}", ""])
    func text(notes: String) async throws {
        let store = try TestStore(.pool)
        let todo = Todo.sample("Sing", notes: notes)
        try await store.todos.createMany([todo])
        #expect(try await store.todos.find(todo.id).notes == notes)
    }

    /// With more reads at a time than connections, the threads of tasks waited for connections whose tasks waited for threads.
    @Test("many tasks that read at once and otherwise all come to an end", .timeLimit(.minutes(10)))
    func many() async throws {
        let store = try TestStore(.pool)
        try await store.todos.createMany([.sample("Buy milk")])
        let counts = try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<200 {
                group.addTask { [stack = store.stack] in
                    switch number % 3 {
                    case 0: return try await stack.readAtOnce(Self.count)
                    case 1: return try await stack.read(Self.count)
                    default: return try await stack.readSparingly(Self.count)
                    }
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(counts == Array(repeating: 1, count: 200))
    }

    @Sendable
    private static func count(_ transaction: ReadTransaction) throws -> Int {
        try Int.fetchOne(transaction.database, sql: "SELECT count(*) FROM todo") ?? 0
    }
}
