import Foundation
import GzipCoding
import HTTPTypes
import JSON
import TestSupport
import Testing
import TodoNetwork
import TodoServer

@Suite("gzip")
struct GzipTests {
    static let text =
        #"{"writes":[{"update":{"name":"projects/p/databases/(default)/documents/c/a","#
        + #""fields":{"a":{"stringValue":"x"}}}}]}"#

    /// Blocks of all three kinds, as zlib produces them; the last with an extra field, a name and a comment.
    static let stored = bytes(
        """
        H4sIAAAAAAAA/wFyAI3/eyJ3cml0ZXMiOlt7InVwZGF0ZSI6eyJuYW1lIjoicHJvamVjdHMvcC9kYXRhYmFzZXMvKGRlZmF1bHQp\
        L2RvY3VtZW50cy9jL2EiLCJmaWVsZHMiOnsiYSI6eyJzdHJpbmdWYWx1ZSI6IngifX19fV19G1HZTHIAAAA=
        """)
    static let fixed = bytes(
        """
        H4sIAAAAAAAA/6tWKi/KLEktVrKKrlYqLUhJLElVsqpWykvMBdJKBUX5WanJJcX6BfpAmcSkxOLUYn2NlNS0xNKcEk39lPzk0tzU\
        PKB8sn6iko5SWmZqTkoxSH8iiCguKcrMSw9LzCkFmVWhVAsEsbUAG1HZTHIAAAA=
        """)
    static let dynamic = bytes(
        """
        H4sIHAAAAAAA/wIAeHluYW1lAGNvbW1lbnQAfZRLbsMwDET3PYWPIH4l5TZt0QIFgvb+u0Iko8iylKWHNjDzPOT95/frSMff95Fu\
        x9u9PUF7gtvx/vHpAjaBTegaNa0+tC6zfauD3kfSRijnUZ9qm5Jepv2FbCbqw2Rpj8qDy9qUAmebYNEgpYtT8JgIK69gkYF54xbI\
        c9a9X3AUVTtWBxAEQlOHopNrC4vlyhcsNyEvXVeHCBvXaDD4BGN+xagww8M1+s8vI2m09IL17BotsWS9uEaLrvPPj6Ex0Kw71wYj\
        4wvWaFRyMxmCl4HHFpOlr8/0IVvieoIWEy9BWsMmr0AqdeObvAAgL0pN4iVsZEJRV6qO1g0BkE7EqURN+WreCICs+82+FrqoQrzg\
        26EF9ubZ+WTt2NmZFK6DeY5FoKnk7PuQTq2Ika8FrA8J+3Zg2pFnw4KU+IV544OcetMl+S4GkxCNA2qa7opYdszpSl7Il3e2F1Oj\
        gRV2dRfDQmlxKZ/v+LUE6sdFctyFkbz4sSCdbrf4neDTz337B06PQnEKBgAA
        """)

    static func bytes(_ base64: String) -> [UInt8] { Array(Data(base64Encoded: base64) ?? Data()) }

    @Test("blocks of each kind are expanded")
    func kinds() throws {
        #expect(try Gzip.expand(Self.stored, limit: 114) == Array(Self.text.utf8))
        #expect(try Gzip.expand(Self.fixed, limit: 1000) == Array(Self.text.utf8))
        let lines = (0..<60).map { "line \($0) of \($0 * $0): \(String(repeating: "abc", count: $0 % 7))\n" }.joined()
        #expect(try Gzip.expand(Self.dynamic, limit: 1546) == Array(lines.utf8))
        #expect(Gzip.claimedSize(of: Self.dynamic) == 1546 && Gzip.claimedSize(of: []) == 0)
    }

    @Test("no more comes out than is allowed")
    func limit() {
        for member in [Self.stored, Self.fixed] {
            #expect(throws: Gzip.Failure.tooLarge) { try Gzip.expand(member, limit: 113) }
        }
        #expect(throws: Gzip.Failure.tooLarge) { try Gzip.expand(Self.dynamic, limit: 1545) }
    }

    @Test("whatever is damaged or cut short is refused")
    func damage() {
        for member in [Self.stored, Self.fixed, Self.dynamic] {
            for count in 0..<member.count {
                #expect(throws: Gzip.Failure.malformed) { try Gzip.expand(Array(member[..<count]), limit: 2000) }
            }
            let whole = try? Gzip.expand(member, limit: 2000)
            for bit in 0..<member.count * 8 {
                var damaged = member
                damaged[bit / 8] ^= 1 << UInt8(bit % 8)
                // Parts that are not data, such as a time or a name, can be anything.
                let expanded = try? Gzip.expand(damaged, limit: 2000)
                #expect(expanded == nil || expanded == whole, "bit \(bit)")
            }
        }
    }

