import Foundation
import TestSupport
import Testing
import TodoDomain
import TodoKit
import TodoLocal

@Suite("What a device keeps to prove who it is")
struct KeptSecretTests {
    private let test: TestStore
    private let remote = RemoteConfiguration(url: "http://127.0.0.1:1", user: "ada", credentials: .kept)

    init() async throws {
        test = try TestStore(.pool)
        try await test.store.sync.setRemote(remote)
        let path = try #require(test.stack.path) + ".credentials"
        let attributes = [FileAttributeKey.posixPermissions: 0o600]
        try #require(
            FileManager.default.createFile(atPath: path, contents: Data("secret".utf8), attributes: attributes))
    }

    private var isKept: Bool {
        get throws { FileManager.default.fileExists(atPath: try #require(test.stack.path) + ".credentials") }
    }

    @Test("stays where the same person is spoken to in another way")
    func stays() async throws {
        #expect(try isKept)
        var again = remote
        again.isAutomatic = true
        again.database = "other"
        try await test.store.sync.setRemote(again)
        #expect(try isKept)
    }

    @Test("is not shown to another server, user or sign-in", arguments: ["url", "project", "user", "credentials"])
    func goes(what: String) async throws {
        var other = remote
        switch what {
        case "url": other.url = "http://127.0.0.1:2"
        case "project": other.project = "other"
        case "user": other.user = "bob"
        default: other.credentials = .firebase(apiKey: "key")
        }
        try await test.store.sync.setRemote(other)
        #expect(try !isKept)
    }

    @Test(
        "stays where the same address is written in another way, and so do the to-dos",
        arguments: [
            ("http://127.0.0.1:1", "http://127.0.0.1:1/"), ("http://127.0.0.1:1", "HTTP://127.0.0.1:1"),
            ("https://todo.example.org", "https://Todo.Example.org:443/"),
            ("http://localhost:80/space/", "http://localhost/space"),
        ])
    func spelling(first: String, second: String) async throws {
        var (one, other) = (remote, remote)
        one.url = first
        other.url = second
        try await test.store.sync.setRemote(one, merging: true)
        let path = try #require(test.stack.path) + ".credentials"
        try Data("secret".utf8).write(to: URL(filePath: path))
        try await haveMet()
        try await test.store.sync.setRemote(other)
        #expect(try isKept)
        #expect(try await ReplicationDAO(test.stack).syncState().generation == "e")
        #expect(try await test.store.sync.remote?.url == second)
    }

    @Test("stays where another token cannot be tried")
    func failedSignIn() async throws {
        #expect(await errorCode { try await test.store.sync.signIn(token: "other") } == .unreachable)
        let path = try #require(test.stack.path) + ".credentials"
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "secret")
    }

    @Test("goes with the remote")
    func removed() async throws {
        try await test.store.sync.setRemote(nil)
        #expect(try !isKept)
    }

    @Test("stays where another remote is refused")
    func refused() async throws {
        try await haveMet()
        // In a path, the case of letters counts.
        for url in ["http://127.0.0.1:2", "https://127.0.0.1:1", "http://127.0.0.1:1/Space"] {
            var other = remote
            other.url = url
            let error = try await #require(throws: TodoError.self) { try await test.store.sync.setRemote(other) }
            #expect(error.code == .otherRemote && error.message.contains("http://127.0.0.1:1, user ada."))
            #expect(error.remedies.map(\.name) == ["go-on-there", "merge-remotes"])
            #expect(try isKept)
        }
    }

    /// Does as if the remote had been synced with.
    private func haveMet() async throws {
        var state = SyncState()
        state.generation = "e"
        try await ReplicationDAO(test.stack).save(state)
    }
}
