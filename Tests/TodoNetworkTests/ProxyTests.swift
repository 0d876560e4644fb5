import HTTPTypes
import TestSupport
import Testing
import TodoNetwork

extension HTTPTests {
    @Suite("Proxies")
    struct Proxies {
        static func proxy(_ server: ScriptedServer, _ more: [String: String] = [:]) -> TransportKind.Setup {
            let url = "http://me:secret@\(server.authority)"
            let environment = ["http_proxy": url, "HTTPS_PROXY": url].merging(more) { $1 }
            return .init(proxy: HTTPProxy(environment: environment))
        }

        static func request(scheme: String) -> HTTPRequest {
            HTTPRequest(
                method: .get, scheme: scheme, authority: "todo.invalid", path: "/x",
                headerFields: [.authorization: "Bearer token"])
        }

        @Test("a request goes to the proxy that the environment names", arguments: TransportKind.allCases)
        func http(kind: TransportKind) async throws {
            try kind.needs(.proxies)
            let server = try ScriptedServer([.receive, .respond(text: "via")])
            try await withTransport(kind, to: server, setup: Self.proxy(server)) { transport in
                let (_, body) = try await transport.collect(Self.request(scheme: "http"))
                #expect(body == Array("via".utf8))
            }
            #expect(server.requests.first?.requestLine == "GET http://todo.invalid/x HTTP/1.1")
            #expect(server.requests.first?.field("Proxy-Authorization") == "Basic bWU6c2VjcmV0")
        }

        @Test("NO_PROXY is respected", arguments: TransportKind.allCases)
        func bypass(kind: TransportKind) async throws {
            try kind.needs(.proxies)
            let proxy = try ScriptedServer([])
            let configuration = Self.proxy(proxy, ["NO_PROXY": "example.org,todo.invalid"])
            try await withTransport(kind, to: proxy, setup: configuration) { transport in
                let error = try await transportError { _ = try await transport.collect(Self.request(scheme: "http")) }
                #expect(error.code == .nameNotResolved)
            }
            #expect(proxy.connectionCount == 0)
        }

        @Test(
            "what is meant for this machine goes through no proxy, with its token or without",
            arguments: TransportKind.allCases, ["127.0.0.1", "localhost", "127.1", "0x7f000001", "127.8.9.10"])
        func loopback(kind: TransportKind, host: String) async throws {
            try kind.needs(.proxies)
            let proxy = try ScriptedServer([])
            let server = try ScriptedServer([.receive, .respond(text: "direct")])
            try await withTransport(kind, to: server, proxy, setup: Self.proxy(proxy)) { transport in
                var request = Self.request(scheme: "http")
                request.authority = "\(host):\(server.port)"
                // If the server listens only on another address of this machine, nobody answers.
                _ = try? await transport.collect(request)
            }
            #expect(proxy.connectionCount == 0, "the proxy was asked for \(host)")
        }

        @Test(
            "a machine that is only called as if it were this one is another",
            arguments: TransportKind.allCases,
            ["128.0.0.1", "127.0.0.1.example.org", "localhost.example.org", "[::2]", "[::ffff:128.0.0.1]"])
        func others(kind: TransportKind, host: String) async throws {
            try kind.needs(.proxies)
            let proxy = try ScriptedServer([.receive, .respond(text: "via")])
            try await withTransport(kind, to: proxy, setup: Self.proxy(proxy)) { transport in
                var request = Self.request(scheme: "http")
                request.authority = host
                let (_, body) = try await transport.collect(request)
                #expect(body == Array("via".utf8))
            }
        }

        @Test(
            "a proxy that refuses a tunnel is a proxy error, sees no token, and is not quoted",
            arguments: TransportKind.allCases)
        func refused(kind: TransportKind) async throws {
            try kind.needs(.proxies)
            let server = try ScriptedServer([.receive, .respond("407 Proxy Authentication Required"), .hold])
            try await withTransport(kind, to: server, setup: Self.proxy(server)) { transport in
                let error = try await transportError { _ = try await transport.collect(Self.request(scheme: "https")) }
                #expect(error.code == .proxy)
                #expect(error.requestMayHaveReachedServer == false)
                #expect(!error.description.contains("secret"))
            }
            #expect(server.requests.first?.requestLine == "CONNECT todo.invalid:443 HTTP/1.1")
            #expect(server.requests.first?.field("Authorization") == nil)
        }

        @Test(
            "HTTP_PROXY in upper case, which a web server may set from a request, is not read",
            arguments: TransportKind.allCases)
        func httpoxy(kind: TransportKind) async throws {
            try kind.needs(.proxies)
            let server = try ScriptedServer([.receive, .respond(text: "direct")])
            let configuration = TransportKind.Setup(
                proxy: HTTPProxy(environment: ["HTTP_PROXY": "http://127.0.0.1:1"]))
            try await withTransport(kind, to: server, setup: configuration) { transport in
                _ = try await transport.collect(.to(server))
            }
        }
    }
}
