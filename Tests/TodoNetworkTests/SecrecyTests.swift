import Foundation
import HTTPTypes
import Logging
import TestSupport
import Testing
import TodoNetwork

extension HTTPTests {
    @Suite("Secrecy")
    struct Secrecy {
        @Test(
            "neither a log line nor an error tells a token, a path, a query or a body",
            arguments: TransportKind.allCases)
        func nothingTold(kind: TransportKind) async throws {
            let log = LogRecorder()
            var logger = Logger(label: "test") { _ in log }
            logger.logLevel = .trace
            let server = try ScriptedServer(
                [.receive, .respond(fields: ["X-Back: secret-field"], text: "secret-answer")],
                [
                    .receive,
                    .send("HTTP/1.1 200 OK\r\nSet-Cookie: secret-cookie\r\nContent-Length: 99\r\n\r\nsecret-part"),
                ])
            let configuration = TransportKind.Setup(proxy: .none, logger: logger)
            let request = HTTPRequest.to(
                server, .post, "/secret-path?secret-query", fields: [.authorization: "Bearer secret-token"])
            try await withTransport(kind, to: server, setup: configuration) { transport in
                _ = try await transport.collect(request, body: HTTPBody("secret-body"))
                #expect(await eventually { server.endedConnectionCount == 1 })
                let error = try await transportError {
                    _ = try await transport.collect(request, body: HTTPBody("secret-body"))
                }
                #expect(error.code == .truncated)
                #expect(!"\(error) \(String(reflecting: error))".contains("secret"))
            }
            #expect(log.lines.count == 2)
            #expect(log.lines.allSatisfy { !$0.contains("secret") && $0.contains(server.authority) })
        }
    }
}

/// Collects what is logged.
///
/// Unchecked: the lock guards the mutable state.
final class LogRecorder: LogHandler, @unchecked Sendable {
    private let lock = NSLock()
    private var recorded: [String] = []

    var metadata: Logger.Metadata = [:]
    var logLevel: Logger.Level = .trace

    var lines: [String] { lock.withLock { recorded } }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        lock.withLock { recorded.append("\(event.message) \(event.metadata ?? [:])") }
    }
}
