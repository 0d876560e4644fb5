import Basics
import FirestoreWire
import HTTPTypes
import TestSupport
import Testing
import TodoNetwork

extension HTTPTests {
    @Suite("A slow server")
    struct SlowServers {
        @Test("an exchange has no limit as a whole, however long the policy of retries is")
        func noTotal() async throws {
            let options = Locked<[HTTPOptions]>([])
            let service = FirestoreService(
                try database(), transport: NotingTransport(options: options),
                retry: RetryPolicy(totalTime: .milliseconds(1)))
            _ = try await service.getOne()
            let noted = options.withLock { $0 }
            #expect(noted.map(\.totalTimeout) == [nil])
            #expect(noted.map(\.idleTimeout) == [.seconds(30)])
        }

        @Test("an answer that comes byte by byte is read to its end, whatever time the policy has")
        func drip() async throws {
            let text = documentText()
            let script: [ScriptedStep] = [
                .receive, .send("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: \(text.utf8.count)\r\n\r\n"),
                .drip(Array(text.utf8), every: .milliseconds(2)),
            ]
            try await withService(
                script, retry: RetryPolicy(totalTime: .milliseconds(50)),
                options: HTTPOptions(idleTimeout: .seconds(20), totalTimeout: nil)
            ) { service, server, _ async throws in
                #expect(try await service.getOne().fields["a"] == 1)
                #expect(server.requests.count == 1)
            }
        }

        @Test(
            "what took too long is not asked for again as it is",
            arguments: [HTTPTransportError.Code.idleTimeout, .totalTimeout])
        func notAgain(code: HTTPTransportError.Code) async throws {
            let transport = StubTransport { _, _ in
                throw HTTPTransportError(code, requestMayHaveReachedServer: true)
            }
            let service = FirestoreService(
                try database(), transport: transport, surroundings: .init(clock: SteppingClock(), chance: { 0 }))
            let error = try await firestoreError { _ = try await service.getOne() }
            #expect(error.isTimeout)
            #expect(transport.requests.all.count == 1)
            let commit = try await firestoreError { try await service.commitOne() }
            #expect(commit.isTimeout)
        }

        @Test("only what a smaller exchange may mend counts as a time-out")
        func kinds() {
            func error(_ code: HTTPTransportError.Code, _ wasSent: Bool = true) -> FirestoreError {
                .transport(HTTPTransportError(code, requestMayHaveReachedServer: wasSent))
            }
            for error in [error(.truncated), error(.connectionLost), .status(Status(.deadlineExceeded))] {
                #expect(error.isTimeout && FirestoreError.outcomeUnknown(error).isTimeout)
            }
            for error in [
                error(.connectTimeout), error(.connectionLost, false), error(.connectionRefused),
                .status(Status(.unavailable)), .cancelled,
            ] {
                #expect(!error.isTimeout)
            }
        }
    }
}

/// Answers with a document, and notes the options of each exchange.
private struct NotingTransport: HTTPTransport {
    let options: Locked<[HTTPOptions]>

    func send(
        _ request: HTTPRequest, body: HTTPBody?, options: HTTPOptions
    ) async throws -> (HTTPResponse, HTTPResponseBody) {
        self.options.withLock { $0.append(options) }
        return (HTTPResponse(status: .ok), HTTPResponseBody(Array(documentText().utf8)))
    }
}
