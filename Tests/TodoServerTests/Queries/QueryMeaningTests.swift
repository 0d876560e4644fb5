import FirestoreWire
import Foundation
import HTTPTypes
import JSON
import TestSupport
import Testing
import TodoNetwork
import TodoServer

extension HTTPTests {
    /// What queries mean, without the emulator: each filter, order, cursor and limit on one collection with every kind
    /// of value, and each query that is refused.
    @Suite("what queries find and refuse")
    struct QueryMeaning {
        private static let documents: KeyValuePairs<String, Fields> = [
            "a": ["n": 1, "s": "x", "t": ["p", "q"]], "b": ["n": 2.0, "m": ["k": 1]], "c": ["n": 2, "m": ["k": 2]],
            "d": ["n": .double(.nan)], "e": ["n": .null], "f": ["n": "text"], "g": ["s": "z"],
            "h": ["n": 3, "t": ["q"], "s": "y"],
        ]

        private func with(_ body: (RunningServer, (StructuredQuery) async throws -> [String]) async throws -> Void)
            async throws
        {
            try await RunningServer.with { server in
                let parent = try server.database.resource("users", "u")
                _ = try await server.service.commit(
                    Self.documents.map { id, fields in
                        Write(.update(Document(name: Self.name(id), fields: fields)))
                    })
                try await body(server) { query in
                    try await server.service.runQuery(query, under: parent).documents
                        .map { String($0.name.split(separator: "/").last ?? "") }
                }
            }
        }

        private static func name(_ id: String) -> String {
            "projects/p/databases/(default)/documents/users/u/items/\(id)"
        }

        private static func reference(_ id: String) -> Value { .reference(name(id)) }

        private static func path(_ text: String) -> FieldPath {
            text == "__name__" ? .documentID : (try? FieldPath(parsing: text)) ?? .documentID
        }

        private static func items(
            _ filter: Filter? = nil, by orders: [Order] = [], from start: QueryCursor? = nil,
            to end: QueryCursor? = nil,
            offset: Int32 = 0, limit: Int32? = nil
        ) -> StructuredQuery {
            StructuredQuery(
                from: [CollectionSelector("items")], where: filter, orderBy: orders, startAt: start, endAt: end,
                offset: offset, limit: limit)
        }

        private static func n(_ comparison: Filter.FieldOperator, _ value: Value) -> Filter {
            .field(path("n"), comparison, value)
        }

        private static func name(_ comparison: Filter.FieldOperator, _ value: Value) -> Filter {
            .field(.documentID, comparison, value)
        }

        @Test("each comparison finds what it says, in the order of what it compares by range")
        func filters() async throws {
            let cases: [(Filter, [String])] = [
                (Self.n(.equal, 2), ["b", "c"]), (Self.n(.equal, .null), []), (Self.n(.equal, .double(.nan)), []),
                (Self.n(.notEqual, 2), ["d", "a", "h", "f"]), (Self.n(.notEqual, .null), []),
                (Self.n(.lessThan, 2), ["a"]), (Self.n(.lessThanOrEqual, 2), ["a", "b", "c"]),
                (Self.n(.greaterThan, 2), ["h"]), (Self.n(.greaterThanOrEqual, 2), ["b", "c", "h"]),
                (Self.n(.greaterThan, "a"), ["f"]), (Self.n(.lessThan, "text"), []),
                (Self.n(.greaterThanOrEqual, .null), []), (Self.n(.lessThanOrEqual, .double(.nan)), []),
                (.unary(Self.path("n"), .isNull), ["e"]), (.unary(Self.path("n"), .isNaN), ["d"]),
                (.unary(Self.path("n"), .isNotNull), ["d", "a", "b", "c", "h", "f"]),
                (.unary(Self.path("n"), .isNotNaN), ["a", "b", "c", "h", "f"]),
                (.field(Self.path("t"), .arrayContains, "q"), ["a", "h"]),
                (.field(Self.path("t"), .arrayContains, .null), []),
                (.field(Self.path("t"), .arrayContainsAny, ["p", "z"]), ["a"]), (Self.n(.arrayContains, 1), []),
                (Self.n(.in, [1, 3]), ["a", "h"]), (Self.n(.in, [.null, 3]), ["h"]),
                (Self.n(.notIn, [1]), ["d", "b", "c", "h", "f"]), (Self.n(.notIn, [1, .null]), []),
                (.field(Self.path("m.k"), .equal, 2), ["c"]),
                (.composite(.and, [Self.n(.greaterThan, 0), .field(Self.path("s"), .equal, "y")]), ["h"]),
                (.composite(.or, [Self.n(.equal, 1), .field(Self.path("s"), .equal, "z")]), ["a", "g"]),
                (Self.name(.equal, Self.reference("c")), ["c"]), (Self.name(.lessThan, Self.reference("b")), ["a"]),
                (Self.name(.greaterThanOrEqual, Self.reference("g")), ["g", "h"]),
                (Self.name(.in, [Self.reference("h"), Self.reference("b")]), ["b", "h"]),
            ]
            try await with { _, ids in
                for (filter, expected) in cases {
                    let found = try await ids(Self.items(filter))
                    #expect(found == expected, "\(filter)")
                }
            }
        }

