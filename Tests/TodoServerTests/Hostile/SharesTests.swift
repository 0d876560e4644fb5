import Foundation
import HTTPTypes
import JSON
import TestSupport
import Testing
import TodoServer

extension HTTPTests {
    /// `Tests/Hostile/attacks.py` does this at full scale, and measures it.
    @Suite("what one user takes from another")
    struct SharesTests {
        private static let path = "/users/u/sync/head"

        private static func limits(_ change: (inout Limits) -> Void) -> Limits {
            var limits = Limits.development
            change(&limits)
            return limits
        }

        private static func gauge(_ name: String, _ server: GuardedServer) async throws -> Int? {
            let metrics = try await server.server.endpoint.send(.get, "/metrics", authorization: server.admin)
            let line = metrics.text.split(separator: "\n").first { $0.hasPrefix("\(name) ") }
            return line?.split(separator: " ").last.flatMap { Double($0) }.map { Int($0) }
        }

        private static func head(_ server: GuardedServer, _ request: String, length: Int? = nil) -> String {
            let length = length.map { "Content-Length: \($0)\r\nContent-Type: application/json\r\n" } ?? ""
            return "\(request) HTTP/1.1\r\nHost: a\r\nAuthorization: \(server.tokens["u"] ?? "")\r\n\(length)\r\n"
        }

        @Test("wrong tokens lock nobody out who comes from their address with a valid one, known before or not")
        func tokens() async throws {
            let limits = Self.limits {
                $0.failuresPerAddress = .init(burst: 5, perSecond: 0.0001)
                $0.requestsPerAddress = .init(burst: 20, perSecond: 0.0001)
            }
            try await GuardedServer.with(limits: limits) { server async throws in
                let wrong = "Bearer todo_0000000000000000_" + String(repeating: "0", count: 64)
                var statuses: [Int] = []
                for _ in 0..<25 {
                    statuses.append(
                        try await server.server.endpoint.send(
                            .get, Endpoint.documents + Self.path, authorization: wrong
                        ).status)
                }
                #expect(statuses == [Int](repeating: 401, count: 5) + [Int](repeating: 429, count: 20))
                let new = try server.server.store.accounts.add("w").text
                for _ in 0..<30 {
                    let reply = try await server.server.endpoint.send(
                        .get, "\(Endpoint.documents)/users/w/sync/head", authorization: "Bearer \(new)")
                    #expect(reply.status == 404)
                }
            }
        }

