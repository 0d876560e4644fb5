import HTTPTypes
import TestSupport
import Testing
import TodoNetwork

extension HTTPTests {
    @Suite("Responses")
    struct Responses {
        static let plain =
            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 12\r\n\r\n{\"seq\":\"42\"}"
        static let chunked =
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{\"seq\r\n7;x=y\r\n\":\"42\"}\r\n0\r\n\r\n"
        static let trailed = String(chunked.dropLast()) + "T: v\r\n\r\n"

        @Test(
            "a response that is split at any byte arrives whole", arguments: TransportKind.allCases,
            [plain, chunked, trailed])
        func splitAtEveryByte(kind: TransportKind, wire: String) async throws {
            if wire == Self.trailed { try kind.needs(.unusualFraming) }
            let bytes = Array(wire.utf8)
            let server = try ScriptedServer { connection in
                let cut = min(connection + 1, bytes.count)
                return [.receive, .send(Array(bytes[..<cut])), .wait(.milliseconds(1)), .send(Array(bytes[cut...]))]
            }
            try await withTransport(kind, to: server) { transport in
                for _ in 1..<bytes.count {
                    let (response, body) = try await transport.collect(.to(server))
                    #expect(response.status == .ok)
                    #expect(String(decoding: body, as: UTF8.self) == "{\"seq\":\"42\"}")
                }
            }
            #expect(server.requests.count == bytes.count - 1)
        }

        @Test("a response that drips in byte by byte arrives whole", arguments: TransportKind.allCases)
        func drip(kind: TransportKind) async throws {
            let server = try ScriptedServer([.receive, .drip(Array(Self.plain.utf8), every: .microseconds(200))])
            try await withTransport(kind, to: server) { transport in
                let (_, body) = try await transport.collect(.to(server))
                #expect(body.count == 12)
            }
        }

        @Test("a 503 with Retry-After is a response, not an error", arguments: TransportKind.allCases)
        func retryAfter(kind: TransportKind) async throws {
            let server = try ScriptedServer([
                .receive, .respond("503 Service Unavailable", fields: ["Retry-After: 7"], text: "later"),
            ])
            try await withTransport(kind, to: server) { transport in
                let (response, body) = try await transport.collect(.to(server))
                #expect(response.status == .serviceUnavailable)
                #expect(response.headerFields[.retryAfter] == "7")
                #expect(body == Array("later".utf8))
            }
        }

        @Test(
            "a 401 is a response, whatever it asks for", arguments: TransportKind.allCases,
            ["Basic realm=\"x\"", "Bearer realm=\"x\"", "Digest realm=\"x\", nonce=\"y\""])
        func unauthorized(kind: TransportKind, challenge: String) async throws {
            let server = try ScriptedServer([
                .receive, .respond("401 Unauthorized", fields: ["WWW-Authenticate: \(challenge)"], text: "who?"), .hold,
            ])
            try await withTransport(kind, to: server) { transport in
                let (response, body) = try await transport.collect(.to(server))
                #expect(response.status == .unauthorized)
                #expect(body == Array("who?".utf8))
            }
            #expect(server.requests.count == 1)
        }

        @Test("interim responses pass by, and fields may repeat", arguments: TransportKind.allCases)
        func interim(kind: TransportKind) async throws {
            let server = try ScriptedServer([
                .receive, .send("HTTP/1.1 103 Early Hints\r\nAge: 5\r\n\r\n"),
                .respond(fields: ["Vary: a", "Vary: b"], text: "x"),
            ])
            try await withTransport(kind, to: server) { transport in
                let (response, _) = try await transport.collect(.to(server))
                #expect(response.status == .ok)
                // Joined by a comma they mean the same (RFC 9110, 5.3), and some libraries join them.
                #expect(response.headerFields[.vary] == "a, b")
                #expect(response.headerFields[.age] == nil)
            }
        }

        @Test("HEAD takes the length for what it is, whatever the bound", arguments: TransportKind.allCases)
        func head(kind: TransportKind) async throws {
            let server = try ScriptedServer([.receive, .send("HTTP/1.1 200 OK\r\nContent-Length: 99999\r\n\r\n")])
            try await withTransport(kind, to: server) { transport in
                let (response, body) = try await transport.collect(
                    .to(server, .head), options: .init(maximumResponseBytes: 10))
                #expect(response.headerFields[.contentLength] == "99999")
                #expect(body.isEmpty)
            }
        }

        @Test("gzip is undone, and the fields that described it are gone", arguments: TransportKind.allCases)
        func gzip(kind: TransportKind) async throws {
            let zipped = try run("sh", ["-c", "printf 'hello hello hello' | gzip -n"])
            let server = try ScriptedServer([.receive, .respond(fields: ["Content-Encoding: gzip"], body: zipped)])
            try await withTransport(kind, to: server) { transport in
                let (response, body) = try await transport.collect(.to(server))
                #expect(String(decoding: body, as: UTF8.self) == "hello hello hello")
                #expect(response.headerFields[.contentEncoding] == nil)
                #expect(response.headerFields[.contentLength] == nil)
            }
            #expect(server.requests.first?.field("Accept-Encoding")?.contains("gzip") == true)
        }

        @Test(
            "what is not HTTP is a malformed response",
            arguments: TransportKind.allCases,
            [
                "hello, who are you?\r\n\r\n", "HTTP/1.1 two OK\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 5\r\n\r\nplain",
                "HTTP/1.1 200 OK\r\nno colon\r\n\r\n",
            ])
        func malformed(kind: TransportKind, wire: String) async throws {
            let server = try ScriptedServer([.receive, .send(wire), .hold])
            try await withTransport(kind, to: server) { transport in
                let error = try await transportError { _ = try await transport.collect(.to(server)) }
                #expect(error.code == .malformedResponse || !kind.capabilities.contains(.exactErrors))
                #expect(error.requestMayHaveReachedServer)
            }
        }

        @Test("a head without end is too large", arguments: TransportKind.allCases)
        func endlessHead(kind: TransportKind) async throws {
            let server = try ScriptedServer([
                .receive, .send("HTTP/1.1 200 OK\r\n"), .flood(Array("X-Filler: 0123456789\r\n".utf8), total: 64 << 20),
            ])
            try await withTransport(kind, to: server) { transport in
                let error = try await transportError { _ = try await transport.collect(.to(server)) }
                #expect(error.code == .responseTooLarge || !kind.capabilities.contains(.exactErrors))
            }
        }
    }
}