        @Test("orders, cursors, offsets and limits cut out the part that they say")
        func parts() async throws {
            let n = Order(Self.path("n"))
            let (down, name) = (Order(Self.path("n"), .descending), Order(.documentID))
            let cases: [(StructuredQuery, [String])] = [
                (Self.items(), ["a", "b", "c", "d", "e", "f", "g", "h"]),
                (Self.items(by: [Order(.documentID, .descending)], limit: 2), ["h", "g"]),
                (Self.items(by: [n]), ["e", "d", "a", "b", "c", "h", "f"]),
                // The name decides in the direction of the last order.
                (Self.items(by: [down]), ["f", "h", "c", "b", "a", "d", "e"]),
                (Self.items(by: [down, name]), ["f", "h", "b", "c", "a", "d", "e"]),
                (Self.items(by: [n], limit: 0), []), (Self.items(by: [n], limit: 1), ["e"]),
                (Self.items(by: [n], offset: 2, limit: 2), ["a", "b"]), (Self.items(by: [n], offset: 6), ["f"]),
                (Self.items(by: [n], offset: 7), []), (Self.items(offset: 6, limit: 5), ["g", "h"]),
                (Self.items(by: [n], from: QueryCursor([2], before: true)), ["b", "c", "h", "f"]),
                (Self.items(by: [n], from: QueryCursor([2], before: false)), ["h", "f"]),
                (Self.items(by: [n], to: QueryCursor([2], before: true)), ["e", "d", "a"]),
                (Self.items(by: [n], to: QueryCursor([2], before: false)), ["e", "d", "a", "b", "c"]),
                (Self.items(by: [down], from: QueryCursor([2], before: false)), ["a", "d", "e"]),
                (Self.items(by: [down], from: QueryCursor([2], before: true), limit: 3), ["c", "b", "a"]),
                (
                    Self.items(by: [n, name], from: QueryCursor([2, Self.reference("b")], before: false), limit: 2),
                    ["c", "h"]
                ),
                (Self.items(by: [name], from: QueryCursor([Self.reference("f")], before: true)), ["f", "g", "h"]),
                (Self.items(by: [name], from: QueryCursor([Self.reference("f")], before: false)), ["g", "h"]),
                (Self.items(by: [name], to: QueryCursor([Self.reference("b")], before: false)), ["a", "b"]),
                (Self.items(by: [name], to: QueryCursor([Self.reference("b")], before: true)), ["a"]),
                (Self.items(by: [], from: QueryCursor([], before: true)), ["a", "b", "c", "d", "e", "f", "g", "h"]),
            ]
            try await with { _, ids in
                for (query, expected) in cases {
                    let found = try await ids(query)
                    #expect(found == expected, "\(query)")
                }
            }
        }

