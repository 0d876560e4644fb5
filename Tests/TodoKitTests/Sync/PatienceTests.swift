import TestSupport
import Testing
import TodoKit

/// A remote that takes questions and never answers, and how long each source waits for it.
@Suite("Reading beside a remote that is silent")
struct PatienceTests {
    private let remote = HeldRemote()
    private let test: TestStore
    private let store: TodoStore

    init() async throws {
        test = try TestStore()
        store = TodoStore(test.stack, syncingWith: remote)
        try await store.sync.setRemote(
            RemoteConfiguration(url: "http://127.0.0.1:1", user: "ada", credentials: .emulator))
        try await store.add("Buy milk")
    }

    private func titles(_ source: DataSource, patience: Duration) async throws -> [String] {
        try await store.todos.fetch(.all, source: source, patience: patience).items.map(\.title)
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
        #expect(try await titles(.afterFirstPull, patience: .milliseconds(10)) == ["Buy milk"])
        #expect(await errorCode { try await titles(.remote, patience: .milliseconds(10)) } == .unreachable)
        #expect(await remote.cancelled == 0, "the sync goes on")
        sync.cancel()
        _ = await sync.result
    }

    @Test("whoever asks for the first pull waits as long as there is patience, and has what is here then")
    func firstPull() async throws {
        #expect(try await titles(.afterFirstPull, patience: .milliseconds(10)) == ["Buy milk"])
        #expect(await eventually { await remote.asked == 1 })
        #expect(await remote.cancelled == 0, "it goes on")
        let patient = Task { try await titles(.afterFirstPull, patience: .seconds(3600)) }
        await remote.answerAll()
        #expect(try await patient.value == ["Buy milk"], "refused, it is over")
    }

    @Test("whoever asks for the remote waits as long as there is patience, and is refused then")
    func remoteSource() async throws {
        #expect(await errorCode { try await titles(.remote, patience: .milliseconds(200)) } == .unreachable)
        let asked = await remote.asked
        #expect(await remote.cancelled == asked, "a pull that nobody waits for any more has ended")
        let waiting = Task { try await titles(.remote, patience: .seconds(3600)) }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
    }
}
