import FirestoreWire
import Foundation
import HTTPTypes
import TestSupport
import Testing
import TodoNetwork

/// Credentials that hand out `token-1`, `token-2` and so on, each when the one before is refused or expires.
///
/// Unchecked: the lock guards the mutable state.
final class CountedCredentials: CredentialProvider, @unchecked Sendable {
    private let lock = NSLock()
    private var last: BearerToken?
    private var number = 0
    private let lifetime: TimeInterval

    init(lifetime: TimeInterval = 3600) { self.lifetime = lifetime }

    var count: Int { lock.withLock { number } }

    func token(at now: Date, replacing refused: BearerToken?) throws -> BearerToken? {
        try lock.withLock {
            if let last, last != refused, let end = last.expiresAt, now < end { return last }
            number += 1
            last = try BearerToken("token-\(number)", expiresAt: now.addingTimeInterval(lifetime))
            return last
        }
    }
}

@Suite("Authentication of Firestore requests")
struct AuthenticationTests {
    private func service(
        _ transport: StubTransport, _ credentials: any CredentialProvider, serverClock: ServerClock = ServerClock()
    ) throws -> FirestoreService {
        FirestoreService(
            try database(), transport: transport, credentials: credentials,
            surroundings: .init(clock: SteppingClock(), serverClock: serverClock))
    }

    private func tokens(_ transport: StubTransport) -> [String?] {
        transport.requests.all.map { $0.request.headerFields[.authorization] }
    }

    @Test("a refused token is replaced once, and the request sent again at once, a commit too")
    func refreshed() async throws {
        let transport = StubTransport(
            (.unauthorized, errorBody(.unauthenticated)), (.ok, #"{"writeResults":[{}]}"#))
        try await service(transport, CountedCredentials()).commitOne()
        #expect(tokens(transport) == ["Bearer token-1", "Bearer token-2"])
    }

    @Test(
        "a second refusal ends it",
        arguments: [
            (HTTPResponse.Status.unauthorized, errorBody(.unauthenticated)), (.unauthorized, ""),
            (.badRequest, errorBody(.invalidArgument, "invalid jwt")),
        ])
    func refusedTwice(status: HTTPResponse.Status, body: String) async throws {
        let transport = StubTransport((status, body))
        let service = try service(transport, CountedCredentials())
        let error = try await firestoreError { _ = try await service.getOne() }
        #expect(error == .credentials(CredentialError(.signInAgain)))
        #expect(error.errorClass() == .auth)
        #expect(tokens(transport).count == 2)
    }

    @Test("where there is no other token, none is tried")
    func noOther() async throws {
        let token = StaticTokenCredentials(try BearerToken("only"))
        for credentials in [token, AnonymousCredentials()] as [any CredentialProvider] {
            let transport = StubTransport((.unauthorized, errorBody(.unauthenticated)))
            let service = try service(transport, credentials)
            let error = try await firestoreError { try await service.commitOne() }
            #expect(error == .credentials(CredentialError(.signInAgain)))
            #expect(tokens(transport).count == 1)
        }
    }

    @Test("a token that ends between two pages is replaced, by the server's time and not the device's")
    func endsBetweenPages() async throws {
        let serverTime = ManualClock()
        // The device's clock is a day slow.
        let deviceTime = ManualClock(serverTime.now.addingTimeInterval(-86_400))
        let pages = Counter()
        let transport = StubTransport { _, _ in
            pages.increment()
            let format = DateFormatter()
            format.locale = Locale(identifier: "en_US_POSIX")
            format.timeZone = .gmt
            format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
            let response = HTTPResponse(status: .ok, headerFields: [.date: format.string(from: serverTime.now)])
            return (response, #"{"documents":[],"nextPageToken":"\#(pages.value < 3 ? "\(pages.value)" : "")"}"#)
        }
        let clock = ServerClock(now: deviceTime.source)
        let service = try service(transport, CountedCredentials(lifetime: 100_000), serverClock: clock)
        _ = try await service.list(try service.collection)
        #expect(clock.offset == 86_400)
        serverTime.advance(by: 50_000)
        deviceTime.advance(by: 50_000)
        _ = try await service.list(try service.collection)
        #expect(tokens(transport) == ["Bearer token-1", "Bearer token-2"])
    }

    @Test(
        "what is no answer of the server's is not trusted for the time, though tokens go by it", arguments: [200, 503])
    func foreignReply(status: Int) async throws {
        let date = HTTPFields(dictionaryLiteral: (.date, "Wed, 01 Jan 2031 00:00:00 GMT"))
        let portal = StubTransport { _, _ in
            (HTTPResponse(status: .init(code: status), headerFields: date), "<html>Sign in!")
        }
        let clock = ServerClock(now: ManualClock().source)
        let service = try service(portal, CountedCredentials(lifetime: 100_000), serverClock: clock)
        await #expect(throws: FirestoreError.self) { _ = try await service.list(try service.collection) }
        #expect(clock.offset != nil)
        #expect(clock.trustedOffset == nil)
        let server = StubTransport { _, _ in (HTTPResponse(status: .ok, headerFields: date), #"{"documents":[]}"#) }
        _ = try await self.service(server, CountedCredentials(lifetime: 100_000), serverClock: clock)
            .list(try service.collection)
        #expect(clock.trustedOffset == clock.offset)
    }

    @Test("credentials that cannot be had just now are asked for again, and nothing was sent")
    func unavailable() async throws {
        struct Failing: CredentialProvider {
            let calls = Counter()
            func token(at now: Date, replacing refused: BearerToken?) throws -> BearerToken? {
                calls.increment()
                throw CredentialError(.unavailable)
            }
        }
        let transport = StubTransport((.ok, "{}"))
        let credentials = Failing()
        let service = try service(transport, credentials)
        let error = try await firestoreError { try await service.commitOne() }
        #expect(error == .credentials(CredentialError(.unavailable)))
        #expect(credentials.calls.value == 5)
        #expect(transport.requests.all.isEmpty)
    }
}
