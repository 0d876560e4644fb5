import HTTPTypes
import TestSupport
import Testing
import TodoNetwork

extension HTTPTests {
    @Suite("Requests")
    struct Requests {
        @Test(
            "a body has its length and is JSON by default, and nothing waits for a 100",
            arguments: TransportKind.allCases)
        func bytes(kind: TransportKind) async throws {
            let server = try ScriptedServer([.forever([.receive, .respond()])])
            // Above 1 MiB, where libcurl by default would ask for a 100.
            let large = [UInt8](repeating: 0x20, count: 3 << 20)
            try await withTransport(kind, to: server) { transport in
                _ = try await transport.collect(.to(server, .post, "/v1/a:commit"), body: HTTPBody(large))
                _ = try await transport.collect(
                    .to(server, .patch, fields: [.contentType: "text/plain"]), body: HTTPBody("hi"))
                _ = try await transport.collect(.to(server, .post))
                _ = try await transport.collect(.to(server, .delete))
            }
            let requests = server.requests
            #expect(
                requests.map(\.requestLine) == [
                    "POST /v1/a:commit HTTP/1.1", "PATCH / HTTP/1.1", "POST / HTTP/1.1", "DELETE / HTTP/1.1",
                ])
            #expect(requests.dropLast().map { $0.field("Content-Length") } == ["\(large.count)", "2", "0"])
            // An empty body is sent as no length or as length 0: RFC 9110, 8.6 allows both where no body is expected.
            #expect([nil, "0"].contains(requests.last?.field("Content-Length")))
            #expect(requests.map { $0.field("Content-Type") } == ["application/json", "text/plain", nil, nil])
            #expect(requests[0].body == large)
            #expect(requests.allSatisfy { $0.field("Expect") == nil && $0.field("Upgrade") == nil })
            #expect(requests[0].field("Host") == server.authority)
            #expect(requests[0].field("User-Agent") == "todo")
        }

        @Test("the path goes over the wire as it was given", arguments: TransportKind.allCases)
        func path(kind: TransportKind) async throws {
            let server = try ScriptedServer([.receive, .respond()])
            let path = "/v1/projects/p/databases/%28default%29/.a/a%2Fb?x=../1&y=%20"
            try await withTransport(kind, to: server) { transport in
                _ = try await transport.collect(.to(server, .get, path))
            }
            #expect(server.requests.map(\.requestLine) == ["GET \(path) HTTP/1.1"])
        }

        @Test(
            "segments of dots go over the wire as well, or are refused", arguments: TransportKind.allCases,
            ["..", "%2E%2e", "."])
        func dotSegments(kind: TransportKind, segment: String) async throws {
            let server = try ScriptedServer([.receive, .respond()])
            let path = "/v1/a/\(segment)/b"
            try await withTransport(kind, to: server) { transport in
                guard !kind.capabilities.contains(.dotSegments) else {
                    _ = try await transport.collect(.to(server, .get, path))
                    return
                }
                let error = try await transportError { _ = try await transport.collect(.to(server, .get, path)) }
                #expect(error.code == .invalidRequest)
            }
            let isSent = kind.capabilities.contains(.dotSegments)
            #expect(server.requests.map(\.requestLine) == (isSent ? ["GET \(path) HTTP/1.1"] : []))
        }

        @Test(
            "a stream is sent with its length where it is known, in chunks where it is not",
            arguments: TransportKind.allCases, [true, false])
        func stream(kind: TransportKind, announcesLength: Bool) async throws {
            let server = try ScriptedServer([.receive, .respond()])
            let chunks = CountedChunks(100, of: Array("0123456789".utf8))
            try await withTransport(kind, to: server) { transport in
                _ = try await transport.collect(
                    .to(server, .post), body: HTTPBody(chunks, length: announcesLength ? 1000 : nil))
            }
            let request = try #require(server.requests.first)
            #expect(request.body.count == 1000)
            let hasLength = announcesLength || !kind.capabilities.contains(.streamedBodies)
            #expect(request.field("Content-Length") == (hasLength ? "1000" : nil))
            #expect(request.field("Transfer-Encoding") == (hasLength ? nil : "chunked"))
        }

        @Test("an empty stream is an empty body", arguments: TransportKind.allCases, [0, nil])
        func emptyStream(kind: TransportKind, length: Int?) async throws {
            let server = try ScriptedServer([.receive, .respond()])
            try await withTransport(kind, to: server) { transport in
                _ = try await transport.collect(
                    .to(server, .post), body: HTTPBody(CountedChunks(0, of: []), length: length))
            }
            #expect(server.requests.first?.body == [])
        }

