import FirestoreWire
import Foundation
import HTTPTypes
import JSON
import TestSupport
import Testing
import TodoServer

extension HTTPTests {
    @Suite("the limits of the server")
    struct LimitTests {
        private static let path = "/users/u/sync/head"

        private static func limits(_ change: (inout Limits) -> Void) -> Limits {
            var limits = Limits.development
            change(&limits)
            return limits
        }

        @Test("a user who asks too often waits, and the others do not")
        func rateOfUser() async throws {
            let limits = Self.limits { $0.requestsPerUser = .init(burst: 5, perSecond: 0.1) }
            try await GuardedServer.with(limits: limits) { server async throws in
                // One request was used to create the head.
                for _ in 0..<4 { #expect(try await server.send(as: "u", .get, Self.path).status == 200) }
                let refused = try await server.send(as: "u", .get, Self.path)
                #expect(refused.status == 429 && refused.error == "RESOURCE_EXHAUSTED")
                #expect(refused.fields[.retryAfter].flatMap { Int($0) }.map { 1...10 ~= $0 } == true)
                #expect(try await server.send(as: "v", .get, "/users/v/sync/head").status == 200)
                for _ in 0..<20 { #expect(try await server.send(as: "root", .get, Self.path).status == 200) }
            }
        }

        @Test("an address that asks too often without a token waits, whatever it asks for")
        func rateOfAddress() async throws {
            let limits = Self.limits { $0.requestsPerAddress = .init(burst: 10, perSecond: 0.01) }
            try await GuardedServer.with(limits: limits) { server async throws in
                for _ in 0..<10 { _ = try await server.server.endpoint.send(.get, "/health") }
                for path in ["/health", Endpoint.documents + Self.path, "/nothing"] {
                    #expect(try await server.server.endpoint.send(.get, path).status == 429)
                }
                #expect(try await server.send(as: "u", .get, Self.path).status == 200)
            }
        }

        @Test("who shows wrong tokens waits, and a valid token still works from the same address")
        func failures() async throws {
            let limits = Self.limits { $0.failuresPerAddress = .init(burst: 5, perSecond: 0.001) }
            try await GuardedServer.with(limits: limits) { server async throws in
                let endpoint = server.server.endpoint
                let path = Endpoint.documents + Self.path
                var statuses: [Int] = []
                for _ in 0..<8 {
                    statuses.append(try await endpoint.send(.get, path, authorization: "Bearer wrong").status)
                    _ = try await server.send(as: "u", .get, Self.path)
                }
                #expect(statuses == [401, 401, 401, 401, 401, 429, 429, 429])
                #expect(try await server.send(as: "u", .get, Self.path).status == 200)
            }
        }

        @Test("the quota of a space holds, and what makes the space smaller is allowed")
        func quota() async throws {
            let limits = Self.limits { $0.quota = Quota(documents: 3, bytes: 3000) }
            try await GuardedServer.with(limits: limits) { server async throws in
                func commit(_ writes: JSONValue...) async throws -> Endpoint.Reply {
                    try await server.send(as: "u", .post, ":commit", ["writes": .array(writes)])
                }
                func record(_ id: String, _ size: Int) -> JSONValue {
                    GuardedServer.update(
                        "users/u/todos/\(id)",
                        ["seq": 1, "hi": 1, "title": .string(String(repeating: "x", count: size))])
                }
                let large = try await commit(record("b", 3000))
                #expect(large.status == 429 && large.error == "RESOURCE_EXHAUSTED")
                #expect(large.json["error"]?["message"]?.string?.contains("3000 bytes") == true)
                #expect(try await commit(record("b", 10)).status == 200)
                #expect(try await commit(record("c", 10)).error == "RESOURCE_EXHAUSTED")
                // A user without room can still delete, which marks the document.
                func move(_ sequence: Int64, _ members: Fields, of id: String = "b") async throws -> Endpoint.Reply {
                    var fields = members
                    fields["seq"] = .integer(sequence)
                    fields["hi"] = 1
                    return try await commit(
                        GuardedServer.update(
                            "users/u/sync/head",
                            ["seq": .integer(sequence), "gcSeq": 0, "epoch": "e", "schema": 1]),
                        GuardedServer.update("users/u/todos/\(id)", fields))
                }
                let text = Value.string(String(repeating: "x", count: 2660))
                #expect(try await move(2, ["title": text]).status == 200)
                #expect(try await move(3, ["title": text, "more": text]).error == "RESOURCE_EXHAUSTED")
                #expect(try await move(3, ["title": text, "notes": "abc"]).status == 200)
                for sequence in 4..<7 as Range<Int64> {
                    let deletion: Fields = ["title": text, "deleted": true, "deletedAt": .integer(sequence)]
                    #expect(try await move(sequence, deletion).status == 200)
                }
                #expect(try server.server.store.check().problems.isEmpty)
                #expect(try await server.send(as: "admin", .delete, "/users/u/todos/b").status == 200)
                #expect(try await move(7, ["title": "x"], of: "c").status == 200)
            }
        }

        @Test("what is marked as deleted grows no further than the marks of all documents, marked again or not")
        func quotaOfDeleted() async throws {
            let limits = Self.limits { $0.quota = Quota(documents: 3, bytes: 3000) }
            try await GuardedServer.with(limits: limits) { server async throws in
                var sequence: Int64 = 1
                func change(_ size: Int, isDeleted: Bool) async throws -> Endpoint.Reply {
                    let fields: Fields = [
                        "seq": .integer(sequence + 1), "hi": 1, "deleted": .boolean(isDeleted),
                        "title": .string(String(repeating: "x", count: size)),
                    ]
                    let head: Fields = ["seq": .integer(sequence + 1), "gcSeq": 0, "epoch": "e", "schema": 1]
                    let reply = try await server.send(
                        as: "u", .post, ":commit",
                        [
                            "writes": [
                                GuardedServer.update("users/u/sync/head", head),
                                GuardedServer.update("users/u/todos/a", fields),
                            ]
                        ])
                    if reply.status == 200 { sequence += 1 }
                    return reply
                }
                #expect(try await change(2600, isDeleted: false).status == 200)
                // Two documents have 512 bytes for their marks.
                var (size, refused) = (2600, 0)
                for round in 1...20 {
                    if round.isMultiple(of: 2) { _ = try await change(size - 10, isDeleted: false) }
                    let reply = try await change(size + 200, isDeleted: true)
                    if reply.status == 200 { size += 200 } else { refused += 1 }
                    #expect([200, 429].contains(reply.status))
                }
                #expect(refused > 10 && size < 3000 + 512, "it has grown to \(size) bytes")
                #expect(try await change(10, isDeleted: true).status == 200)
                #expect(try server.server.store.check().problems.isEmpty)
            }
        }

        private static let halfRequests = [
            "", "GET /health HTTP/1.1\r\nHost: a\r\nX: ",
            "POST \(Endpoint.documents):commit HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer x\r\nContent-Length: 100\r\n\r\n{",
            "GET /health HTTP/1.1\r\nHost: a\r\n\r\n",
        ]

        @Test("a connection that sends half a head, half a body or nothing is ended")
        func slowRequests() async throws {
            let limits = Self.limits {
                $0.headTimeout = .seconds(3)
                $0.bodyTimeout = .seconds(3)
            }
            try await GuardedServer.with(limits: limits) { server async throws in
                let authority = server.server.endpoint.authority
                // At once, since each lasts as long as the limit.
                let left = try await blocking {
                    let connections = try Self.halfRequests.map { start in
                        let connection = try RawConnection(authority)
                        connection.send(start)
                        return (start, connection)
                    }
                    return connections.filter { $0.1.readToEnd() == nil }.map { $0.0 }
                }
                #expect(left.isEmpty, "connections stay open")
            }
        }

        @Test("a connection that ends before it has asked is ended at once", .timeLimit(.minutes(2)))
        func endedBeforeAsking() async throws {
            let limits = Self.limits { $0.headTimeout = .seconds(3600) }
            try await GuardedServer.with(limits: limits) { server async throws in
                let authority = server.server.endpoint.authority
                let left = try await blocking {
                    try ["", "P", "PRI * HTTP/2.0\r\n", "GET / HT"].filter { start in
                        let connection = try RawConnection(authority)
                        connection.send(start)
                        connection.finish()
                        return connection.readToEnd() == nil
                    }
                }
                #expect(left.isEmpty, "connections stay open: \(left)")
            }
        }

        @Test("a client that does not take its answer is ended")
        func slowReader() async throws {
            let limits = Self.limits { $0.writeTimeout = .seconds(2) }
            try await GuardedServer.with(limits: limits) { server async throws in
                let text = String(repeating: "x", count: 900_000)
                for index in 0..<10 {
                    let reply = try await server.send(
                        as: "admin", .patch, "/big/\(index)", ["fields": ["t": ["stringValue": .string(text)]]])
                    try #require(reply.status == 200)
                }
                let request =
                    "GET \(Endpoint.documents)/big?pageSize=100 HTTP/1.1\r\nHost: a\r\nAuthorization: \(server.admin)\r\n\r\n"
                let authority = server.server.endpoint.authority
                @Sendable func connections() async throws -> Double? {
                    let metrics = try await server.server.endpoint.send(.get, "/metrics", authorization: server.admin)
                    let line = metrics.text.split(separator: "\n").first { $0.hasPrefix("todo_server_connections ") }
                    return line?.split(separator: " ").last.flatMap { Double($0) }
                }
                let before = try #require(try await connections())
                let connection = try RawConnection(authority)
                connection.shrink()
                connection.send(request)
                #expect(await eventually { (try? await connections()) == before + 1 })
                #expect(await eventually { (try? await connections()) == before })
                withExtendedLifetime(connection) {}
            }
        }

        @Test("one connection too many is ended at once, and there is room again when one has gone")
        func connections() async throws {
            let limits = Self.limits { $0.connectionsPerAddress = 4 }
            try await GuardedServer.with(limits: limits) { server async throws in
                let authority = server.server.endpoint.authority
                // The client of this test holds one itself. Which of the others are too many is not defined: each event
                // loop counts those it was given.
                #expect(try await Self.served(of: 8, authority) == 3)
                #expect(await eventually { (try? await Self.served(of: 1, authority)) == 1 })
            }
        }

        /// How many of this many connections that are open at once get an answer.
        private static func served(of count: Int, _ authority: String) async throws -> Int {
            let connections = try (0..<count).map { _ in try RawConnection(authority) }
            return try await blocking {
                connections.count { connection in
                    connection.send("GET /health HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
                    return connection.readToEnd()?.hasPrefix("HTTP/1.1 200") == true
                }
            }
        }

        @Test("a head or a body that is too large is refused")
        func sizes() async throws {
            try await GuardedServer.with { server async throws in
                let authority = server.server.endpoint.authority
                let long = String(repeating: "x", count: 40 << 10)
                let answer = try await blocking {
                    let connection = try RawConnection(authority)
                    connection.send("GET /health HTTP/1.1\r\nHost: a\r\nX: \(long)\r\n\r\n")
                    return connection.readToEnd()
                }
                #expect(answer?.hasPrefix("HTTP/1.1 400") == true || answer?.hasPrefix("HTTP/1.1 431") == true)
                let body = String(repeating: " ", count: (10 << 20) + 1)
                let reply = try await server.server.endpoint.send(
                    .post, "\(Endpoint.documents):commit", body, authorization: server.admin)
                #expect(reply.error == "INVALID_ARGUMENT")
            }
        }
    }
}
