import FirestoreWire
import HTTPTypes
import JSON
import TestSupport
import Testing

extension HTTPTests {
    @Suite("requests that are too much work")
    struct RequestLimits {
        private static let todo = "\(GuardedServer.root)/users/u/todos/a"

        private static func transforms(_ count: Int, of path: (Int) -> String = { "f\($0)" }) -> JSONValue {
            .array((0..<count).map { ["fieldPath": .string(path($0)), "increment": ["integerValue": "1"]] })
        }

        private static func transform(_ transforms: JSONValue) -> JSONValue {
            ["transform": ["document": .string(todo), "fieldTransforms": transforms]]
        }

        private static func filters(_ count: Int) -> JSONValue {
            let filter: JSONValue = ["unaryFilter": ["field": ["fieldPath": "a"], "op": "IS_NULL"]]
            return ["compositeFilter": ["op": "AND", "filters": .array([JSONValue](repeating: filter, count: count))]]
        }

        private static func query(_ filter: JSONValue) -> JSONValue {
            ["structuredQuery": ["from": [["collectionId": "todos"]], "where": filter]]
        }

        @Test("what Firestore has limits for is refused beyond them, and allowed up to them")
        func limits() async throws {
            try await GuardedServer.with { server async throws in
                func commit(_ writes: [JSONValue]) async throws -> String? {
                    try await server.send(as: "admin", .post, ":commit", ["writes": .array(writes)]).error
                }
                let deletes = (0..<501).map { JSONValue.object(["delete": .string("\(GuardedServer.root)/c/\($0)")]) }
                #expect(try await commit(Array(deletes.prefix(500))) == nil)
                #expect(try await commit(deletes) == "INVALID_ARGUMENT")
                #expect(try await commit([Self.transform(Self.transforms(500))]) == nil)
                #expect(try await commit([Self.transform(Self.transforms(501))]) == "INVALID_ARGUMENT")
                // The limit is for one document, in however many writes.
                let halves = [JSONValue](repeating: Self.transform(Self.transforms(250)), count: 2)
                #expect(try await commit(halves) == nil)
                #expect(try await commit(halves + [Self.transform(Self.transforms(1))]) == "INVALID_ARGUMENT")
                func find(_ filter: JSONValue) async throws -> String? {
                    try await server.send(as: "admin", .post, "/users/u:runQuery", Self.query(filter)).error
                }
                #expect(try await find(Self.filters(99)) == nil)
                #expect(try await find(Self.filters(101)) == "INVALID_ARGUMENT")
                let nested = JSONValue.array([JSONValue](repeating: Self.filters(90), count: 90))
                #expect(
                    try await find(["compositeFilter": ["op": "AND", "filters": nested]]) == "INVALID_ARGUMENT")
                let hollow = JSONValue.array([JSONValue](repeating: Self.filters(0), count: 90))
                let hollows = JSONValue.array(
                    [JSONValue](repeating: ["compositeFilter": ["op": "AND", "filters": hollow]], count: 90))
                #expect(
                    try await find(["compositeFilter": ["op": "AND", "filters": hollows]]) == "INVALID_ARGUMENT")
                let names = (0..<10_001).map { JSONValue.string("\(GuardedServer.root)/c/\($0)") }
                let all = try await server.send(as: "admin", .post, ":batchGet", ["documents": .array(names)])
                #expect(all.error == "INVALID_ARGUMENT")
            }
        }

        @Test("rights come before work: what is wrong with another's documents nobody is told")
        func rightsFirst() async throws {
            try await GuardedServer.with { server async throws in
                let other = GuardedServer.root + "/users/v/todos/a"
                let nested = Self.transforms(2) { $0 == 0 ? "a" : "a.b" }
                for write: JSONValue in [
                    ["transform": ["document": .string(other), "fieldTransforms": nested]],
                    ["update": ["name": .string(other), "fields": ["__x__": ["nullValue": .null]]]],
                ] {
                    let reply = try await server.send(as: "u", .post, ":commit", ["writes": [write]])
                    #expect(reply.error == "PERMISSION_DENIED", "\(reply.text)")
                }
                let query = Self.query(["unaryFilter": ["field": ["fieldPath": "__x__"], "op": "IS_NULL"]])
                for method in ["runQuery", "runAggregationQuery"] {
                    var body = query
                    if method == "runAggregationQuery" {
                        body = [
                            "structuredAggregationQuery": [
                                "structuredQuery": query["structuredQuery"] ?? .null, "aggregations": [["count": [:]]],
                            ]
                        ]
                    }
                    let reply = try await server.send(as: "u", .post, "/users/v:\(method)", body)
                    #expect(reply.error == "PERMISSION_DENIED", "\(reply.text)")
                    #expect(
                        try await server.send(as: "u", .post, "/users/u:\(method)", body).error == "INVALID_ARGUMENT")
                }
            }
        }

        @Test("many elements are appended and removed as one by one, and not beyond the size of a document")
        func elements() async throws {
            try await RunningServer.with { server async throws in
                let name = "\(GuardedServer.root)/c/a"
                func apply(_ kind: String, _ values: [JSONValue]) async throws -> Endpoint.Reply {
                    let transform: JSONValue = ["fieldPath": "a", kind: ["values": .array(values)]]
                    return try await server.endpoint.call(
                        "commit",
                        ["writes": [["transform": ["document": .string(name), "fieldTransforms": [transform]]]]])
                }
                func count() async throws -> Int? {
                    try await server.endpoint.send(.get, "\(Endpoint.documents)/c/a")
                        .json["fields"]?["a"]?["arrayValue"]?["values"]?.elements?.count
                }
                func numbers(_ range: Range<Int>) -> [JSONValue] { range.map { ["integerValue": .string("\($0)")] } }
                #expect(try await apply("appendMissingElements", numbers(0..<50_000)).status == 200)
                let doubles: [JSONValue] = (49_999..<50_002).map { ["doubleValue": .double(Double($0))] }
                #expect(try await apply("appendMissingElements", doubles + doubles).status == 200)
                #expect(try await count() == 50_002)
                #expect(try await apply("removeAllFromArray", numbers(1..<50_001)).status == 200)
                #expect(try await count() == 2)
                let tooMany = try await apply("appendMissingElements", numbers(0..<140_000))
                #expect(tooMany.error == "INVALID_ARGUMENT" && tooMany.text.contains("maximum entity size"))
                #expect(try await apply("appendMissingElements", numbers(0..<100_000)).status == 200)
                let more = try await apply("appendMissingElements", numbers(100_000..<140_000))
                #expect(more.error == "INVALID_ARGUMENT" && more.text.contains("maximum entity size"))
                #expect(try await count() == 100_000)
            }
        }

        @Test("a commit of a few bytes that would change many megabytes is refused whole")
        func effort() async throws {
            try await RunningServer.with { server async throws in
                let text = String(repeating: "x", count: 900_000)
                func name(_ index: Int) -> JSONValue { .string("\(GuardedServer.root)/c/\(index)") }
                for index in 0..<40 {
                    let fields: JSONValue = ["t": ["stringValue": .string(text)]]
                    let write: JSONValue = ["update": ["name": name(index), "fields": fields]]
                    try #require(try await server.endpoint.call("commit", ["writes": [write]]).status == 200)
                }
                func touch(_ count: Int) async throws -> Endpoint.Reply {
                    let transforms: JSONValue = [["fieldPath": "n", "increment": ["integerValue": "1"]]]
                    let writes = (0..<count).map {
                        JSONValue.object(["transform": ["document": name($0), "fieldTransforms": transforms]])
                    }
                    return try await server.endpoint.call("commit", ["writes": .array(writes)])
                }
                #expect(try await touch(10).status == 200)
                let refused = try await touch(40)
                #expect(refused.error == "INVALID_ARGUMENT" && refused.text.contains("Transaction too big"))
                let first = try await server.endpoint.send(.get, "\(Endpoint.documents)/c/0?mask.fieldPaths=n")
                #expect(first.json["fields"]?["n"]?["integerValue"]?.string == "1")
            }
        }
    }
}
