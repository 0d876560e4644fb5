import FirestoreWire
import HTTPTypes
import JSON
import TestSupport
import Testing
import TodoNetwork
import TodoServer

extension HTTPTests {
    @Suite("read-only transactions")
    struct ReadOnlyTransactions {
        private static let root = "projects/p/databases/(default)/documents/"

        private func set(_ server: RunningServer, _ id: String, _ n: Int64) async throws {
            _ = try await server.service.commit([
                Write(.update(Document(name: Self.root + "c/" + id, fields: ["n": .integer(n)])))
            ])
        }

        @Test("they see the state of their first read, however they read and whatever is written meanwhile")
        func snapshot() async throws {
            try await RunningServer.with { server in
                try await set(server, "a", 1)
                let begun = try await server.endpoint.call("beginTransaction", ["options": ["readOnly": [:]]])
                let transaction = try #require(begun.json["transaction"])
                let get: JSONValue = [
                    "documents": [.string(Self.root + "c/a"), .string(Self.root + "c/b")], "transaction": transaction,
                ]
                let first = try await server.endpoint.call("batchGet", get)
                try await set(server, "a", 2)
                try await set(server, "b", 2)
                #expect(try await server.endpoint.call("batchGet", get).json == first.json)
                let query: JSONValue = ["from": [["collectionId": "c"]]]
                let found = try await server.endpoint.call(
                    "runQuery", ["structuredQuery": query, "transaction": transaction])
                #expect(found.json.elements?.compactMap { $0["document"]?["fields"]?["n"] } == [["integerValue": "1"]])
                #expect(found.json.elements?.first?["readTime"] == first.json.elements?.first?["readTime"])
                let id = PercentEncoding.encode(transaction.string ?? "")
                let path = "\(Endpoint.documents)/c"
                let one = try await server.endpoint.send(.get, "\(path)/a?transaction=\(id)")
                #expect(one.json["fields"]?["n"] == ["integerValue": "1"])
                #expect(try await server.endpoint.send(.get, "\(path)/b?transaction=\(id)").status == 404)
                let listed = try await server.endpoint.send(.get, "\(path)?transaction=\(id)")
                #expect(listed.json["documents"]?.elements?.count == 1)
                #expect(try await server.endpoint.call("commit", ["transaction": transaction]).status == 200)
                #expect(try await server.endpoint.call("batchGet", get).error == "INVALID_ARGUMENT")
                #expect(try await server.endpoint.send(.get, "\(path)/b").status == 200)
            }
        }

        @Test("a transaction that a read begins looks at what that read saw, and only reads where it does not say more")
        func newTransaction() async throws {
            try await RunningServer.with { server in
                try await set(server, "a", 1)
                let names: JSONValue = [.string(Self.root + "c/a")]
                let first = try await server.endpoint.call("batchGet", ["documents": names, "newTransaction": [:]])
                let transaction = try #require(first.json.elements?.first?["transaction"])
                try await set(server, "a", 2)
                let again = try await server.endpoint.call(
                    "batchGet", ["documents": names, "transaction": transaction])
                #expect(again.json.elements?[0]["found"] == first.json.elements?[1]["found"])
                let write: JSONValue = ["delete": .string(Self.root + "c/a")]
                let commit = try await server.endpoint.call("commit", ["writes": [write], "transaction": transaction])
                #expect(commit.error == "INVALID_ARGUMENT")
            }
        }

        @Test("a user may hold four at once, and one that has ended makes room")
        func fourEach() async throws {
            try await GuardedServer.with { server in
                func read(_ user: String, _ transaction: JSONValue) async throws -> Endpoint.Reply {
                    let name = "\(GuardedServer.root)/users/\(user)/todos/a"
                    return try await server.send(
                        as: user, .post, ":batchGet", ["documents": [.string(name)], "transaction": transaction])
                }
                func begin(_ user: String) async throws -> JSONValue {
                    let reply = try await server.send(
                        as: user, .post, ":beginTransaction", ["options": ["readOnly": [:]]])
                    return try #require(reply.json["transaction"])
                }
                var open: [JSONValue] = []
                for _ in 0..<4 {
                    open.append(try await begin("u"))
                    #expect(try await read("u", open[open.count - 1]).status == 200)
                }
                let fifth = try await begin("u")
                #expect(try await read("u", fifth).error == "RESOURCE_EXHAUSTED")
                #expect(try await read("v", try await begin("v")).status == 200)
                _ = try await server.send(as: "u", .post, ":rollback", ["transaction": open[0]])
                #expect(try await read("u", fifth).status == 200)
                #expect(try await read("u", open[1]).status == 200)
            }
        }

        @Test("one that is too old is refused, and never looks at another state")
        func lifetime() async throws {
            var limits = Limits.development
            limits.snapshotLifetime = .milliseconds(20)
            try await RunningServer.with(limits: limits) { server in
                let begun = try await server.endpoint.call("beginTransaction", ["options": ["readOnly": [:]]])
                let transaction = try #require(begun.json["transaction"])
                let isOver = await eventually {
                    let reply = try? await server.endpoint.call(
                        "runQuery", ["structuredQuery": ["from": [["collectionId": "c"]]], "transaction": transaction])
                    return reply?.error == "RESOURCE_EXHAUSTED"
                }
                #expect(isOver)
            }
        }

        @Test("a time in the past is not looked at")
        func past() async throws {
            try await RunningServer.with { server in
                try await set(server, "a", 1)
                let options: JSONValue = ["readOnly": ["readTime": "2020-01-01T00:00:00Z"]]
                let begun = try await server.endpoint.call("beginTransaction", ["options": options])
                #expect(begun.error == "FAILED_PRECONDITION")
            }
        }
    }
}
