import Basics
import FirestoreWire
import Foundation
import HTTPTypes
import TestSupport
import Testing
import TodoNetwork

/// A transport without a network: the test provides the answers.
struct StubTransport: HTTPTransport {
    typealias Answer = @Sendable (_ request: HTTPRequest, _ body: String) async throws -> (HTTPResponse, String)

    let requests = Requests()
    let answer: Answer

    init(_ answer: @escaping Answer) { self.answer = answer }

    /// Returns the answers in turn; the last one serves all further requests.
    init(_ answers: (HTTPResponse.Status, String)...) {
        let turn = Counter()
        self.init { _, _ in
            defer { turn.increment() }
            let (status, text) = answers[min(turn.value, answers.count - 1)]
            return (HTTPResponse(status: status), text)
        }
    }

    func send(
        _ request: HTTPRequest, body: HTTPBody?, options: HTTPOptions
    ) async throws -> (HTTPResponse, HTTPResponseBody) {
        try FirestoreMethod.check(request, body: body)
        let text = String(decoding: body?.bytes ?? [], as: UTF8.self)
        requests.append(request, text)
        let (response, reply) = try await answer(request, text)
        return (response, HTTPResponseBody(Array(reply.utf8)))
    }

    /// What was sent, passwords and all: it belongs to the test, and a dump of what is tested does not show it.
    ///
    /// Unchecked: the lock guards it.
    final class Requests: CustomReflectable, @unchecked Sendable {
        private let lock = NSLock()
        private var sent: [(request: HTTPRequest, body: String)] = []

        var all: [(request: HTTPRequest, body: String)] { lock.withLock { sent } }
        var customMirror: Mirror { Mirror(self, children: []) }
        func append(_ request: HTTPRequest, _ body: String) { lock.withLock { sent.append((request, body)) } }
    }
}

/// The database of all these tests.
func database(at url: String = "http://127.0.0.1:1") throws -> FirestoreDatabase {
    try FirestoreDatabase(projectID: "p", url: url)
}

/// A connection that answers one request with success and closes.
func reply(_ text: String) -> [ScriptedStep] { reply("200 OK", text) }

/// A connection that answers one request and closes.
func reply(_ status: String, fields: [String] = [], _ text: String) -> [ScriptedStep] {
    [.receive, .respond(status, fields: fields + ["Connection: close"], text: text)]
}

/// The body of an error reply.
func errorBody(_ code: StatusCode, _ message: String = "", retryDelay: Duration? = nil) -> String {
    let status = retryDelay.map { Status(code, message, retryDelay: $0) } ?? Status(code, message)
    return String(decoding: ErrorBody(status).json, as: UTF8.self)
}

/// An error reply.
func failure(_ code: StatusCode, fields: [String] = [], retryDelay: Duration? = nil) -> [ScriptedStep] {
    reply("\(code.httpStatus) X", fields: fields, errorBody(code, retryDelay: retryDelay))
}

/// Runs a test with a service in front of a scripted server; one script for each connection.
/// - Parameter areRepliesSound: Whether each successful reply is checked against its schema, which reads all of it
///   first.
func withService(
    _ scripts: [ScriptedStep]..., credentials: any CredentialProvider = AnonymousCredentials(),
    retry: RetryPolicy = RetryPolicy(), options: HTTPOptions = HTTPOptions(), chance: Double = 0,
    areRepliesSound: Bool = true,
    _ body: (FirestoreService, ScriptedServer, SteppingClock) async throws -> Void
) async throws {
    let server = try ScriptedServer { $0 < scripts.count ? scripts[$0] : scripts.last ?? [] }
    let clock = SteppingClock()
    try await withTransport(to: server) { transport in
        let service = FirestoreService(
            try database(at: "http://\(server.authority)"),
            transport: CheckedTransport(base: transport, checksReplies: areRepliesSound),
            credentials: credentials,
            retry: retry, options: options, surroundings: .init(clock: clock, chance: { chance }))
        try await body(service, server, clock)
    }
}

/// Runs `body`, and returns the error that it must end with.
func firestoreError(
    sourceLocation: SourceLocation = #_sourceLocation, _ body: () async throws -> Void
) async throws -> FirestoreError {
    try await #require(throws: FirestoreError.self, sourceLocation: sourceLocation) { try await body() }
}

/// A document as a server sends it.
func documentText(_ id: String = "1") -> String {
    #"{"name":"projects/p/databases/(default)/documents/c/\#(id)","fields":{"a":{"integerValue":"1"}},"#
        + #""createTime":"2026-11-20T16:02:45.698187Z","updateTime":"2026-11-20T16:02:45.698187Z"}"#
}

extension FirestoreService {
    var first: ResourceName { get throws { try database.resource("c", "1") } }
    var collection: ResourceName { get throws { try database.resource("c") } }

    /// A change whose outcome must be known.
    func commitOne() async throws { _ = try await commit([Write(.delete(try first.text))]) }
    func getOne() async throws -> Document { try await get(try first) }
}
