import HTTPTypes
import TestSupport
import Testing
import TodoNetwork

extension HTTPTests {
    @Suite("Connections")
    struct Connections {
        static let answer = ScriptedStep.respond(text: "ok")

        @Test("requests one after the other use one connection", arguments: TransportKind.allCases)
        func reuse(kind: TransportKind) async throws {
            let server = try ScriptedServer([.forever([.receive, Self.answer])])
            try await withTransport(kind, to: server) { transport in
                for _ in 0..<20 { _ = try await transport.collect(.to(server)) }
            }
            #expect(server.connectionCount == 1)
            #expect(server.requests.count == 20)
        }

        // In processes of their own: the descriptors and threads of other suites at the same time must not be counted.
        @Test("100 requests at once use one thread and few connections")
        func concurrency() async throws {
            await #expect(processExitsWith: .success) {
                for kind in TransportKind.allCases {
                    let server = try ScriptedServer([.forever([.receive, .wait(.milliseconds(2)), Self.answer])])
                    try await withTransport(kind, to: server) { transport in
                        try await withThrowingTaskGroup(of: Int.self) { group in
                            for number in 0..<100 {
                                group.addTask { try await transport.collect(.to(server, .get, "/\(number)")).1.count }
                            }
                            for try await count in group { #expect(count == 2) }
                            #expect(ProcessUse.transportThreads ?? 1 <= 1)
                        }
                    }
                    // URLSession replaces those that it has just closed, on a busy machine more often.
                    #expect(server.connectionCount <= (kind == .curl ? 6 : 50))
                    #expect(Set(server.requests.map(\.requestLine)).count == 100)
                }
            }
        }

        @Test("2,000 requests leave no descriptor behind, and their transport no thread")
        func descriptors() async throws {
            await #expect(processExitsWith: .success) {
                for kind in TransportKind.allCases {
                    let server = try ScriptedServer([.forever([.receive, Self.answer])])
                    let before = ProcessUse.descriptors
                    try await withTransport(kind, to: server) { transport in
                        for _ in 0..<20 { try await Self.ask(transport, server, times: 100) }
                        #expect(server.requests.count == 2000)
                        if let before, let now = ProcessUse.descriptors { #expect(now - before < 100) }
                    }
                    #expect(await eventually { ProcessUse.transportThreads ?? 0 == 0 })
                    if let before { #expect(await eventually { ProcessUse.descriptors ?? 0 <= before + 20 }) }
                }
            }
        }

        /// So many requests at once. They end well before libcurl's own timers: none may be left waiting in a queue.
        private static func ask(_ transport: any HTTPTransport, _ server: ScriptedServer, times: Int) async throws {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<times {
                    group.addTask {
                        _ = try await transport.collect(.to(server), options: .init(totalTimeout: .seconds(50)))
                    }
                }
                try await group.waitForAll()
            }
        }

        @Test("transports that come and go leave no descriptor and no thread behind")
        func transports() async throws {
            await #expect(processExitsWith: .success) {
                for kind in TransportKind.allCases {
                    let server = try ScriptedServer([.forever([.receive, Self.answer])])
                    let before = ProcessUse.descriptors
                    for _ in 0..<50 {
                        _ = try await kind.make(.init()).collect(.to(server))
                    }
                    #expect(await eventually { server.endedConnectionCount == 50 })
                    #expect(await eventually { ProcessUse.transportThreads ?? 0 == 0 })
                    if let before { #expect(await eventually { ProcessUse.descriptors ?? 0 <= before + 20 }) }
                    server.stop()
                }
            }
        }

        @Test("a pooled connection that the server has closed meanwhile is not used", arguments: TransportKind.allCases)
        func closedWhilePooled(kind: TransportKind) async throws {
            let server = try ScriptedServer([.receive, Self.answer], [.receive, Self.answer])
            try await withTransport(kind, to: server) { transport in
                _ = try await transport.collect(.to(server))
                #expect(await eventually { server.endedConnectionCount == 1 })
                let (response, _) = try await transport.collect(.to(server, .post), body: HTTPBody("{}"))
                #expect(response.status == .ok)
            }
            #expect(server.requests.map(\.connection) == [0, 1])
        }

        @Test(
            "an idempotent request that dies on a stale connection is sent again",
            arguments: TransportKind.allCases, [HTTPRequest.Method.get, .put, .delete])
        func staleIdempotent(kind: TransportKind, method: HTTPRequest.Method) async throws {
            if method == .put { try kind.needs(.exactRepetition) }
            let server = try ScriptedServer([.receive, Self.answer, .receive], [.receive, Self.answer])
            try await withTransport(kind, to: server) { transport in
                _ = try await transport.collect(.to(server))
                let body = method == .put ? HTTPBody("{\"a\":1}") : nil
                let (response, _) = try await transport.collect(.to(server, method), body: body)
                #expect(response.status == .ok)
            }
            #expect(server.requests.map(\.connection) == [0, 0, 1])
            #expect(server.requests[1].body == server.requests[2].body)
        }

        @Test(
            "a commit that dies on a stale connection is not sent again: its outcome is unknown",
            arguments: TransportKind.allCases)
        func staleCommit(kind: TransportKind) async throws {
            try kind.needs(.exactRepetition)
            let server = try ScriptedServer([.receive, Self.answer, .receive], [.receive, Self.answer])
            try await withTransport(kind, to: server) { transport in
                _ = try await transport.collect(.to(server))
                let error = try await transportError {
                    _ = try await transport.collect(.to(server, .post), body: HTTPBody("{}"))
                }
                #expect(error.code == .connectionLost)
                #expect(error.requestMayHaveReachedServer)
            }
            #expect(server.requests.count == 2)
        }

        @Test("a POST that only reads, and says so, is sent again", arguments: TransportKind.allCases)
        func staleQuery(kind: TransportKind) async throws {
            try kind.needs(.exactRepetition)
            let server = try ScriptedServer([.receive, Self.answer, .receive], [.receive, Self.answer])
            try await withTransport(kind, to: server) { transport in
                _ = try await transport.collect(.to(server))
                let (response, _) = try await transport.collect(
                    .to(server, .post), body: HTTPBody("{}"), options: .init(isIdempotent: true))
                #expect(response.status == .ok)
            }
            #expect(server.requests.count == 3)
        }

        @Test("nothing is sent again once a byte of the response was received", arguments: TransportKind.allCases)
        func staleButStarted(kind: TransportKind) async throws {
            try kind.needs(.unusualFraming)
            let server = try ScriptedServer(
                [.receive, Self.answer, .receive, .send("HTTP/1.1 200 OK\r\nContent")], [.receive, Self.answer])
            try await withTransport(kind, to: server) { transport in
                _ = try await transport.collect(.to(server))
                let error = try await transportError { _ = try await transport.collect(.to(server)) }
                #expect(error.code == .connectionLost)
            }
            #expect(server.requests.count == 2)
        }
    }
}