    @Test("several members, and bytes after one, are refused")
    func rest() {
        #expect(throws: Gzip.Failure.malformed) { try Gzip.expand(Self.fixed + Self.stored, limit: 2000) }
        #expect(throws: Gzip.Failure.malformed) { try Gzip.expand(Self.fixed + [0], limit: 2000) }
        #expect(throws: Gzip.Failure.malformed) { try Gzip.expand([], limit: -1) }
        #expect(throws: Gzip.Failure.malformed) { try Gzip.expand(Array(Self.text.utf8), limit: .max) }
    }

    @Test("what is compressed, in one go or in pieces, expands to itself", arguments: [0, 1, 5_000, 200_000])
    func roundTrip(count: Int) throws {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * $0 >> 7) }
        let compressed = try #require(Gzip.compress(bytes, level: 1))
        #expect(try Gzip.expand(compressed, limit: count) == bytes && Gzip.claimedSize(of: compressed) == count)
        let writer = try #require(GzipWriter(level: 9))
        var pieces: [UInt8] = []
        for start in stride(from: 0, to: count, by: 999) {
            pieces += bytes[start..<min(start + 999, count)].withUnsafeBytes { writer.write($0) }
        }
        #expect(try Gzip.expand(pieces + writer.finish(), limit: count) == bytes)
    }

    @Test(
        "gzip is for those who ask for it",
        arguments: [
            ("gzip", true), ("deflate, gzip", true), ("br, GZIP ; q=0.5", true), ("gzip;q=0", false),
            ("gzip;q=0.000", false), ("gzip;q=x", false), ("br", false), ("identity", false), ("", false),
        ])
    func accepted(field: String, isAccepted: Bool) {
        #expect(Gzip.isAccepted(by: field) == isAccepted)
        #expect(!Gzip.isAccepted(by: nil))
    }
}

extension HTTPTests {
    @Suite("compressed requests")
    struct CompressedRequests {
        private func commit(
            _ server: RunningServer, _ body: [UInt8], _ coding: String
        ) async throws -> (status: Int, json: JSONValue) {
            var request = HTTPRequest(
                method: .post, scheme: "http", authority: server.endpoint.authority,
                path: "\(Endpoint.documents):commit")
            request.headerFields[.contentType] = "application/json"
            request.headerFields[.contentEncoding] = coding
            let (response, bytes) = try await server.endpoint.transport.collect(request, body: HTTPBody(body))
            return (response.status.code, (try? JSONValue(parsing: bytes)) ?? .null)
        }

        @Test("a body in gzip is read; another coding, damage, and what claims another size are refused")
        func gzip() async throws {
            try await RunningServer.with { server in
                #expect(try await commit(server, GzipTests.fixed, "gzip").status == 200)
                let document = try await server.endpoint.send(.get, "\(Endpoint.documents)/c/a")
                #expect(document.json["fields"] == ["a": ["stringValue": "x"]])
                let text = Array(GzipTests.text.utf8)
                #expect(try await commit(server, text, "identity").status == 200)
                var (more, less) = (GzipTests.fixed, GzipTests.fixed)
                more[more.count - 1] = 0x7F
                less[less.count - 4] -= 1
                for (body, coding) in [
                    (GzipTests.fixed, "br"), (GzipTests.fixed, "gzip, gzip"), (text, "gzip"), (more, "gzip"),
                    (less, "gzip"), ([], "gzip"),
                ] {
                    let (status, json) = try await commit(server, body, coding)
                    #expect(status == 400 && json["error"]?["status"] == "INVALID_ARGUMENT", "\(coding) \(body.count)")
                }
            }
        }

        @Test("a body that expands beyond the limit is refused, whatever it claims; so are two members, and more bytes")
        func bomb() async throws {
            let body = [UInt8](repeating: UInt8(ascii: " "), count: 10 << 20 + 1)
            let honest = try #require(Gzip.compress(body, level: 9))
            #expect(honest.count < 16 << 10)
            let forged = honest.dropLast(4) + [100, 0, 0, 0]
            try await RunningServer.with { server in
                for (body, reason) in [
                    (honest, "exceeds the limit"), (Array(forged), "cannot be read"),
                    (GzipTests.fixed + GzipTests.fixed, "cannot be read"),
                    (GzipTests.fixed + [0, 0, 0, 0], "cannot be read"),
                ] {
                    let (status, json) = try await commit(server, body, "gzip")
                    #expect(status == 400 && json["error"]?["message"]?.string?.contains(reason) == true, "\(json)")
                }
                #expect(try await server.endpoint.send(.get, "\(Endpoint.documents)/c/a").status == 404)
            }
        }
    }

