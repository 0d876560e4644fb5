import HTTPTypes
import TestSupport
import Testing
import TodoNetwork

extension HTTPTests {
    @Suite("Redirects")
    struct Redirects {
        static let fields: HTTPFields = [
            .authorization: "Bearer secret", .cookie: "a=b", .accept: "application/json",
        ]

        static func redirect(_ status: String, to location: String) -> [ScriptedStep] {
            [.receive, .respond("\(status) Elsewhere", fields: ["Location: \(location)"], text: "moved")]
        }

        @Test("a redirect is a response unless asked otherwise", arguments: TransportKind.allCases)
        func notFollowed(kind: TransportKind) async throws {
            let server = try ScriptedServer(Self.redirect("302", to: "/other"))
            try await withTransport(kind, to: server) { transport in
                let (response, body) = try await transport.collect(.to(server))
                #expect(response.status.code == 302)
                #expect(response.headerFields[.location] == "/other")
                #expect(body == Array("moved".utf8))
            }
        }

        @Test("within the origin credentials and the connection are kept", arguments: TransportKind.allCases)
        func sameOrigin(kind: TransportKind) async throws {
            let server = try ScriptedServer(
                Self.redirect("307", to: "../b?x=1") + [.receive, .respond(text: "there")])
            try await withTransport(kind, to: server) { transport in
                let (response, body) = try await transport.collect(
                    .to(server, .post, "/a/c/d", fields: Self.fields), body: HTTPBody("{}"),
                    options: .init(maximumRedirects: 1))
                #expect(response.status == .ok)
                #expect(body == Array("there".utf8))
            }
            let second = try #require(server.requests.last)
            #expect(second.requestLine == "POST /a/b?x=1 HTTP/1.1")
            #expect(second.field("Authorization") == "Bearer secret")
            #expect(second.body == Array("{}".utf8))
            #expect(server.connectionCount == 1)
        }

        @Test("another port is another origin, which gets no credentials", arguments: TransportKind.allCases)
        func otherOrigin(kind: TransportKind) async throws {
            let other = try ScriptedServer([.receive, .respond(text: "there")])
            let server = try ScriptedServer(Self.redirect("302", to: "http://\(other.authority)/x"))
            try await withTransport(kind, to: server, other) { transport in
                _ = try await transport.collect(
                    .to(server, fields: Self.fields), options: .init(maximumRedirects: 3))
            }
            let request = try #require(other.requests.first)
            #expect(request.field("Authorization") == nil)
            #expect(request.field("Cookie") == nil)
            #expect(request.field("Accept") == "application/json")
        }

        @Test("303 turns a POST into a GET without a body", arguments: TransportKind.allCases)
        func seeOther(kind: TransportKind) async throws {
            let server = try ScriptedServer(Self.redirect("303", to: "/done") + [.receive, .respond()])
            try await withTransport(kind, to: server) { transport in
                _ = try await transport.collect(
                    .to(server, .post), body: HTTPBody("{}"), options: .init(maximumRedirects: 1))
            }
            let second = try #require(server.requests.last)
            #expect(second.requestLine == "GET /done HTTP/1.1")
            #expect(second.field("Content-Type") == nil)
            #expect(second.body.isEmpty)
        }

        @Test("redirects end at the limit", arguments: TransportKind.allCases)
        func limit(kind: TransportKind) async throws {
            let server = try ScriptedServer([.forever(Self.redirect("302", to: "/again"))])
            try await withTransport(kind, to: server) { transport in
                let error = try await transportError {
                    _ = try await transport.collect(.to(server), options: .init(maximumRedirects: 5))
                }
                #expect(error.code == .redirectRefused)
                #expect(error.requestMayHaveReachedServer)
            }
            #expect(server.requests.count == 6)
        }

        @Test(
            "a request body does not go to another origin, and nothing goes to another protocol",
            arguments: TransportKind.allCases,
            ["http://127.0.0.1:1/", "file:///etc/passwd", "ftp://127.0.0.1/", "http://a:b@127.0.0.1:1/"])
        func refused(kind: TransportKind, location: String) async throws {
            let server = try ScriptedServer(Self.redirect("307", to: location))
            try await withTransport(kind, to: server) { transport in
                let error = try await transportError {
                    _ = try await transport.collect(
                        .to(server, .post), body: HTTPBody("{}"), options: .init(maximumRedirects: 5))
                }
                #expect(error.code == .redirectRefused)
            }
        }
    }
}
