import FirestoreWire
import HTTPTypes
import JSON
import TestSupport

/// Makes random requests of all methods, valid and invalid.
struct RandomExchanges {
    private var random: RandomDocuments

    init(seed: UInt64) { random = RandomDocuments(generator: SeededGenerator(seed: seed)) }

    mutating func next() -> [Exchange] {
        switch Int.random(in: 0..<22, using: &random.generator) {
        case 0..<6: [Exchange(.post, ":commit", ["writes": .array(writes())])]
        case 6: [Exchange(.post, ":batchWrite", ["writes": .array(writes())])]
        case 7: [Exchange(.get, "/\(encodedName())\(masks("mask"))")]
        case 8: list()
        case 9: [create()]
        case 10:
            [
                Exchange(
                    .patch,
                    "/\(encodedName())\(masks("updateMask"))\(random.generator.pick(["", "&currentDocument.exists=true"]))",
                    ["fields": random.json(random.fields())])
            ]
        case 11:
            [Exchange(.delete, "/\(encodedName())\(random.generator.pick(["", "?currentDocument.exists=true"]))")]
        case 12: [Exchange(.post, ":batchGet", batchGet())]
        case 13: [random.generator.chance(0.7) ? bad() : odd()]
        case 14: transaction()
        case 15:
            [Exchange(.post, "\(random.generator.pick(["", "/c/a", "/c/ghost", "/none/x"])):listCollectionIds", [:])]
        case 16, 17:
            {
                let (parent, query) = RandomQueries.aggregation(&random)
                return [Exchange(.post, "\(parent):runAggregationQuery", ["structuredAggregationQuery": query])]
            }()
        default:
            {
                let (parent, query) = RandomQueries.query(&random)
                return [Exchange(.post, "\(parent):runQuery", ["structuredQuery": query])]
            }()
        }
    }

    private mutating func writes() -> [JSONValue] {
        (0..<random.generator.pick([1, 1, 2, 3, 4])).map { _ in random.write() }
    }

    private mutating func encodedName() -> String {
        random.name().split(separator: "/").map { PercentEncoding.encode(String($0)) }.joined(separator: "/")
    }

    private mutating func masks(_ name: String) -> String {
        guard random.generator.chance(0.4) else { return "?key=x" }
        return "?key=x"
            + random.mask().fieldPaths.filter { !$0.text.contains("`") }
            .map { "&\(name).fieldPaths=\(PercentEncoding.encode($0.text))" }.joined()
    }

    private mutating func list() -> [Exchange] {
        let path =
            "/\(random.generator.pick(["c", "d", "c/a/s", "none"]))?pageSize=\(Int.random(in: 1...4, using: &random.generator))"
        let options = random.generator.pick([
            "", "&showMissing=true", "&orderBy=a", "&orderBy=n%20desc", "&mask.fieldPaths=a",
        ])
        return [Exchange(.get, path + options), Exchange(.get, "\(path)\(options)&pageToken=<page>")]
    }

    private mutating func create() -> Exchange {
        let id = random.generator.pick(["a", "b", "new", "__bad__", "..", "x%2Fy", "z%3Arun"])
        return Exchange(.post, "/c?documentId=\(id)", ["fields": random.json(random.fields())])
    }

    private mutating func batchGet() -> JSONValue {
        var body: [String: JSONValue] = [
            "documents": .array((0..<3).map { _ in .string("<documents>/\(random.name())") })
        ]
        if random.generator.chance(0.4) { body["mask"] = random.json(random.mask()) }
        return .object(body)
    }

    private mutating func transaction() -> [Exchange] {
        let end =
            random.generator.chance(0.7)
            ? Exchange(.post, ":commit", ["writes": .array(writes()), "transaction": "<transaction>"])
            : Exchange(.post, ":rollback", ["transaction": "<transaction>"])
        var read = batchGet()
        if case .object(var members) = read {
            members["transaction"] = "<transaction>"
            read = .object(members)
        }
        let options: JSONValue = random.generator.pick([["readWrite": [:]], ["readOnly": [:]], [:]])
        let begin: Exchange
        if random.generator.chance(0.5) {
            begin = Exchange(.post, ":beginTransaction", ["options": options])
        } else if case .object(var members) = batchGet() {
            members["newTransaction"] = options
            begin = Exchange(.post, ":batchGet", .object(members))
        } else {
            let (parent, query) = RandomQueries.query(&random)
            begin = Exchange(.post, "\(parent):runQuery", ["structuredQuery": query, "newTransaction": options])
        }
        return [
            begin, Exchange(.post, ":batchGet", read), end, end,
            Exchange(.post, ":rollback", ["transaction": "<transaction>"]),
        ]
    }

    /// A read that looks odd.
    private mutating func odd() -> Exchange {
        let collection: JSONValue = random.generator.pick(["c", "__x__", "____", "__id7__", "__"])
        let path = random.generator.pick([
            "a", "__x__", "a.__x__", "____", "__name__", "a.__name__", Self.path(20), Self.path(21),
            String(repeating: "a", count: 1499), String(repeating: "a", count: 1501),
        ])
        let query: JSONValue = ["from": [["collectionId": collection]]]
        switch Int.random(in: 0..<7, using: &random.generator) {
        case 6:
            let limit: JSONValue = random.generator.pick([["value": 2], ["value": "2"], "2", 2, [:]])
            return Exchange(
                .post, ":runQuery", ["structuredQuery": ["from": [["collectionId": "c"]], "limit": limit]])
        case 0: return Exchange(.get, "/c/a?mask.fieldPaths=\(path)")
        case 1: return Exchange(.get, "/c?mask.fieldPaths=\(path)")
        case 2:
            return Exchange(
                .post, ":batchGet",
                ["documents": ["<documents>/c/a"], "mask": ["fieldPaths": [.string(path)]]])
        case 3: return Exchange(.get, "/\(collection.string ?? "")/a")
        case 4:
            let options: JSONValue = random.generator.pick([[:], ["analyze": true], ["analyse": true], .null])
            return Exchange(.post, ":runQuery", ["structuredQuery": query, "explainOptions": options])
        default:
            return Exchange(
                .post, ":runQuery",
                [
                    "structuredQuery": [
                        "from": [["collectionId": "c"]], "select": ["fields": [["fieldPath": .string(path)]]],
                    ]
                ])
        }
    }

