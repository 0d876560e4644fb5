import FirestoreWire
import Foundation
import HTTPTypes
import Logging
import TestSupport
import Testing
import TodoNetwork

@Suite("Secrecy of credentials")
struct CredentialSecrecyTests {
    /// All the ways in which a value becomes text.
    private func texts(_ value: Any) -> String {
        var dumped = ""
        dump(value, to: &dumped)
        return "\(value) \(String(reflecting: value)) \(String(describing: value)) \(dumped)"
    }

    @Test("no token, key or password is printed, reflected or dumped")
    func values() async throws {
        let token = try BearerToken("hidden", expiresAt: Date())
        let transport = StubTransport((.ok, #"{"idToken":"hidden","refreshToken":"hidden","expiresIn":"3600"}"#))
        let folder = try TemporaryFolder()
        let firebase = FirebaseCredentials(
            accounts: FirebaseAccounts(apiKey: Secret("hidden")), refreshTokenFile: folder.file("token"),
            transport: transport)
        try await firebase.signIn(email: "a", password: Secret("hidden"))
        let service = FirestoreService(
            try database(), transport: StubTransport((.ok, "{}")), credentials: StaticTokenCredentials(token))
        let values: [Any] = [
            Secret("hidden"), token, [token], Optional(token) as Any, StaticTokenCredentials(token), firebase, service,
        ]
        for value in values { #expect(!texts(value).contains("hidden")) }
        #expect("\(Secret("hidden"))" == "<redacted>")
    }

    @Test("neither an error nor a log line of a failed request tells a token, a name, a value or the server's message")
    func requests() async throws {
        let log = LogRecorder()
        var logger = Logger(label: "test") { _ in log }
        logger.logLevel = .trace
        let transport = StubTransport(
            (.unauthorized, errorBody(.unauthenticated, "hidden")),
            (.serviceUnavailable, errorBody(.unavailable, "hidden")),
            (.ok, "<html>hidden"), (.forbidden, errorBody(.permissionDenied, "hidden")))
        let service = FirestoreService(
            try database(), transport: transport, credentials: CountedCredentials(),
            surroundings: .init(clock: SteppingClock(), logger: logger))
        let error = try await firestoreError {
            _ = try await service.get(service.database.resource("c", "hidden"), mask: [FieldPath(["hidden"])])
        }
        #expect(error.status == .permissionDenied)
        #expect(!"\(error) \(String(reflecting: error)) \(error.code)".contains("hidden"))
        #expect(log.lines.count == 3)
        for line in log.lines {
            #expect(!line.contains("hidden") && !line.contains("token-"))
            #expect(line.contains("get"))
        }
    }
}
