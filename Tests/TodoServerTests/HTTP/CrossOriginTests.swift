import HTTPTypes
import JSON
import TestSupport
import Testing
import TodoNetwork
import TodoServer

extension HTTPTests {
    @Suite("requests of web pages")
    struct CrossOrigins {
        private let page = "https://app.example.org"

        private func ask(
            _ server: RunningServer, _ method: HTTPRequest.Method, _ path: String, from origin: String,
            _ body: String? = nil
        ) async throws -> Endpoint.Reply {
            var fields: HTTPFields = [.origin: origin]
            if method == .options {
                fields[.accessControlRequestMethod] = "POST"
                fields[.accessControlRequestHeaders] = "authorization,x-goog-api-client"
            }
            return try await server.endpoint.send(method, Endpoint.documents + path, body, fields: fields)
        }

        @Test("a browser may send what an allowed page asks, and read the answer, errors too")
        func allowed() async throws {
            try await RunningServer.with(allowedOrigins: [page, "http://127.0.0.1:5173"]) { server in
                let asked = try await ask(server, .options, ":commit", from: page)
                #expect(asked.status == 204 && asked.body.isEmpty)
                #expect(asked.fields[.accessControlAllowOrigin] == page)
                #expect(asked.fields[.accessControlAllowMethods] == "GET, POST, PATCH, DELETE")
                #expect(asked.fields[.accessControlAllowHeaders] == "authorization,x-goog-api-client")
                #expect(asked.fields[.accessControlAllowCredentials] == nil)
                for (path, status) in [("/c/a", 404), ("/c//a", 400), (":unknown", 404), ("/c", 200)] {
                    let reply = try await ask(server, .get, path, from: page)
                    #expect(reply.status == status && reply.fields[.accessControlAllowOrigin] == page, "\(path)")
                    #expect(reply.fields[.vary] == (status == 200 ? "Accept-Encoding, Origin" : "Origin"), "\(path)")
                }
                let other = try await ask(server, .post, ":commit", from: "http://127.0.0.1:5173", "{}")
                #expect(other.fields[.accessControlAllowOrigin] == "http://127.0.0.1:5173")
                #expect(other.fields[.accessControlExposeHeaders]?.contains("Todo-Change-Feed") == true)
            }
        }

        @Test("nothing is said to a page that is not allowed, or where none is")
        func refused() async throws {
            for origins in [[], [page]] {
                try await RunningServer.with(allowedOrigins: origins) { server in
                    for origin in [
                        "https://evil.example", "null", "https://app.example.org.evil.example", "\(page):80",
                    ] {
                        for method in [.options, .get] as [HTTPRequest.Method] {
                            let reply = try await ask(server, method, "/c", from: origin)
                            #expect(reply.fields[.accessControlAllowOrigin] == nil, "\(method) \(origin)")
                            #expect(reply.fields[.accessControlAllowMethods] == nil, "\(method) \(origin)")
                        }
                    }
                }
            }
        }

        @Test("a refusal for too many requests can be read as well")
        func tooMany() async throws {
            var limits = Limits.development
            limits.requestsPerAddress = .init(burst: 1, perSecond: 0.001)
            try await RunningServer.with(limits: limits, allowedOrigins: [page]) { server in
                _ = try await ask(server, .get, ":unknown", from: page)
                let reply = try await ask(server, .get, ":unknown", from: page)
                #expect(reply.status == 429 && reply.fields[.accessControlAllowOrigin] == page)
            }
        }

        @Test("what no browser sends as an origin cannot be allowed")
        func origins() {
            var origins = AllowedOrigins()
            for text in [
                "", "*", "null", "app.example.org", "https://", "https://a/", "https://a/b", "https://a:443",
                "http://a:80", "https://a:", "https://a:0", "https://a:65536", "https://a:+1", "https://a b",
                "ftp://a", "https://é", "https://u@a",
            ] {
                let isTaken = origins.allow(text)
                #expect(!isTaken && origins.isEmpty, "\(text)")
            }
            for text in ["https://App.example.org", "http://localhost:5173", "http://[::1]:80800", "http://[::1]:8080"]
            {
                _ = origins.allow(text)
            }
            #expect(origins.allows("https://app.example.org") && origins.allows("http://localhost:5173"))
            #expect(origins.allows("http://[::1]:8080") && !origins.allows("http://[::1]:80800"))
            #expect(!origins.allows("http://localhost") && !origins.allows("https://app.example.org:5173"))
        }
    }
}
