import HTTPTypes
import TestSupport
import Testing
import TodoNetwork

extension HTTPTests {
    @Suite("Failures")
    struct Failures {
        @Test(
            "a body that ends early is truncated, however it ends",
            arguments: TransportKind.allCases,
            [
                [ScriptedStep.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nonly this")],
                [.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nonly this"), .wait(.milliseconds(20)), .reset],
                [.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n9\r\nonly this\r\n")],
                [.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nff\r\nonly this")],
            ])
        func truncated(kind: TransportKind, steps: [ScriptedStep]) async throws {
            let server = try ScriptedServer([.receive] + steps)
            try await withTransport(kind, to: server) { transport in
                let (response, body) = try await transport.send(.to(server))
                #expect(response.status == .ok)
                let error = try await transportError { _ = try await body.collect(upTo: 1000) }
                #expect(error.code == .truncated)
                #expect(error.requestMayHaveReachedServer)
            }
        }

        @Test(
            "a connection that breaks before the head is complete is lost, with an unknown outcome",
            arguments: TransportKind.allCases, [[ScriptedStep.send("")], [.reset]])
        func lost(kind: TransportKind, steps: [ScriptedStep]) async throws {
            try await Self.isLost(kind, steps)
        }

        @Test(
            "so is one that breaks in the head", arguments: TransportKind.allCases,
            [
                [ScriptedStep.send("HTTP/1.1 200 OK\r\nContent-Le")],
                [.send("HTTP/1.1 200 OK\r\nA: b\r\n"), .wait(.milliseconds(20)), .reset],
            ])
        func lostInTheHead(kind: TransportKind, steps: [ScriptedStep]) async throws {
            try kind.needs(.unusualFraming)
            try await Self.isLost(kind, steps)
        }

        private static func isLost(_ kind: TransportKind, _ steps: [ScriptedStep]) async throws {
            let server = try ScriptedServer([.receive] + steps)
            try await withTransport(kind, to: server) { transport in
                let error = try await transportError {
                    _ = try await transport.collect(.to(server, .post), body: HTTPBody("{}"))
                }
                #expect(error.code == .connectionLost)
                #expect(error.requestMayHaveReachedServer)
            }
        }

        @Test("a port where nobody listens refuses, and nothing was sent", arguments: TransportKind.allCases)
        func refused(kind: TransportKind) async throws {
            let server = try ScriptedServer([])
            server.stop()
            try await withTransport(kind) { transport in
                let error = try await transportError { _ = try await transport.collect(.to(server)) }
                #expect(error.code == .connectionRefused)
                #expect(error.requestMayHaveReachedServer == false)
                #expect(error.description.hasPrefix("http://\(server.authority) refused the connection."))
            }
        }

        @Test("a name that cannot be is not resolved, and nothing was sent", arguments: TransportKind.allCases)
        func notResolved(kind: TransportKind) async throws {
            // A label of more than 63 bytes: the resolver says no without asking anyone.
            let host = String(repeating: "a", count: 70) + ".invalid"
            try await withTransport(kind) { transport in
                let error = try await transportError {
                    _ = try await transport.collect(
                        HTTPRequest(method: .get, scheme: "http", authority: host, path: "/"))
                }
                #expect(error.code == .nameNotResolved)
                #expect(error.requestMayHaveReachedServer == false)
            }
        }

        @Test("codes are stable")
        func stableCodes() {
            #expect(
                HTTPTransportError.Code.allCases.map(\.rawValue) == [
                    "invalid-request", "request-body", "name-not-resolved", "connection-refused", "unreachable",
                    "proxy", "certificate", "certificate-expired", "certificate-not-yet-valid", "certificate-name",
                    "tls", "connect-timeout", "idle-timeout", "total-timeout",
                    "connection-lost", "truncated", "malformed-response", "response-too-large", "redirect-refused",
                    "cancelled", "shut-down", "libcurl-missing", "other",
                ])
        }
    }

    @Suite("Timeouts")
    struct Timeouts {
        @Test(
            "silence before the head, in it and in the body is the idle timeout",
            arguments: TransportKind.allCases,
            ["", "HTTP/1.1 200 OK\r\nContent-Le", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc"])
        func idle(kind: TransportKind, wire: String) async throws {
            let server = try ScriptedServer([.receive, .send(wire), .hold])
            try await withTransport(kind, to: server) { transport in
                let error = try await transportError {
                    _ = try await transport.collect(.to(server), options: .init(idleTimeout: .milliseconds(400)))
                }
                #expect(error.code == .idleTimeout)
                #expect(error.requestMayHaveReachedServer)
                #expect(await eventually { server.endedConnectionCount == 1 })
            }
        }

        @Test("a server that stops reading a large upload is the idle timeout", arguments: TransportKind.allCases)
        func idleUpload(kind: TransportKind) async throws {
            try kind.needs(.streamedBodies)
            let gate = Gate()
            let server = try ScriptedServer([.receiveHead, .pass(gate)])
            try await withTransport(kind, to: server) { transport in
                let body = HTTPBody(CountedChunks(1024, of: [UInt8](repeating: 7, count: 64 << 10)))
                let error = try await transportError {
                    _ = try await transport.collect(
                        .to(server, .post), body: body, options: .init(idleTimeout: .milliseconds(200)))
                }
                #expect(error.code == .idleTimeout)
                gate.open()
            }
        }

        @Test("a slow drip is not idle, but has to end within the total timeout", arguments: TransportKind.allCases)
        func total(kind: TransportKind) async throws {
            let server = try ScriptedServer([
                .receive, .send("HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\n"),
                .drip([UInt8](repeating: 1, count: 5000), every: .milliseconds(10)),
            ])
            try await withTransport(kind, to: server) { transport in
                let options = HTTPOptions(idleTimeout: .seconds(5), totalTimeout: .milliseconds(300))
                let error = try await transportError { _ = try await transport.collect(.to(server), options: options) }
                #expect(error.code == .totalTimeout)
            }
        }

        @Test("waiting for a free connection counts for the total timeout", arguments: TransportKind.allCases)
        func totalInQueue(kind: TransportKind) async throws {
            let server = try ScriptedServer([.receive, .hold])
            try await withTransport(
                kind, to: server, setup: .init(maximumConnectionsPerHost: 1, proxy: .none)
            ) { transport in
                let first = collecting(transport, .to(server))
                #expect(await eventually { server.requests.count == 1 })
                let error = try await transportError {
                    _ = try await transport.collect(.to(server), options: .init(totalTimeout: .milliseconds(100)))
                }
                #expect(error.code == .totalTimeout)
                if kind.capabilities.contains(.unsentRequests) { #expect(error.requestMayHaveReachedServer == false) }
                first.cancel()
                _ = await first.result
            }
        }

        @Test("waiting for a free connection does not count for the connect timeout", arguments: TransportKind.allCases)
        func connectInQueue(kind: TransportKind) async throws {
            try kind.needs(.connectTimeout)
            // Long enough for a busy machine to connect in.
            let server = try ScriptedServer([.receive, .wait(.milliseconds(2500)), .respond(), .receive, .respond()])
            try await withTransport(
                kind, to: server, setup: .init(maximumConnectionsPerHost: 1, proxy: .none)
            ) { transport in
                let first = collecting(transport, .to(server))
                #expect(await eventually { server.requests.count == 1 })
                let (response, _) = try await transport.collect(
                    .to(server), options: .init(connectTimeout: .milliseconds(2000)))
                #expect(response.status == .ok)
                _ = try await first.value
            }
        }

        @Test(
            "a handshake that does not end is the connect timeout, and nothing was sent",
            arguments: TransportKind.allCases)
        func connect(kind: TransportKind) async throws {
            try kind.needs(.connectTimeout)
            let server = try ScriptedServer([.hold])
            try await withTransport(kind, to: server) { transport in
                let error = try await transportError {
                    _ = try await transport.collect(
                        .to(server, scheme: "https"), options: .init(connectTimeout: .milliseconds(200)))
                }
                #expect(error.code == .connectTimeout)
                #expect(error.requestMayHaveReachedServer == false)
            }
        }

        @Test("the idle clock stands still while the reader is the slow one", arguments: TransportKind.allCases)
        func slowReader(kind: TransportKind) async throws {
            try kind.needs(.backpressure)
            let size = 24 << 20
            let server = try ScriptedServer([
                .receive, .send("HTTP/1.1 200 OK\r\nContent-Length: \(size)\r\n\r\n"),
                .flood([UInt8](repeating: 1, count: 64 << 10), total: size),
            ])
            try await withTransport(kind, to: server) { transport in
                let (_, body) = try await transport.send(.to(server), options: .init(idleTimeout: .seconds(2)))
                try await Task.sleep(for: .milliseconds(2500))
                #expect(try await body.collect(upTo: size).count == size)
            }
        }
    }
}