    @Suite("compressed answers")
    struct CompressedAnswers {
        /// Stores a document whose text is `character`, `count` times.
        private func store(_ server: RunningServer, _ id: String, _ character: String, _ count: Int) async throws {
            let name = "\(Endpoint.documents.dropFirst("/v1/".count))/c/\(id)"
            let text = String(repeating: character, count: count)
            let reply = try await server.endpoint.call(
                "commit",
                ["writes": [["update": ["name": .string(name), "fields": ["t": ["stringValue": .string(text)]]]]]])
            try #require(reply.status == 200, "\(reply.text)")
        }

        /// An answer as it is sent: the client of the other tests unpacks what it gets.
        private func answer(
            _ server: RunningServer, _ path: String, accepting coding: String?
        ) async throws -> (head: String, body: [UInt8]) {
            let field = coding.map { "Accept-Encoding: \($0)\r\n" } ?? ""
            let bytes = try await blocking { [authority = server.endpoint.authority] in
                let connection = try RawConnection(authority)
                connection.send(
                    "GET \(path) HTTP/1.1\r\nHost: \(authority)\r\nAuthorization: Bearer owner\r\n\(field)\r\n")
                return connection.readAnswer()
            }
            let answer = try #require(bytes)
            let end = try #require(answer.firstRange(of: Array("\r\n\r\n".utf8)))
            return (
                String(decoding: answer[..<end.lowerBound], as: UTF8.self).lowercased(),
                Array(answer[end.upperBound...])
            )
        }

        @Test("an answer over a kilobyte is in gzip for a client that takes that, and as it was for others")
        func sizes() async throws {
            try await RunningServer.with { server in
                // In one packet; a message; in memory; and, as each character takes six bytes in JSON, in a file.
                for (id, character, count) in [
                    ("tiny", "x", 10), ("message", "x", 5_000), ("memory", "x", 500_000), ("file", "\u{1}", 300_000),
                ] {
                    try await store(server, id, character, count)
                    let path = "\(Endpoint.documents)/c/\(id)"
                    let plain = try await answer(server, path, accepting: nil)
                    #expect(plain.head.hasPrefix("http/1.1 200") && !plain.head.contains("content-encoding"), "\(id)")
                    #expect(plain.head.contains("vary: accept-encoding"))
                    #expect(plain.body.count > count)
                    let refusing = try await answer(server, path, accepting: "br, gzip;q=0")
                    #expect(!refusing.head.contains("content-encoding") && refusing.body == plain.body, "\(id)")
                    let packed = try await answer(server, path, accepting: "deflate, gzip")
                    guard id != "tiny" else {
                        #expect(!packed.head.contains("content-encoding") && packed.body == plain.body)
                        continue
                    }
                    #expect(packed.head.contains("content-encoding: gzip"), "\(id)")
                    #expect(packed.head.contains("vary: accept-encoding"))
                    #expect(packed.body.count < plain.body.count / 10)
                    #expect(try Gzip.expand(packed.body, limit: plain.body.count) == plain.body, "\(id)")
                    #expect(try await server.endpoint.send(.get, path).body == plain.body)
                }
                let metrics = try await answer(server, "/metrics", accepting: "gzip")
                #expect(metrics.body.count > 1 << 10 && !metrics.head.contains("content-encoding"))
            }
        }

        @Test("an answer that fits into its user's share alone, without a compressed one beside it, is sent as it is")
        func noRoom() async throws {
            var limits = Limits.development
            limits.answerBytes = .init(total: 1, perUser: 1)
            // The text takes six bytes for each character, and the rest of the answer some hundreds. In gzip it takes over
            // 1,700.
            limits.answerFileBytes = .init(total: 64 << 20, perUser: 6 * 300_000 + 1_000)
            try await RunningServer.with(limits: limits) { server in
                try await store(server, "file", "\u{1}", 300_000)
                let plain = try await answer(server, "\(Endpoint.documents)/c/file", accepting: "gzip")
                #expect(plain.head.hasPrefix("http/1.1 200") && !plain.head.contains("content-encoding"))
                #expect(plain.body.count > 6 * 300_000)
            }
        }
    }
}
