import Basics
import HTTPTypes
import TestSupport
import Testing
import TodoKit
import TodoLocal
import TodoNetwork

@Suite("Signing in while something else goes on")
struct SigningInTests {
    private let transport = HeldTransport()
    private let secret = SecretInMemory()
    private let test: TestStore
    private let store: TodoStore
    private let remote = RemoteConfiguration(url: "http://127.0.0.1:1", user: "ada", credentials: .kept)

    init() throws {
        test = try TestStore()
        store = TodoStore(test.stack, services: RemoteServices(transport: transport, secret: secret))
    }

    /// Another remote, or the same one in another way.
    private func successor(of remote: RemoteConfiguration, isOther: Bool) -> RemoteConfiguration {
        var next = remote
        if isOther { next.url = "http://127.0.0.1:2" } else { next.isAutomatic = true }
        return next
    }

    @Test(
        "a token is not kept for another remote that is set up before its own has answered", arguments: [true, false])
    func token(isOther: Bool) async throws {
        try await store.sync.setRemote(remote)
        let signingIn = Task { await errorCode { try await store.sync.signIn(token: "first") } }
        #expect(await eventually { transport.asked == 1 })
        let next = successor(of: remote, isOther: isOther)
        try await store.sync.setRemote(next)
        transport.answer()
        let code: TodoError.Code? = isOther ? .otherRemote : nil
        #expect(await signingIn.value == code)
        #expect(secret.read() == (isOther ? nil : Secret("first")))
        #expect(try await store.sync.remote == next)
    }

    @Test("nor is the sign-in of a user of Firebase", arguments: [true, false])
    func user(isOther: Bool) async throws {
        var remote = remote
        remote.user = ""
        remote.credentials = .firebase(apiKey: "key", identityURL: "https://identity.test")
        try await store.sync.setRemote(remote)
        let signingIn = Task {
            await errorCode { try await store.sync.signIn(email: "ada@example.org", password: "secret") }
        }
        #expect(await eventually { transport.asked == 1 })
        if isOther { try await store.sync.setRemote(successor(of: remote, isOther: true)) }
        transport.answer()
        let code: TodoError.Code? = isOther ? .otherRemote : nil
        #expect(await signingIn.value == code)
        #expect(secret.read() == (isOther ? nil : Secret("refresh")))
        #expect(try await store.sync.remote?.user == (isOther ? "" : "ada"))
    }

    @Test("a remote that is set up with its token has it")
    func withToken() async throws {
        transport.answer()
        try await store.sync.setRemote(remote, token: "first")
        #expect(secret.read() == Secret("first"))
    }

    @Test("automatic syncing goes on at once with what was signed in with")
    func syncing() async throws {
        let (answering, clock) = (HeldRemote(), HeldClock())
        let coordinator = SyncCoordinator(
            test.stack, remote: answering, services: RemoteServices(transport: transport, secret: secret), clock: clock)
        try await coordinator.setRemote(remote)
        await answering.answerAll()
        await coordinator.start()
        #expect(await eventually { await answering.asked == 1 && clock.lengths.contains(.seconds(1)) })
        transport.answer()
        try await coordinator.signIn(token: "first")
        #expect(await eventually { await answering.asked == 2 })
        await coordinator.stop()
    }
}

/// A transport that sends nothing and keeps its answers back until it may give them: those of a server that takes any token,
/// and of Firebase.
private struct HeldTransport: HTTPTransport {
    private let count = Locked(0)
    private let mayAnswer = Latch()

    /// How many requests were made.
    var asked: Int { count.withLock { $0 } }

    /// Lets all requests be answered.
    func answer() { mayAnswer.set() }

    func send(
        _ request: HTTPRequest, body: HTTPBody?, options: HTTPOptions
    ) async throws -> (HTTPResponse, HTTPResponseBody) {
        count.withLock { $0 += 1 }
        while !mayAnswer.isSet { try await Task.sleep(for: .milliseconds(2)) }
        let isSignIn = request.path?.contains("signInWithPassword") == true
        return (HTTPResponse(status: .ok), HTTPResponseBody(Array((isSignIn ? Self.session : Self.head).utf8)))
    }

    private static let head = #"""
        {"name":"projects/todo/databases/(default)/documents/users/ada/sync/head",\#
        "fields":{"seq":{"integerValue":"1"},"epoch":{"stringValue":"e"}},\#
        "createTime":"2026-11-21T10:00:00Z","updateTime":"2026-11-21T10:00:00Z"}
        """#

    /// Its token says `{"sub":"ada"}`.
    private static let session =
        #"{"idToken":"e30.eyJzdWIiOiJhZGEifQ.","refreshToken":"refresh","expiresIn":"3600"}"#
}
