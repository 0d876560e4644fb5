import Testing
import TodoKit
import TodoKitTesting
import TodoSync

@Suite("A remote in memory")
struct FakeRemoteTests {
    private let remote = FakeRemote()

    private func titles(_ store: TodoStore) async throws -> [String] {
        try await store.todos.fetch(.all.ascending(\.title), source: .local).items.map(\.title)
    }

    @Test("stores that share it have the same to-dos")
    func shared() async throws {
        let (laptop, phone) = (try TodoStore.testing(remote), try TodoStore.testing(remote))
        try await laptop.add("Buy milk")
        try await phone.add("Call Bob")
        try await laptop.sync.sync()
        try await phone.sync.sync()
        try await laptop.sync.sync()
        #expect(try await titles(laptop) == ["Buy milk", "Call Bob"])
        #expect(try await titles(phone) == ["Buy milk", "Call Bob"])
        #expect(remote.contents.documents.keys.filter { $0.kind == .todo }.count == 2)
    }

    @Test("a failure that the test asks for comes once, and nothing is lost")
    func failure() async throws {
        let store = try TodoStore.testing(remote)
        try await store.add("Buy milk")
        remote.fail(.unauthenticated)
        await #expect(throws: TodoError.self) { try await store.sync.sync() }
        #expect(remote.contents.documents.isEmpty)
        try await store.sync.sync()
        #expect(remote.contents.documents.isEmpty == false)
        remote.isOffline = true
        let requests = remote.requests
        await #expect(throws: TodoError.self) { try await store.sync.sync() }
        #expect(remote.requests > requests)
    }

    @Test("a commit whose answer is lost has happened, and is not made twice")
    func lostAnswer() async throws {
        let store = try TodoStore.testing(remote)
        try await store.sync.sync()
        try await store.add("Buy milk")
        let before = remote.contents.documents.count
        remote.fail(.lostRace, times: 0)
        remote.loseAnswers(3)
        _ = try? await store.sync.sync()
        remote.loseAnswers(0)
        try await store.sync.sync()
        #expect(remote.contents.documents.keys.filter { $0.kind == .todo }.count == 1)
        #expect(remote.contents.documents.count == before + 1)
    }

    @Test("one whose contents are set back is a restored server: what it lost comes back from the devices")
    func restored() async throws {
        let store = try TodoStore.testing(remote)
        try await store.add("Buy milk")
        try await store.sync.sync()
        let backup = remote.contents
        try await store.add("Call Bob")
        try await store.sync.sync()
        remote.contents = backup
        try await store.sync.sync()
        let other = try TodoStore.testing(remote)
        try await other.sync.sync()
        #expect(try await titles(other) == ["Buy milk", "Call Bob"])
    }

    #if Server
        @Test("a server in the process does as a remote, and leaves nothing behind")
        func server() async throws {
            let server = try await InProcessServer()
            let (laptop, phone) = (try TodoStore.testing(), try TodoStore.testing())
            for store in [laptop, phone] { try await store.sync.setRemote(server.remote(of: "ada")) }
            try await laptop.add("Buy milk")
            try await laptop.sync.sync()
            try await phone.sync.sync()
            #expect(try await titles(phone) == ["Buy milk"])
            await server.stop()
            await #expect(throws: TodoError.self) { try await phone.sync.sync() }
        }
    #endif
}
