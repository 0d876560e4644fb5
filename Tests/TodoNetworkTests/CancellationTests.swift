import HTTPTypes
import TestSupport
import Testing
import TodoNetwork

extension HTTPTests {
    @Suite("Cancellation and shutdown")
    struct Cancellation {
        @Test("a task that is cancelled before it sends, sends nothing", arguments: TransportKind.allCases)
        func beforeConnecting(kind: TransportKind) async throws {
            let server = try ScriptedServer([.receive, .respond()])
            try await withTransport(kind, to: server) { transport in
                let task = Task {
                    while !Task.isCancelled { await Task.yield() }
                    _ = try await transport.collect(.to(server))
                }
                task.cancel()
                let error = try await transportError { try await task.value }
                #expect(error.code == .cancelled)
                #expect(error.requestMayHaveReachedServer == false)
            }
            #expect(server.requests.isEmpty)
        }

        @Test("a request that is cancelled while it connects was never sent", arguments: TransportKind.allCases)
        func whileConnecting(kind: TransportKind) async throws {
            try kind.needs(.unsentRequests)
            let server = try ScriptedServer([.hold])
            try await withTransport(kind, to: server) { transport in
                let task = collecting(transport, .to(server, scheme: "https"))
                #expect(await eventually { server.receivedByteCount > 0 })
                task.cancel()
                let error = try await transportError { _ = try await task.value }
                #expect(error.code == .cancelled)
                #expect(error.requestMayHaveReachedServer == false)
                #expect(await eventually { server.endedConnectionCount == 1 })
            }
        }

        @Test(
            "a cancelled request stops the transfer", arguments: TransportKind.allCases,
            ["", "HTTP/1.1 200 OK\r\nContent-"])
        func beforeTheHead(kind: TransportKind, wire: String) async throws {
            let server = try ScriptedServer([.receive, .send(wire), .hold])
            try await withTransport(kind, to: server) { transport in
                let task = collecting(transport, .to(server))
                #expect(await eventually { server.requests.count == 1 && server.sentByteCount == wire.utf8.count })
                task.cancel()
                let error = try await transportError { _ = try await task.value }
                #expect(error.code == .cancelled)
                #expect(error.requestMayHaveReachedServer)
                #expect(await eventually { server.endedConnectionCount == 1 })
            }
        }

        @Test("a reader that is cancelled in the body stops the transfer", arguments: TransportKind.allCases)
        func inTheBody(kind: TransportKind) async throws {
            let server = try ScriptedServer([
                .receive, .send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nfirst"), .hold,
            ])
            try await withTransport(kind, to: server) { transport in
                let first = Gate()
                let task = Task {
                    let (_, body) = try await transport.send(.to(server))
                    for try await chunk in body where chunk.count > 0 { first.open() }
                }
                #expect(await eventually { first.wait(atMost: 0) })
                task.cancel()
                let error = try await transportError { try await task.value }
                #expect(error.code == .cancelled)
                #expect(await eventually { server.endedConnectionCount == 1 })
            }
        }

        @Test("a body that is dropped unread stops the transfer", arguments: TransportKind.allCases)
        func droppedBody(kind: TransportKind) async throws {
            let server = try ScriptedServer([
                .receive, .send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nfirst"), .hold,
            ])
            try await withTransport(kind, to: server) { transport in
                _ = try await transport.send(.to(server)).0
                #expect(await eventually { server.endedConnectionCount == 1 })
            }
        }

        @Test("an upload that is cancelled stops the source of its body", arguments: TransportKind.allCases)
        func upload(kind: TransportKind) async throws {
            try kind.needs(.streamedBodies)
            let gate = Gate()
            let server = try ScriptedServer([.receiveHead, .pass(gate)])
            let chunks = CountedChunks(.max, of: [UInt8](repeating: 0, count: 64 << 10))
            try await withTransport(kind, to: server) { transport in
                let task = Task { try await transport.collect(.to(server, .post), body: HTTPBody(chunks)) }
                #expect(await eventually { server.requests.count == 1 })
                task.cancel()
                let error = try await transportError { _ = try await task.value }
                #expect(error.code == .cancelled)
                gate.open()
                let last = chunks.producedCount
                try await Task.sleep(for: .milliseconds(20))
                // At most the chunk that was being produced.
                #expect(chunks.producedCount <= last + 1)
            }
        }

        @Test("a shutdown ends what is in flight and refuses what comes after", arguments: TransportKind.allCases)
        func shutDown(kind: TransportKind) async throws {
            let server = try ScriptedServer([.receive, .hold])
            try await withTransport(kind, to: server) { transport in
                let task = collecting(transport, .to(server))
                #expect(await eventually { server.requests.count == 1 })
                await transport.shutDown()
                let inFlight = try await transportError { _ = try await task.value }
                #expect(inFlight.code == .shutDown)
                let after = try await transportError { _ = try await transport.collect(.to(server)) }
                #expect(after.code == .shutDown)
            }
        }

        @Test("a body keeps its transport, and both are gone after it", arguments: TransportKind.allCases)
        func transportOutlivedByBody(kind: TransportKind) async throws {
            let gate = Gate()
            let server = try ScriptedServer([
                .receive, .send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n"), .pass(gate), .send("hello"), .hold,
            ])
            let (_, body) = try await kind.make(.init()).send(.to(server))
            gate.open()
            #expect(try await body.collect(upTo: 5) == Array("hello".utf8))
            server.stop()
        }
    }
}
