import Basics
import Foundation
import HTTPTypes
import TestSupport
import Testing
import TodoKit
import TodoLocal
import TodoNetwork

@Suite("What an app gives a store to reach its remote with")
struct RemoteServicesTests {
    private let transport = RefusingTransport()
    private let secret = SecretInMemory()
    private let folder: TemporaryFolder
    private let remote = RemoteConfiguration(url: "http://127.0.0.1:1", user: "ada", credentials: .kept)

    init() throws { folder = try TemporaryFolder() }

    private func store(_ credentials: (any CredentialProvider)? = nil) throws -> TodoStore {
        try TodoStore(
            .init(storage: .onDisk(path: folder.file())),
            services: RemoteServices(transport: transport, secret: secret, credentials: credentials))
    }

    @Test("requests go through its transport, with the token from its place")
    func used() async throws {
        secret.write(Secret("abc"))
        let store = try store()
        try await store.sync.setRemote(remote)
        #expect(await errorCode { try await store.sync.sync() } == .notAuthorised)
        let sent = transport.requests.withLock { $0 }
        #expect(!sent.isEmpty)
        #expect(sent.allSatisfy { $0.headerFields[.authorization] == "Bearer abc" && $0.authority == "127.0.0.1:1" })
    }

    @Test("a store that is opened from a backup has them too")
    func restored() async throws {
        secret.write(Secret("abc"))
        try await store().backUp(to: folder.file("backup.db"))
        let (store, _) = try await TodoStore.opening(
            .init(storage: .onDisk(path: folder.file("restored.db"))),
            services: RemoteServices(transport: transport, secret: secret), restoring: folder.file("backup.db"))
        try await store.sync.setRemote(remote)
        #expect(await errorCode { try await store.sync.sync() } == .notAuthorised)
        #expect(transport.requests.withLock { $0.first?.headerFields[.authorization] } == "Bearer abc")
    }

    @Test("requests have the token that the app gives, whatever is kept, and a refused one is asked for again")
    func ownCredentials() async throws {
        secret.write(Secret("kept"))
        let own = CountingCredentials()
        let store = try store(own)
        try await store.sync.setRemote(remote)
        #expect(await errorCode { try await store.sync.sync() } == .notAuthorised)
        let sent = transport.requests.withLock { $0 }.map { $0.headerFields[.authorization] }
        #expect(sent.first == "Bearer app0" && sent.dropFirst().first == "Bearer app1", "\(sent)")
        #expect(secret.read() == Secret("kept"))
    }

    @Test("an app that signs in by itself needs no place for a token, and is not signed in otherwise")
    func signsInByItself() async throws {
        let store = try TodoStore(
            .init(storage: .inMemory, isSyncEnabled: true),
            services: RemoteServices(transport: transport, credentials: CountingCredentials()))
        try await store.sync.setRemote(remote)
        #expect(await errorCode { try await store.sync.signIn(token: "other") } == .usage)
        #expect(await errorCode { try await store.sync.signIn(email: "ada@example.org", password: "x") } == .usage)
        #expect(transport.requests.withLock { $0.isEmpty }, "nobody is asked")
    }

    @Test("a token that the remote refuses is not stored")
    func refusedToken() async throws {
        secret.write(Secret("abc"))
        let store = try store()
        try await store.sync.setRemote(remote)
        #expect(await errorCode { try await store.sync.signIn(token: "other") } == .notAuthorised)
        #expect(transport.requests.withLock { $0.first?.headerFields[.authorization] } == "Bearer other")
        #expect(secret.read() == Secret("abc"))
    }

    @Test("a remote that refuses its token is not set up, and the one before stays with its token")
    func refusedRemote() async throws {
        secret.write(Secret("abc"))
        let store = try store()
        try await store.sync.setRemote(remote)
        var other = remote
        other.url = "http://127.0.0.1:2"
        #expect(await errorCode { try await store.sync.setRemote(other, token: "other") } == .notAuthorised)
        let sent = transport.requests.withLock { $0 }
        #expect(sent.first?.authority == "127.0.0.1:2")
        #expect(sent.allSatisfy { $0.headerFields[.authorization] == "Bearer other" })
        #expect(try await store.sync.remote == remote)
        #expect(secret.read() == Secret("abc"))
        other.credentials = .emulator
        #expect(await errorCode { try await store.sync.setRemote(other, token: "other") } == .usage)
    }

    @Test("its place is empty once the remote is gone")
    func removed() async throws {
        secret.write(Secret("abc"))
        let store = try store()
        try await store.sync.setRemote(remote)
        try await store.sync.setRemote(nil)
        #expect(secret.read() == nil)
    }

    @Test("a file of authorities that its transport would not read is refused")
    func authorities() async throws {
        let store = try store()
        var remote = remote
        remote.certificateAuthorityFile = "/etc/ssl/own.pem"
        #expect(await errorCode { try await store.sync.setRemote(remote) } == .badConfiguration)
    }

    @Test("a reminder that is cancelled on its way is no server that cannot be reached")
    func cancelledReminder() async throws {
        struct Cancelled: HTTPTransport {
            func send(
                _ request: HTTPRequest, body: HTTPBody?, options: HTTPOptions
            ) async throws -> (HTTPResponse, HTTPResponseBody) { throw CancellationError() }
        }
        let push = try ReminderPush(
            url: "https://ntfy.example.org/my-topic", services: RemoteServices(transport: Cancelled()))
        await #expect(throws: CancellationError.self) { try await push.send(title: "Call", message: "now", id: "1") }
    }
}

/// A transport that sends nothing, and answers as a server does to whom the token says nothing.
private struct RefusingTransport: HTTPTransport {
    let requests = Locked<[HTTPRequest]>([])

    func send(
        _ request: HTTPRequest, body: HTTPBody?, options: HTTPOptions
    ) async throws -> (HTTPResponse, HTTPResponseBody) {
        requests.withLock { $0.append(request) }
        let text = #"{"error":{"code":401,"message":"no","status":"UNAUTHENTICATED"}}"#
        return (HTTPResponse(status: .unauthorized), HTTPResponseBody(Array(text.utf8)))
    }
}

/// A place for one secret, as an app may have.
struct SecretInMemory: SecretStore {
    private let kept = Locked<Secret?>(nil)

    var place: String { "memory" }
    func read() -> Secret? { kept.withLock { $0 } }
    func write(_ secret: Secret) { kept.withLock { $0 = secret } }
    func remove() { kept.withLock { $0 = nil } }
}

/// Gives another token for each that is refused.
private struct CountingCredentials: CredentialProvider {
    private let count = Locked(0)

    func token(at now: Date, replacing refused: BearerToken?) throws -> BearerToken? {
        let number = count.withLock { count in
            if refused != nil { count += 1 }
            return count
        }
        return try BearerToken("app\(number)")
    }
}
