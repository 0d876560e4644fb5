import Foundation
import HTTPTypes
import JSON
import TestSupport
import Testing
import TodoServer

extension HTTPTests {
    /// What a browser sends for a page written by somebody else.
    @Suite("web pages and the server")
    struct WebPageTests {
        private static let query = "\(Endpoint.documents):runQuery"
        private static let body = #"{"structuredQuery":{"from":[{"collectionId":"c"}]}}"#

        /// The status of the answer to a request given as raw text.
        private static func status(
            _ server: RunningServer, _ method: String, _ path: String, _ fields: String..., body: String = ""
        ) async throws -> Int {
            let length = body.isEmpty ? [] : ["Content-Length: \(body.utf8.count)"]
            let head = ["\(method) \(path) HTTP/1.1"] + fields + length + ["Connection: close"]
            let received = try await blocking {
                let connection = try RawConnection(server.endpoint.authority)
                connection.send(head.joined(separator: "\r\n") + "\r\n\r\n" + body)
                return connection.readAnswer()
            }
            let answer = try #require(received)
            return try #require(Int(String(decoding: answer.dropFirst(9).prefix(3), as: UTF8.self)))
        }

        @Test("a page of another origin may neither write nor read, whatever it asks and wherever it asks it")
        func origin() async throws {
            try await RunningServer.with { server async throws in
                let host = "Host: \(server.endpoint.authority)"
                for origin in [
                    "https://evil.example", "null", "", "http://localhost:1", "http://127.0.0.1", "file://",
                    "http://\(server.endpoint.authority).evil.example",
                ] {
                    let field = "Origin: \(origin)"
                    for type in ["text/plain", "application/json"] {
                        let status = try await Self.status(
                            server, "POST", Self.query, host, field, "Content-Type: \(type)", body: Self.body)
                        #expect(status == 403, "\(origin), \(type)")
                    }
                    for path in ["/health", "/metrics", "\(Endpoint.documents)/c/a"] {
                        #expect(try await Self.status(server, "GET", path, host, field) == 403, "\(origin), \(path)")
                    }
                }
                #expect(
                    try await Self.status(server, "GET", "/health", host, "Origin: http://\(server.endpoint.authority)")
                        == 200)
            }
        }

        @Test("an origin that is named may ask, and no other")
        func allowed() async throws {
            try await RunningServer.with(allowedOrigins: ["https://todo.example"]) { server async throws in
                let host = "Host: \(server.endpoint.authority)"
                for (origin, expected) in [
                    ("https://todo.example", 200), ("https://todo.example:444", 403), ("http://todo.example", 403),
                ] {
                    #expect(try await Self.status(server, "GET", "/health", host, "Origin: \(origin)") == expected)
                }
            }
        }

        @Test("without tokens, what is addressed to another name is not answered: a page can make a name lead here")
        func rebinding() async throws {
            try await RunningServer.with { server async throws in
                let port = server.endpoint.authority.split(separator: ":").last ?? ""
                for host in [
                    "evil.example", "evil.example:\(port)", "127.0.0.1.evil.example", "192.0.2.1", "[::2]",
                ] {
                    for path in ["/health", "/metrics", "\(Endpoint.documents)/c/a"] {
                        #expect(try await Self.status(server, "GET", path, "Host: \(host)") == 403, "\(host), \(path)")
                    }
                }
                for host in ["localhost", "LOCALHOST:\(port)", "127.0.0.1", "127.8.8.8:1", "[::1]", "[::1]:\(port)"] {
                    #expect(try await Self.status(server, "GET", "/metrics", "Host: \(host)") == 200, "\(host)")
                }
            }
        }

        @Test("with tokens, any name will do for who has one; who has none asks for metrics by this machine's names")
        func metrics() async throws {
            try await GuardedServer.with { server async throws in
                let (running, token) = (server.server, "Authorization: \(server.admin)")
                #expect(try await Self.status(running, "GET", "/metrics", "Host: evil.example") == 401)
                #expect(try await Self.status(running, "GET", "/metrics", "Host: localhost") == 200)
                #expect(try await Self.status(running, "GET", "/metrics", "Host: todo.example", token) == 200)
                #expect(
                    try await Self.status(running, "GET", "/metrics", "Host: localhost", "Origin: https://a.example")
                        == 403)
            }
        }

        @Test("what a proxy on this machine passes on does not come from this machine")
        func proxiedMetrics() async throws {
            try await GuardedServer.with { server async throws in
                let (running, token) = (server.server, "Authorization: \(server.admin)")
                for field in [
                    "Forwarded: for=192.0.2.1", "forwarded: for=127.0.0.1", "X-Forwarded-For: 127.0.0.1",
                    "x-forwarded-for:", "X-Forwarded-Host: a.example", "X-Forwarded-Proto: https", "Via: 1.1 proxy",
                    "VIA: 2 a, 1.1 b", "X-Real-IP: 127.0.0.1", "CF-Connecting-IP: 192.0.2.1",
                ] {
                    #expect(
                        try await Self.status(running, "GET", "/metrics", "Host: localhost", field) == 401, "\(field)")
                    #expect(
                        try await Self.status(running, "GET", "/metrics", "Host: localhost", field, token) == 200,
                        "\(field)")
                }
                #expect(try await Self.status(running, "GET", "/metrics", "Host: localhost", "X-Other: 1") == 200)
            }
        }

        @Test("a body is JSON and says so; what says otherwise is taken from those alone who had to be let in before")
        func contentTypes() async throws {
            try await RunningServer.with { server async throws in
                let host = "Host: \(server.endpoint.authority)"
                func status(_ fields: String...) async throws -> Int {
                    try await Self.status(
                        server, "POST", Self.query, host, fields.joined(separator: "\r\n"), body: Self.body)
                }
                for type in [
                    "text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "",
                    "application/jsonx", "text/plain; application/json",
                ] { #expect(try await status("Content-Type: \(type)") == 400, "\(type)") }
                #expect(try await status("X: y") == 400)
                for type in ["application/json", "Application/JSON ; charset=utf-8", "application/problem+json"] {
                    #expect(try await status("Content-Type: \(type)") == 200, "\(type)")
                }
                // Google's client for JavaScript.
                #expect(try await status("Content-Type: text/plain", "X-Goog-Api-Client: gl-js/ fire/11") == 200)
                #expect(try await status("Content-Type: text/plain", "Authorization: Bearer owner") == 200)
                // Without a body there is nothing to declare.
                #expect(
                    try await Self.status(
                        server, "POST", "\(Endpoint.documents):beginTransaction", host, "Content-Length: 0")
                        == 200)
            }
        }
    }
}
