import FirestoreWire
import Foundation
import HTTPTypes
import TestSupport
import Testing
import TodoNetwork

@Suite("Firebase accounts")
struct FirebaseCredentialsTests {
    private let folder: TemporaryFolder
    private var file: String { folder.file("refresh-token") }

    init() throws { folder = try TemporaryFolder() }

    private func credentials(_ transport: any HTTPTransport) -> FirebaseCredentials {
        FirebaseCredentials(
            accounts: FirebaseAccounts(
                apiKey: Secret("secret key"), identityURL: "https://identity.test", tokenURL: "https://token.test/x"),
            refreshTokenFile: file, transport: transport)
    }

    private func session(_ number: Int, refresh: String = "refresh", lifetime: Int = 3600) -> String {
        #"{"id_token":"id-\#(number)","refresh_token":"\#(refresh)","expires_in":"\#(lifetime)"}"#
    }

    private func keep(_ token: String) throws {
        let isMade = FileManager.default.createFile(
            atPath: file, contents: Data(token.utf8), attributes: [.posixPermissions: 0o600])
        try #require(isMade)
    }

    @Test("who signs in is kept signed in by the refresh token, in a file for their eyes alone")
    func signIn() async throws {
        let transport = StubTransport((.ok, #"{"idToken":"id-1","refreshToken":"secret-refresh","expiresIn":"3600"}"#))
        let credentials = credentials(transport)
        try await credentials.signIn(email: "a@b.c", password: Secret("secret-password"), at: ManualClock().now)
        let (request, body) = try #require(transport.requests.all.first)
        #expect(request.authority == "identity.test")
        #expect(request.path == "/v1/accounts:signInWithPassword?key=secret%20key")
        #expect(body == #"{"email":"a@b.c","password":"secret-password","returnSecureToken":true}"#)
        #expect(contents(of: file) == Data("secret-refresh".utf8))
        #expect(try permissions(of: file) == 0o600)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["refresh-token"])
        let token = try await credentials.token(at: ManualClock().now, replacing: nil)
        #expect(token == (try BearerToken("id-1", expiresAt: ManualClock().now.addingTimeInterval(3600))))
        #expect(transport.requests.all.count == 1)
        try await credentials.signOut()
        #expect(contents(of: file) == nil)
        await #expect(throws: CredentialError(.notSignedIn)) {
            try await credentials.token(at: ManualClock().now, replacing: nil)
        }
    }

    @Test("a token is replaced a minute before its end, and a new refresh token is kept")
    func expiry() async throws {
        try keep("first\n")
        let clock = ManualClock()
        let transport = StubTransport((.ok, session(1, refresh: "second")), (.ok, session(2, refresh: "second")))
        let credentials = credentials(transport)
        let first = try await credentials.token(at: clock.now, replacing: nil)
        #expect(contents(of: file) == Data("second".utf8))
        #expect(transport.requests.all.first?.request.path == "/x/v1/token?key=secret%20key")
        #expect(transport.requests.all.first?.body == #"{"grant_type":"refresh_token","refresh_token":"first"}"#)
        clock.advance(by: 3539)
        #expect(try await credentials.token(at: clock.now, replacing: nil) == first)
        clock.advance(by: 1)
        #expect(try await credentials.token(at: clock.now, replacing: nil) == (try token(2, clock.now)))
        #expect(transport.requests.all.count == 2)
    }

    private func token(_ number: Int, _ now: Date) throws -> BearerToken {
        try BearerToken("id-\(number)", expiresAt: now.addingTimeInterval(3600))
    }

    @Test("fifty who wait share one refresh, and one who leaves does not disturb the others")
    func singleFlight() async throws {
        try keep("refresh")
        let (gate, open) = AsyncStream.makeStream(of: Void.self)
        let answer = session(1)
        let transport = StubTransport { _, _ in
            for await _ in gate {}
            return (HTTPResponse(status: .ok), answer)
        }
        let credentials = credentials(transport)
        let now = ManualClock().now
        let tasks = (0..<50).map { _ in Task { try await credentials.token(at: now, replacing: nil) } }
        #expect(await eventually { transport.requests.all.count == 1 })
        tasks[0].cancel()
        tasks[17].cancel()
        // A cancelled caller does not wait for the answer.
        await #expect(throws: CancellationError.self) { try await tasks[0].value }
        await #expect(throws: CancellationError.self) { try await tasks[17].value }
        open.finish()
        for (index, task) in tasks.enumerated() where index != 0 && index != 17 {
            #expect(try await task.value == (try token(1, now)))
        }
        #expect(transport.requests.all.count == 1)
    }

    @Test("fifty refused requests share one refresh, as each names the token that was refused")
    func refusedTogether() async throws {
        try keep("refresh")
        let now = ManualClock().now
        let transport = StubTransport((.ok, session(1)), (.ok, session(2)), (.ok, session(3)))
        let credentials = credentials(transport)
        let first = try await credentials.token(at: now, replacing: nil)
        try await withThrowingTaskGroup(of: BearerToken?.self) { group in
            for _ in 0..<50 { group.addTask { try await credentials.token(at: now, replacing: first) } }
            for try await token in group { #expect(token == (try self.token(2, now))) }
        }
        #expect(transport.requests.all.count == 2)
    }

    @Test(
        "what the sign-in server answers is told apart",
        arguments: [
            (400, #"{"error":{"message":"TOKEN_EXPIRED"}}"#, CredentialError.Code.signInAgain),
            (400, #"{"error":{"message":"INVALID_REFRESH_TOKEN"}}"#, .signInAgain),
            (400, #"{"error":{"message":"API key not valid."}}"#, .invalidKey),
            (403, #"{"error":{"message":"blocked"}}"#, .invalidKey),
            (400, #"{"error":{"message":"TOO_MANY_ATTEMPTS_TRY_LATER"}}"#, .unavailable),
            (400, "<html>", .unavailable), (403, "<html>", .unavailable), (503, "", .unavailable),
            (200, "<html>", .unavailable), (200, "{}", .unavailable), (200, "", .unavailable),
        ])
    func refused(status: Int, body: String, code: CredentialError.Code) async throws {
        try keep("secret-refresh")
        let credentials = credentials(StubTransport((.init(code: status), body)))
        let error = try await #require(throws: CredentialError.self) {
            try await credentials.token(at: ManualClock().now, replacing: nil)
        }
        #expect(error.code == code)
        #expect(!"\(error)".contains("secret"))
        // Despite the refusal, the user is still signed in.
        #expect(contents(of: file) == Data("secret-refresh".utf8))
    }

    @Test("a sign-in server that cannot be spoken to is named with the reason, and a redirect with where it leads")
    func unreachable() async throws {
        try keep("secret-refresh")
        let expired = credentials(
            StubTransport { _, _ in
                throw HTTPTransportError(
                    .certificateExpired, origin: "https://token.test:443", requestMayHaveReachedServer: false)
            })
        let moved = credentials(
            StubTransport { _, _ in
                (HTTPResponse(status: .found, headerFields: [.location: "https://login.hotel.test/secret"]), "")
            })
        for (credentials, words) in [
            (expired, "certificate of https://token.test:443 has expired"),
            (moved, "(to https://login.hotel.test:443)"),
        ] {
            let error = try await #require(throws: CredentialError.self) {
                try await credentials.token(at: ManualClock().now, replacing: nil)
            }
            #expect(error.code == .unavailable && error.description.contains(words), "\(error)")
            #expect(!error.description.contains("secret"))
        }
    }

    @Test("a refused refresh ends a request with the wish to sign in again, unsent")
    func service() async throws {
        try keep("refresh")
        let credentials = credentials(StubTransport((.badRequest, #"{"error":{"message":"USER_DISABLED"}}"#)))
        let transport = StubTransport((.ok, "{}"))
        let service = FirestoreService(try database(), transport: transport, credentials: credentials)
        let error = try await firestoreError { try await service.commitOne() }
        #expect(error == .credentials(CredentialError(.signInAgain)))
        #expect(transport.requests.all.isEmpty)
    }

    @Test("whoever is not wanted is not kept, and who was signed in before stays so")
    func unwanted() async throws {
        struct Unwanted: Error {}
        try keep("before")
        // The payload is {"sub":"bob"}.
        let transport = StubTransport(
            (.ok, #"{"idToken":"e30.eyJzdWIiOiJib2IifQ.e30","refreshToken":"after","expiresIn":"3600"}"#),
            (.ok, session(1, refresh: "before")))
        let credentials = credentials(transport)
        await #expect(throws: Unwanted.self) {
            try await credentials.signIn(email: "bob@b.c", password: Secret("b")) { user in
                if user == "bob" { throw Unwanted() }
            }
        }
        #expect(contents(of: file) == Data("before".utf8))
        #expect(try await credentials.token(at: ManualClock().now, replacing: nil)?.secret == Secret("id-1"))
    }

    @Test("a wrong password leaves who was signed in before")
    func wrongPassword() async throws {
        try keep("before")
        let credentials = credentials(StubTransport((.badRequest, #"{"error":{"message":"INVALID_PASSWORD"}}"#)))
        await #expect(throws: CredentialError(.signInRefused)) {
            try await credentials.signIn(email: "a", password: Secret("b"))
        }
        #expect(contents(of: file) == Data("before".utf8))
    }
}
