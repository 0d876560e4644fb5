import TestSupport
import Testing
import TodoDomain
import TodoKit

/// A remote that accepts requests and never answers, and how long each source waits for it.
@Suite("Reading beside a remote that is silent")
struct PatienceTests {
    private let remote = HeldRemote()
    private let clock = HeldClock()
    private let test: TestStore
    private let store: TodoStore

    init() async throws {
        test = try TestStore()
        store = TodoStore(test.stack, syncingWith: remote, clock: clock)
        try await store.sync.setRemote(
            RemoteConfiguration(url: "http://127.0.0.1:1", user: "ada", credentials: .emulator))
        try await store.add("Buy milk")
    }

    private func titles(_ source: DataSource, patience: Duration = .seconds(3600)) async throws -> [String] {
        try await store.todos.fetch(.all, source: source, patience: patience).items.map(\.title)
    }

    /// The same for a source whose patience ends once the remote was asked.
    private func impatientTitles(_ source: DataSource, asked: Int = 1) async throws -> [String] {
        async let titles = titles(source, patience: .seconds(7))
        #expect(await eventually { await remote.asked == asked })
        await clock.pass(.seconds(7))
        return try await titles
    }

    @Test("what is here is the answer, at once, and a first pull begins that nobody waits for")
    func atOnce() async throws {
        #expect(try await store.todos.fetch(.all).items.map(\.title) == ["Buy milk"])
        #expect(await eventually { await remote.asked == 1 })
        for _ in 1...3 { #expect(try await store.todos.fetch(.all).items.count == 1) }
        #expect(await remote.asked == 1, "one pull for all of them")
        #expect(await remote.cancelled == 0)
        try await store.sync.setRemote(nil)
    }

    @Test("also beside a sync that is going on")
    func besideSync() async throws {
        let sync = Task { try await store.sync.sync() }
        #expect(await eventually { await remote.asked == 1 })
        #expect(try await store.todos.fetch(.all).items.count == 1)
        #expect(try await impatientTitles(.afterFirstPull) == ["Buy milk"])
        #expect(await errorCode { try await impatientTitles(.remote) } == .unreachable)
        #expect(await remote.cancelled == 0, "the sync goes on")
        sync.cancel()
        _ = await sync.result
    }

    @Test("whoever asks for the first pull waits as long as there is patience, and has what is here then")
    func firstPull() async throws {
        #expect(try await impatientTitles(.afterFirstPull) == ["Buy milk"])
        #expect(await remote.cancelled == 0, "it goes on")
        let patient = Task { try await titles(.afterFirstPull) }
        await remote.answerAll()
        #expect(try await patient.value == ["Buy milk"], "refused, it is over")
    }

    @Test("a remote that refuses the connection is told as that, and not as too slow")
    func refusedConnection() async throws {
        let store = try TodoStore(.init(storage: .inMemory, isSyncEnabled: true))
        try await store.sync.setRemote(
            RemoteConfiguration(url: "http://127.0.0.1:1", user: "ada", credentials: .emulator))
        let error = await #expect(throws: TodoError.self) {
            try await store.todos.fetch(.all, source: .remote, patience: .seconds(8))
        }
        #expect(error?.code == .unreachable && error?.message.contains("has not sent") == false, "\(error as Any)")
    }

    @Test("whoever asks for the remote waits as long as there is patience, and is refused then")
    func remoteSource() async throws {
        #expect(await errorCode { try await impatientTitles(.remote) } == .unreachable)
        #expect(await remote.cancelled == 1, "a pull that nobody waits for any more has ended")
        let waiting = Task { try await titles(.remote) }
        #expect(await eventually { await remote.asked == 2 })
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
    }
}
