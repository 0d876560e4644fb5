import HTTPTypes
import TestSupport
import Testing
import TodoNetwork

extension HTTPTests {
    @Suite("Bounds and backpressure")
    struct Bounds {
        static let block = [UInt8](repeating: 0x20, count: 64 << 10)

        @Test("an announced length above the bound is refused before the body", arguments: TransportKind.allCases)
        func announced(kind: TransportKind) async throws {
            let server = try ScriptedServer([.receive, .send("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n"), .hold])
            try await withTransport(kind, to: server) { transport in
                let error = try await transportError {
                    _ = try await transport.collect(.to(server), options: .init(maximumResponseBytes: 999))
                }
                #expect(error.code == .responseTooLarge)
            }
        }

        @Test("a body of exactly the bound is accepted, one byte more is not", arguments: TransportKind.allCases)
        func exact(kind: TransportKind) async throws {
            let server = try ScriptedServer([.forever([.receive, .respond(text: "0123456789")])])
            try await withTransport(kind, to: server) { transport in
                let (_, body) = try await transport.collect(.to(server), options: .init(maximumResponseBytes: 10))
                #expect(body.count == 10)
                let error = try await transportError {
                    _ = try await transport.collect(.to(server), options: .init(maximumResponseBytes: 9))
                }
                #expect(error.code == .responseTooLarge)
            }
        }

        /// However long a busy machine takes for so many bytes.
        private static func patient(bound: Int) -> HTTPOptions {
            HTTPOptions(idleTimeout: .seconds(600), totalTimeout: nil, maximumResponseBytes: bound)
        }

        // In processes of their own, so that the use of other suites at the same time is not counted.
        @Test(
            "an answer of 1 GB is cut off at the bound, in flat memory",
            .enabled(if: ProcessUse.residentBytes != nil, "this system does not say what a process uses"))
        func flatMemory() async throws {
            await #expect(processExitsWith: .success) {
                for kind in TransportKind.allCases where kind.capabilities.contains(.backpressure) {
                    let server = try ScriptedServer([
                        .receive, .send("HTTP/1.1 200 OK\r\n\r\n"), .flood(Self.block, total: 1 << 30),
                    ])
                    try await withTransport(kind, to: server) { transport in
                        let before = try #require(ProcessUse.residentBytes)
                        let (_, body) = try await transport.send(.to(server), options: Self.patient(bound: 128 << 20))
                        var (bytes, grown) = (0, 0)
                        let error = try await transportError {
                            for try await chunk in body {
                                bytes += chunk.count
                                grown = max(grown, (ProcessUse.residentBytes ?? .max) - before)
                            }
                        }
                        #expect(error.code == .responseTooLarge)
                        #expect(bytes <= 128 << 20 && bytes > 127 << 20)
                        #expect(grown < 32 << 20, "\(kind): memory grew by \(grown) bytes")
                        #expect(server.sentByteCount < 256 << 20)
                    }
                }
            }
        }

        @Test(
            "a gzip bomb is stopped at the bound, in flat memory",
            .enabled(if: ProcessUse.residentBytes != nil, "this system does not say what a process uses"))
        func bomb() async throws {
            await #expect(processExitsWith: .success) {
                let bomb = try run("sh", ["-c", "head -c 200000000 /dev/zero | gzip -n -9"])
                #expect(bomb.count < 1 << 20)
                for kind in TransportKind.allCases {
                    let server = try ScriptedServer([
                        .receive, .respond(fields: ["Content-Encoding: gzip"], body: bomb),
                    ])
                    try await withTransport(kind, to: server) { transport in
                        let before = try #require(ProcessUse.residentBytes)
                        let error = try await transportError {
                            _ = try await transport.collect(.to(server), options: Self.patient(bound: 4 << 20))
                        }
                        #expect(error.code == .responseTooLarge)
                        let grown = (ProcessUse.residentBytes ?? .max) - before
                        #expect(grown < 64 << 20, "\(kind): memory grew by \(grown) bytes")
                    }
                }
            }
        }

        @Test(
            "a reader that lags makes the server wait, and gets everything in the end",
            arguments: TransportKind.allCases)
        func slowReader(kind: TransportKind) async throws {
            try kind.needs(.backpressure)
            let size = 48 << 20
            let server = try ScriptedServer([
                .receive, .send("HTTP/1.1 200 OK\r\nContent-Length: \(size)\r\n\r\n"), .flood(Self.block, total: size),
            ])
            try await withTransport(kind, to: server) { transport in
                let (_, body) = try await transport.send(.to(server))
                #expect(await isStalled { server.sentByteCount })
                #expect(server.sentByteCount < size / 2)
                #expect(try await body.collect(upTo: size).count == size)
            }
        }

        @Test(
            "a server that lags makes the source of an upload wait", arguments: TransportKind.allCases, [true, false])
        func slowServer(kind: TransportKind, announcesLength: Bool) async throws {
            try kind.needs(.streamedBodies)
            let count = 768
            let gate = Gate()
            let size = count * Self.block.count
            let server = try ScriptedServer([.receiveHead, .pass(gate), .discard(size), .respond(text: "ok"), .hold])
            let chunks = CountedChunks(count, of: Self.block)
            try await withTransport(kind, to: server) { transport in
                async let exchange = transport.collect(
                    .to(server, .post), body: HTTPBody(chunks, length: announcesLength ? size : nil))
                #expect(await isStalled { chunks.producedCount })
                #expect(chunks.producedCount < count / 2)
                gate.open()
                let (response, _) = try await exchange
                #expect(response.status == .ok)
                #expect(chunks.producedCount == count)
            }
        }

        /// Waits until a number is above 0 and does not move any more.
        private func isStalled(_ number: @Sendable () -> Int) async -> Bool {
            var (last, quiet) = (0, 0)
            for _ in 0..<60_000 where quiet < 10 {
                try? await Task.sleep(for: .milliseconds(10))
                let now = number()
                quiet = now == last && now > 0 ? quiet + 1 : 0
                last = now
            }
            return quiet >= 10
        }
    }
}
