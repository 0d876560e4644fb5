import FirestoreWire
import NIOConcurrencyHelpers
import TestSupport
import Testing
import TodoServer

@Suite("turnstiles")
struct TurnstileTests {
    /// Work that continues until told to end, and records that it began.
    private final class Work: Sendable {
        private let doors: NIOLockedValueBox<[String: CheckedContinuation<Void, Never>]> = .init([:])
        let begun = NIOLockedValueBox<[String]>([])

        func perform(_ name: String) async {
            await withCheckedContinuation { continuation in
                doors.withLockedValue { $0[name] = continuation }
                begun.withLockedValue { $0.append(name) }
            }
        }

        func end(_ name: String) { doors.withLockedValue { $0.removeValue(forKey: name) }?.resume() }
    }

    @Test("no more than so many of one user run, others pass them, and those who wait come in turn")
    func turns() async throws {
        let (turnstile, work) = (Turnstile(total: 3, perUser: 2, waitingPerUser: 10), Work())
        try await withThrowingTaskGroup(of: Void.self) { group in
            func start(_ user: String, _ number: Int, waiting: Int, running: Int) async {
                group.addTask { try await turnstile.withTurn(of: user) { await work.perform("\(user)\(number)") } }
                // One after the other, so that their order is known.
                #expect(await eventually { turnstile.waiting == waiting && turnstile.running == running })
            }
            func begun(_ names: String...) async {
                #expect(await eventually { work.begun.withLockedValue { $0 } == names })
            }
            await start("u", 1, waiting: 0, running: 1)
            await start("u", 2, waiting: 0, running: 2)
            await start("u", 3, waiting: 1, running: 2)
            await start("u", 4, waiting: 2, running: 2)
            await start("v", 1, waiting: 2, running: 3)
            await start("v", 2, waiting: 3, running: 3)
            await begun("u1", "u2", "v1")
            work.end("u1")
            await begun("u1", "u2", "v1", "u3")
            work.end("u2")
            await begun("u1", "u2", "v1", "u3", "v2")
            work.end("v1")
            await begun("u1", "u2", "v1", "u3", "v2", "u4")
            for name in ["u3", "v2", "u4"] { work.end(name) }
            try await group.waitForAll()
        }
        #expect(turnstile.running == 0 && turnstile.waiting == 0 && turnstile.peak == 3)
    }

    @Test("one too many of a user is refused at once, and another user waits nevertheless")
    func crowd() async throws {
        let (turnstile, work) = (Turnstile(total: 1, perUser: 1, waitingPerUser: 1), Work())
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (waiting, user) in ["u", "u", "v"].enumerated() {
                group.addTask { try await turnstile.withTurn(of: user) { if waiting == 0 { await work.perform("u") } } }
                #expect(await eventually { turnstile.waiting == waiting && turnstile.running == 1 })
            }
            let status = await #expect(throws: Status.self) { try await turnstile.withTurn(of: "u") {} }
            #expect(status?.code == .resourceExhausted && status?.retryDelay != nil)
            #expect(await eventually { work.begun.withLockedValue { $0 } == ["u"] })
            work.end("u")
            try await group.waitForAll()
        }
        #expect(turnstile.running == 0 && turnstile.peak == 1)
    }

    @Test("whoever is given up while waiting leaves, and takes no turn")
    func cancellation() async throws {
        let (turnstile, work) = (Turnstile(total: 1, perUser: 1, waitingPerUser: 9), Work())
        let first = Task { try await turnstile.withTurn(of: "u") { await work.perform("first") } }
        #expect(await eventually { work.begun.withLockedValue { $0 } == ["first"] })
        let second = Task { try await turnstile.withTurn(of: "u") { await work.perform("second") } }
        #expect(await eventually { turnstile.waiting == 1 })
        second.cancel()
        await #expect(throws: CancellationError.self) { try await second.value }
        #expect(turnstile.waiting == 0)
        work.end("first")
        try await first.value
        #expect(turnstile.running == 0)
        #expect(work.begun.withLockedValue { $0 } == ["first"])
        try await turnstile.withTurn(of: "u") {}
    }
}