        @Test("answers that nobody reads take a user's share of memory and files, and no more; another's are answered")
        func unread() async throws {
            let limits = Self.limits {
                $0.answerBytes = .init(total: 4 << 20, perUser: 1 << 20)
                $0.answerFileBytes = .init(total: 64 << 20, perUser: 8 << 20)
                $0.writeTimeout = .seconds(600)
            }
            try await GuardedServer.with(limits: limits) { server async throws in
                // Six megabytes as JSON, more than sockets buffer.
                let text = String(repeating: "\u{1}", count: 1_000_000)
                for user in ["u", "v"] {
                    let reply = try await server.send(
                        as: "admin", .patch, "/users/\(user)/todos/large",
                        ["fields": ["t": ["stringValue": .string(text)]]])
                    try #require(reply.status == 200)
                }
                let request = Self.head(server, "GET \(Endpoint.documents)/users/u/todos/large")
                let connections = try (0..<8).map { _ in
                    let connection = try RawConnection(server.server.endpoint.authority)
                    connection.shrink()
                    return connection
                }
                // One fits into the share of files, but not two: written at once, neither would.
                connections[0].send(request)
                #expect(
                    await eventually { (try? await Self.gauge("todo_server_answer_file_bytes", server)) ?? 0 > 4 << 20 }
                )
                for connection in connections.dropFirst() { connection.send(request) }
                #expect(
                    await eventually {
                        let refused = try? await server.send(as: "u", .get, "/users/u/todos/large")
                        return refused?.status == 429 && refused?.error == "RESOURCE_EXHAUSTED"
                    })
                let files = try #require(try await Self.gauge("todo_server_answer_file_bytes", server))
                #expect(files <= 8 << 20)
                #expect(try #require(try await Self.gauge("todo_server_answer_bytes", server)) <= 1 << 20)
                #expect(try await server.send(as: "v", .get, "/users/v/todos/large").body.count > 4 << 20)
                #expect(try await server.send(as: "u", .get, Self.path).status == 200)
                withExtendedLifetime(connections) {}
            }
        }

        @Test("what an answer took is given back when its client is gone")
        func givenBack() async throws {
            try await GuardedServer.with { server async throws in
                let text = String(repeating: "\u{1}", count: 1_000_000)
                _ = try await server.send(
                    as: "admin", .patch, "/users/u/todos/large", ["fields": ["t": ["stringValue": .string(text)]]])
                @Sendable func isTaken() async -> Bool {
                    (try? await Self.gauge("todo_server_answer_file_bytes", server)) ?? 0 > 0
                }
                do {
                    let connection = try RawConnection(server.server.endpoint.authority)
                    connection.shrink()
                    connection.send(Self.head(server, "GET \(Endpoint.documents)/users/u/todos/large"))
                    #expect(await eventually { await isTaken() })
                    withExtendedLifetime(connection) {}
                }
                #expect(await eventually { await !isTaken() })
            }
        }

        @Test("bodies that do not end take a user's share, and another's are read")
        func bodies() async throws {
            let limits = Self.limits { $0.bodyBytes = .init(total: 1 << 20, perUser: 300 << 10) }
            try await GuardedServer.with(limits: limits) { server async throws in
                let start = Self.head(server, "POST \(Endpoint.documents):commit", length: 1 << 20)
                let connections = try (0..<4).map { _ in
                    let connection = try RawConnection(server.server.endpoint.authority)
                    connection.send(start + String(repeating: " ", count: 100 << 10))
                    return connection
                }
                #expect(
                    await eventually { (try? await Self.gauge("todo_server_request_bytes", server)) ?? 0 >= 200 << 10 })
                let body = String(repeating: " ", count: 250 << 10) + "{}"
                func send(_ user: String) async throws -> Endpoint.Reply {
                    try await server.server.endpoint.send(
                        .post, "\(Endpoint.documents):commit", body, authorization: server.tokens[user])
                }
                let refused = try await send("u")
                #expect(refused.status == 429 && refused.error == "RESOURCE_EXHAUSTED")
                #expect(try await send("v").status == 200)
                withExtendedLifetime(connections) {}
            }
        }

        @Test("a body that comes byte by byte is not waited for")
        func pace() async throws {
            let limits = Self.limits { $0.bodyPaceTime = .milliseconds(500) }
            try await GuardedServer.with(limits: limits) { server async throws in
                let authority = server.server.endpoint.authority
                let head = Self.head(server, "POST \(Endpoint.documents):commit", length: 1 << 20)
                let sent = try await Task.detached {
                    let connection = try RawConnection(authority)
                    connection.send(head)
                    var sent = 0
                    while sent < 1 << 15, connection.send(" ") {
                        sent += 1
                        try await Task.sleep(for: .milliseconds(20))
                    }
                    return sent
                }.value
                #expect(sent < 1 << 15, "the connection stays open")
            }
        }

        @Test("a user's many transactions close none of another user")
        func transactions() async throws {
            let limits = Self.limits { $0.transactionsPerUser = 5 }
            try await GuardedServer.with(limits: limits) { server async throws in
                func begin(_ user: String) async throws -> JSONValue {
                    try #require(try await server.send(as: user, .post, ":beginTransaction", [:]).json["transaction"])
                }
                func read(_ user: String, in transaction: JSONValue) async throws -> Int {
                    let name = JSONValue.string("\(GuardedServer.root)/users/\(user)/todos/a")
                    return try await server.send(
                        as: user, .post, ":batchGet", ["documents": [name], "transaction": transaction]
                    ).status
                }
                let (other, first) = (try await begin("v"), try await begin("u"))
                for _ in 0..<5 { _ = try await begin("u") }
                #expect(try await read("v", in: other) == 200)
                #expect(try await read("u", in: first) == 400)
            }
        }
    }
}