        @Test("what cannot be asked is refused in Firestore's words, and what just can is not")
        func refusals() async throws {
            func equal(_ count: Int) -> [Filter] {
                (0..<count).map { .field(Self.path("f\($0)"), .equal, .integer(Int64($0))) }
            }
            func unaries(_ count: Int) -> [Filter] { (0..<count).map { .unary(Self.path("f\($0)"), .isNull) } }
            func numbers(_ count: Int) -> Value { .array((0..<count).map { .integer(Int64($0)) }) }
            func ranges(_ count: Int) -> Filter {
                .composite(.and, (0..<count).map { .field(Self.path("f\($0)"), .greaterThan, 0) })
            }
            let n = Order(Self.path("n"))
            let contains = Filter.field(Self.path("t"), .arrayContains, "q")
            let (unequal, notNull) = (Self.n(.notEqual, 1), Filter.unary(Self.path("n"), .isNotNull))
            let named = Self.name(.equal, Self.reference("a"))
            let cases: [(StructuredQuery, String?)] = [
                (Self.items(.composite(.and, equal(99)), by: [n]), nil),
                (Self.items(.composite(.and, equal(100)), by: [n]), "filters + sort orders"),
                (Self.items(.composite(.and, unaries(99)), by: [n]), nil),
                (Self.items(.composite(.and, unaries(100)), by: [n]), "filters + sort orders"),
                (Self.items(.composite(.and, [])), nil), (Self.items(.composite(.or, [])), "at least one sub-filter"),
                (Self.items(.composite(.or, equal(30))), nil),
                (Self.items(.composite(.or, equal(31))), "Too many disjunctions"),
                (Self.items(.composite(.and, [Self.n(.in, numbers(15)), Self.n(.in, numbers(2))])), nil),
                (
                    Self.items(.composite(.and, [Self.n(.in, numbers(16)), Self.n(.in, numbers(2))])),
                    "Too many disjunctions"
                ),
                (Self.items(.composite(.and, [contains, contains])), "'ARRAY_CONTAINS' filter"),
                (Self.items(.composite(.or, [contains, contains])), nil),
                (Self.items(.composite(.and, [contains, .composite(.or, equal(2) + [contains])])), "'ARRAY_CONTAINS'"),
                (Self.items(unequal), nil), (Self.items(.composite(.and, [unequal, notNull])), "Only a single"),
                (
                    Self.items(.composite(.and, [Self.n(.notIn, [1]), .field(Self.path("s"), .in, ["x"])])),
                    "'NOT_IN' cannot be used"
                ),
                (
                    Self.items(.composite(.or, [Self.n(.notIn, [1]), .field(Self.path("s"), .equal, "x")])),
                    "'NOT_IN' cannot be used"
                ),
                (Self.items(.composite(.and, [Self.n(.notIn, [1]), .field(Self.path("s"), .equal, "x")])), nil),
                (Self.items(.composite(.and, [named, Self.n(.greaterThan, 1)])), "A name cannot be asked to be equal"),
                (Self.items(.composite(.and, [named, Self.name(.greaterThan, Self.reference("A"))])), nil),
                (Self.items(ranges(10)), nil), (Self.items(ranges(11)), "At most 10 fields"),
                (Self.items(.unary(.documentID, .isNull)), "must be a Key"),
                (Self.items(Self.name(.equal, "a")), "must be a Key"),
                (Self.items(Self.name(.in, [Self.reference("a"), 1])), "must be a Key"),
                (Self.items(Self.name(.arrayContains, Self.reference("a"))), "of the name of a document"),
                (Self.items(Self.n(.in, 1)), "requires an ArrayValue"), (Self.items(Self.n(.in, [])), "non-empty"),
                (Self.items(Self.n(.in, numbers(30))), nil),
                (Self.items(Self.n(.in, numbers(31))), "supports up to 30"),
                (Self.items(.field(Self.path("t"), .arrayContainsAny, numbers(31))), "supports up to 30"),
                (Self.items(Self.n(.notIn, numbers(10))), nil),
                (Self.items(Self.n(.notIn, numbers(11))), "supports up to 10"),
                (Self.items(by: [n, Order(Self.path("n"), .descending)]), "duplicate fields"),
                (Self.items(by: [Order(.documentID), n]), "after the key"),
                (Self.items(Self.n(.greaterThan, 1), by: [Order(.documentID)]), "after the key"),
                (Self.items(by: [n], from: QueryCursor([1], before: true)), nil),
                (Self.items(by: [n], from: QueryCursor([1, Self.reference("a")], before: true)), "too many values"),
                (
                    Self.items(by: [n, Order(.documentID)], from: QueryCursor([1, "a"], before: true)),
                    "not a document reference"
                ),
                (Self.items(by: [Order(Self.path("`__x__`"))]), "reserved name"),
                (Self.items(.field(Self.path("`__x__`"), .equal, 1)), "reserved name"),
                (Self.items(.unary(Self.path("`__x__`"), .isNull)), "reserved name"),
            ]
            try await with { server, _ in
                let path = "\(Endpoint.documents)/users/u:runQuery"
                for (query, message) in cases {
                    let reply = try await server.endpoint.send(.post, path, try body("structuredQuery", query))
                    guard let message else {
                        #expect(reply.status == 200, "\(query): \(reply.text)")
                        continue
                    }
                    #expect(reply.status == 400 && reply.text.contains(message), "\(query): \(reply.text)")
                }
            }
        }

        private func body(_ name: String, _ message: some WireCodable) throws -> String {
            var writer = JSONWriter()
            writer.beginObject()
            writer.key(name)
            message.write(to: &writer)
            writer.endObject()
            return writer.text
        }