    /// A path of this many names.
    private static func path(_ count: Int) -> String { Array(repeating: "a", count: count).joined(separator: ".") }

    /// Fields of which one has a path of this many bytes, within a map or an array of maps.
    private static func nested(_ size: Int, inArray: Bool) -> String {
        let map = #"{"mapValue":{"fields":{"\#(String(repeating: "c", count: size - 1001))":{"nullValue":null}}}}"#
        let value = inArray ? #"{"arrayValue":{"values":[\#(map)]}}"# : map
        return #"{"\#(String(repeating: "b", count: 1000))":\#(value)}"#
    }

    /// A request that both servers refuse, or accept although it looks odd.
    private mutating func bad() -> Exchange {
        let bodies = [
            "", "[", "[]", "{\"writes\":{}}", "{\"writes\":null}", "{\"unknown\":1}", "{\"writes\":[{}]}",
            "{\"writes\":[{\"delete\":\"\"}]}", "{\"writes\":[{\"delete\":\"<documents>/c\"}]}",
            "{\"writes\":[{\"delete\":\"<documents>/c/__x__\"}]}", "{\"writes\":[{\"delete\":\"<documents>//a\"}]}",
            "{\"writes\":[{\"delete\":\"<documents>/c/a\",\"updateMask\":{}}]}",
            write("{\"\":{\"integerValue\":1}}"), write("{\"__x__\":{\"integerValue\":1}}"),
            write("{\"a\":{}}"), write("{\"a\":{\"integerValue\":\"x\"}}"), write("{\"a\":{\"integerValue\":1.5}}"),
            write("{\"a\":{\"integerValue\":1,\"stringValue\":\"\"}}"), write("{\"a\":{\"unknownValue\":1}}"),
            write("{\"a\":{\"arrayValue\":{\"values\":[{\"arrayValue\":{}}]}}}"), write("{\"a\":{\"nullValue\":0}}"),
            write("{\"a\":{\"nullValue\":null}}"), write("{\"a\":{\"nullValue\":\"NULL_VALUE\"}}"),
            write("{\"a\":{\"timestampValue\":\"yesterday\"}}"),
            write("{\"a\":{\"timestampValue\":\"2020-01-01T00:00:00.123456789Z\"}}"),
            write("{\"a\":{\"timestampValue\":\"2020-01-01T00:00:00+01:00\"}}"),
            write("{\"a\":{\"bytesValue\":\"!\"}}"), write("{\"a\":{\"referenceValue\":\"x\"}}"),
            write("{\"a\":{\"geoPointValue\":{\"latitude\":91}}}"), write("{\"a\":{\"geoPointValue\":{}}}"),
            write("{\"a\":{\"doubleValue\":\"NaN\"}}"), write("{\"a\":{\"doubleValue\":\"1.5\"}}"),
            write("{}", ",\"updateMask\":{\"fieldPaths\":[\"a-b\"]}"),
            write("{}", ",\"updateMask\":{\"fieldPaths\":[\"\"]}"),
            write("{}", ",\"updateMask\":{\"fieldPaths\":[\"__x__\"]}"),
            write("{}", ",\"updateTransforms\":[{\"fieldPath\":\"a\"}]"),
            write("{}", ",\"updateTransforms\":[{\"fieldPath\":\"a\",\"increment\":{\"stringValue\":\"x\"}}]"),
            write("{}", ",\"updateTransforms\":[{\"fieldPath\":\"a\",\"setToServerValue\":1}]"),
            write(Self.nested(1500, inArray: false)), write(Self.nested(1501, inArray: false)),
            write(Self.nested(1500, inArray: true)), write(Self.nested(1501, inArray: true)),
            write("{}", ",\"updateMask\":{\"fieldPaths\":[\"\(Self.path(20))\"]}"),
            write("{}", ",\"updateMask\":{\"fieldPaths\":[\"\(Self.path(21))\"]}"),
            "{\"writes\":[{\"verify\":\"<documents>/c/a\",\"updateMask\":{},\"currentDocument\":{\"exists\":true}}]}",
            "{\"writes\":[{\"verify\":\"<documents>/c\",\"currentDocument\":{\"exists\":true}}]}",
            "{\"writes\":[{\"delete\":\"<documents>/__id7__/a\"}]}",
            "{\"writes\":[{\"delete\":\"<documents>/____/a\"}]}",
            write("{}", ",\"currentDocument\":{}"), "{\"transaction\":\"AAAA\"}", "{\"transaction\":\"!\"}",
        ]
        var exchange = Exchange(.post, ":commit")
        exchange.rawBody = random.generator.pick(bodies)
        return exchange
    }

    private func write(_ fields: String, _ more: String = "") -> String {
        "{\"writes\":[{\"update\":{\"name\":\"<documents>/c/a\",\"fields\":\(fields)}\(more)}]}"
    }
}