        @Test(
            "a stream that is not as long as announced fails the exchange", arguments: TransportKind.allCases,
            [999, 1001])
        func wrongLength(kind: TransportKind, length: Int) async throws {
            let server = try ScriptedServer([.receive, .respond()])
            let chunks = CountedChunks(100, of: Array("0123456789".utf8))
            try await withTransport(kind, to: server) { transport in
                let error = try await transportError {
                    _ = try await transport.collect(.to(server, .post), body: HTTPBody(chunks, length: length))
                }
                #expect(error.code == .requestBody)
            }
            #expect(server.requests.isEmpty)
        }

        @Test("what the source of a stream throws is what the caller gets", arguments: TransportKind.allCases)
        func brokenStream(kind: TransportKind) async throws {
            let server = try ScriptedServer([.receive, .respond()])
            try await withTransport(kind, to: server) { transport in
                await #expect(throws: CountedChunks.Broken.self) {
                    let chunks = CountedChunks(100, of: [1], breaksAfter: 50)
                    _ = try await transport.collect(.to(server, .post), body: HTTPBody(chunks))
                }
            }
            #expect(server.requests.isEmpty)
        }

        @Test("a server that answers before it has read the body is heard", arguments: TransportKind.allCases)
        func earlyAnswer(kind: TransportKind) async throws {
            try kind.needs(.streamedBodies)
            let server = try ScriptedServer([.receiveHead, .respond("413 Content Too Large", text: "no"), .hold])
            let chunks = CountedChunks(4096, of: [UInt8](repeating: 0, count: 64 << 10))
            try await withTransport(kind, to: server) { transport in
                let (response, _) = try await transport.collect(.to(server, .post), body: HTTPBody(chunks))
                #expect(response.status == .contentTooLarge)
            }
        }

        @Test("a line break in a field value adds no line to the head", arguments: TransportKind.allCases)
        func injection(kind: TransportKind) async throws {
            let server = try ScriptedServer([.receive, .respond()])
            let fields: HTTPFields = [.authorization: "Bearer a\r\nX-Admin: yes\r\n\r\nGET /other HTTP/1.1"]
            try await withTransport(kind, to: server) { transport in
                _ = try await transport.collect(.to(server, fields: fields))
            }
            let request = try #require(server.requests.first)
            #expect(server.requests.count == 1)
            #expect(request.field("X-Admin") == nil)
        }

        static let refused: [HTTPRequest] = {
            func request(
                _ scheme: String? = "http", _ authority: String? = "127.0.0.1:1", _ path: String? = "/",
                _ fields: HTTPFields = [:]
            ) -> HTTPRequest {
                HTTPRequest(method: .get, scheme: scheme, authority: authority, path: path, headerFields: fields)
            }
            var control = HTTPFields()
            control.append(HTTPField(name: .authorization, lenientValue: Array("a\u{1}b".utf8)))
            return [
                request("ftp"), request("file"), request(nil), request("http", nil), request("http", ""),
                request("http", "user:secret@127.0.0.1"), request("http", "127.0.0.1:0"), request("http", "h:99999"),
                request("http", "h/x"), request("http", "h h"), request("http", ":80"), request("http", "[::1"),
                request("http", "h:1", "x"), request("http", "h:1", "/a b"), request("http", "h:1", "/a\r\nX: y"),
                request("http", "h:1", "/a#b"), request("http", "h:1", "/ä"), request("http", "h:1", "/", control),
                request("http", "h:1", "/", [.contentLength: "5"]),
                request("http", "h:1", "/", [.transferEncoding: "chunked"]),
                request("http", "h:1", "/", [.expect: "100-continue"]), request("http", "h:1", "/", [.upgrade: "h2c"]),
            ]
        }()

        @Test(
            "a request that could mean something else on the wire is refused", arguments: TransportKind.allCases,
            refused)
        func refusal(kind: TransportKind, request: HTTPRequest) async throws {
            try await withTransport(kind) { transport in
                let error = try await transportError { _ = try await transport.collect(request) }
                #expect(error.code == .invalidRequest)
                #expect(error.requestMayHaveReachedServer == false)
                #expect(!error.description.contains("secret"))
            }
        }
    }
}