        @Test("numbers are computed over what has the fields, exactly as long as they are whole and fit")
        func aggregations() async throws {
            let all = StructuredQuery(from: [CollectionSelector("items")])
            let (n, big) = (Self.path("n"), Self.path("big"))
            let cases: [([Aggregation], Fields)] = [
                ([Aggregation(.count()), Aggregation(.count(upTo: 3), alias: "few")], ["field_1": 8, "few": 3]),
                ([Aggregation(.count(upTo: 9))], ["field_1": 8]), ([Aggregation(.count(upTo: 0))], ["field_1": 0]),
                // 1 + 2.0 + 2 + 3 of those whose n is a number: the sum is not an integer, because one of them is not.
                (
                    [
                        Aggregation(.sum(Self.path("m.k")), alias: "sum"),
                        Aggregation(.average(Self.path("m.k")), alias: "mean"),
                    ],
                    ["sum": 3, "mean": 1.5]
                ),
                // A document without an aggregated field is not counted either.
                ([Aggregation(.sum(Self.path("m.k"))), Aggregation(.count())], ["field_1": 3, "field_2": 2]),
                ([Aggregation(.average(Self.path("s")))], ["field_1": .null]),
                ([Aggregation(.sum(Self.path("s")))], ["field_1": 0]),
                (
                    [Aggregation(.sum(big), alias: "sum"), Aggregation(.average(big), alias: "mean")],
                    ["sum": 0x1p63, "mean": 0x1p62]
                ),
            ]
            try await with { server, _ in
                let parent = try server.database.resource("users", "u")
                func result(_ aggregations: [Aggregation], _ query: StructuredQuery) async throws -> Fields {
                    try await server.service.runAggregationQuery(.init(query, aggregations), under: parent)
                }
                for (index, pair) in cases.enumerated() {
                    if index == cases.count - 1 {
                        for (id, value) in [("y", Int64.max), ("z", 1)] {
                            _ = try await server.service.patch(
                                try server.database.resource("users", "u", "items", id), ["big": .integer(value)])
                        }
                    }
                    let found = try await result(pair.0, all)
                    #expect(found == pair.1, "\(pair.0)")
                }
                let few = Self.items(Self.n(.lessThanOrEqual, 2))
                let sums = try await result(
                    [Aggregation(.sum(n), alias: "sum"), Aggregation(.average(n), alias: "mean")], few)
                #expect(sums == ["sum": 5.0, "mean": .double(5.0 / 3)])

                let path = "\(Endpoint.documents)/users/u:runAggregationQuery"
                let count = Aggregation(.count())
                for (aggregations, message) in [
                    ([], "can not be empty"), (Array(repeating: count, count: 5), nil),
                    (Array(repeating: count, count: 6), "At most 5"),
                    ([Aggregation(.count(), alias: "__a__")], "An alias is too long"),
                    ([Aggregation(.count(), alias: String(repeating: "a", count: 1500))], nil),
                    ([Aggregation(.count(), alias: String(repeating: "a", count: 1501))], "An alias is too long"),
                    ([Aggregation(.count(), alias: "a"), Aggregation(.sum(n), alias: "a")], "duplicate alias: a"),
                    ([Aggregation(.count(), alias: "field_1"), count], "duplicate alias: field_1"),
                    ([Aggregation(.count(upTo: -1))], "greater than or equal to zero"),
                    ([Aggregation(.sum(.documentID))], "__key__"),
                ] as [([Aggregation], String?)] {
                    let request = try body(
                        "structuredAggregationQuery", StructuredAggregationQuery(all, aggregations))
                    let reply = try await server.endpoint.send(.post, path, request)
                    if let message {
                        #expect(reply.status == 400 && reply.text.contains(message), "\(aggregations): \(reply.text)")
                    } else {
                        #expect(reply.status == 200, "\(aggregations): \(reply.text)")
                    }
                }
            }
        }

        @Test("a group of collections is found at any depth, and by its name alone below a document")
        func groups() async throws {
            try await with { server, _ in
                for (path, id) in [("users/u/lists/l/items", "x"), ("users/v/items", "y"), ("items", "z")] {
                    let segments = path.split(separator: "/").map(String.init) + [id]
                    let name = "projects/p/databases/(default)/documents/\(segments.joined(separator: "/"))"
                    _ = try await server.service.commit([Write(.update(Document(name: name, fields: ["n": 7])))])
                }
                func ids(_ query: StructuredQuery, under segments: [String]) async throws -> [String] {
                    let parent = segments.isEmpty ? nil : try server.database.resource(segments[0], segments[1])
                    return try await server.service.runQuery(query, under: parent).documents
                        .map { String($0.name.split(separator: "/").last ?? "") }
                }
                let group = [CollectionSelector("items", allDescendants: true)]
                let seven = Self.n(.equal, 7)
                #expect(try await ids(StructuredQuery(from: group, where: seven), under: []) == ["z", "x", "y"])
                #expect(try await ids(StructuredQuery(from: group), under: ["users", "v"]) == ["y"])
                #expect(try await ids(StructuredQuery(from: [CollectionSelector("items")]), under: []) == ["z"])
                #expect(try await ids(StructuredQuery(from: []), under: ["users", "v"]) == ["y"])
                let path = "\(Endpoint.documents)/users/u:runQuery"
                for query in [
                    StructuredQuery(from: group, where: seven), StructuredQuery(from: [], where: seven),
                    StructuredQuery(from: group + group),
                ] {
                    let reply = try await server.endpoint.send(.post, path, try body("structuredQuery", query))
                    #expect(reply.status == 400, "\(query): \(reply.text)")
                }
            }
        }
    }
}
