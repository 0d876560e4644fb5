import FirestoreWire
import JSON

/// A message of every kind, with every member, paired with the name of its schema.
enum Samples {
    static let root = "projects/p/databases/(default)/documents"
    static let name = root + "/users/u/todos/9f2c"

    static let time: Timestamp = at("2026-11-20T16:02:45.698187Z")

    static func at(_ text: String) -> Timestamp { Timestamp(text) ?? .distantPast }

    static func path(_ segments: String...) -> FieldPath { (try? FieldPath(segments)) ?? .documentID }

    /// A value of each kind, including each kind's boundaries.
    static let values: [Value] = [
        .null, true, false, 0, 1, -1, .integer(.max), .integer(.min), 0.0, .double(-0.0), 1.5, .double(.nan),
        .double(.infinity), .double(-.infinity), .double(.greatestFiniteMagnitude), .double(.leastNonzeroMagnitude),
        .timestamp(time), .timestamp(at("1969-12-31T23:59:59.999999999Z")), "", "text \"quoted\" \\ \n é 😀",
        .string("\u{E9}"), .string("e\u{301}"), .bytes([]), .bytes([0]), .bytes([0xFF, 0xFE]), .bytes([1, 2, 3]),
        .reference(name), .geoPoint(GeoPoint(latitude: 47.37, longitude: -8.54)),
        .geoPoint(GeoPoint(latitude: 0, longitude: 0)), [], [[:], [.null, 1, "x"]], [:],
        ["\u{E9}": 1], ["e\u{301}": 1], ["": .null, "a.b": 1, "deep": ["deeper": [["deepest": [1]]]]],
    ]

    static let document = Document(
        name: name,
        fields: Fields(values.enumerated().map { ("value\($0)", $1) }), createTime: time, updateTime: time)

    static let query = StructuredQuery(
        from: [CollectionSelector("todos", allDescendants: true)],
        where: .composite(
            .and,
            [
                .composite(.or, [.field(path("a b"), .equal, 1), .unary(path("c"), .isNaN)]),
                .field(.documentID, .greaterThan, .reference(name)),
            ]
                + Filter.FieldOperator.allCases.map { .field(path("x", "y z"), $0, [1, "a"]) }
                + Filter.UnaryOperator.allCases.map { .unary(path("n"), $0) }),
        orderBy: [Order(path("seq")), Order(.documentID, .descending)],
        startAt: QueryCursor([1, .reference(name)], before: true), endAt: QueryCursor([9], before: false), offset: 3,
        limit: 0,
        select: [path("a"), .documentID])

    static let transforms: [FieldTransform] = [
        FieldTransform(path("t"), .requestTime), FieldTransform(path("i"), .increment(1)),
        FieldTransform(path("mx"), .maximum(1.5)), FieldTransform(path("mn"), .minimum(-1)),
        FieldTransform(path("ap"), .appendMissingElements([1, "a"])),
        FieldTransform(path("rm"), .removeAllFromArray([])),
    ]

    static let writes: [Write] = [
        Write(.update(document)),
        Write(
            .update(Document(name: name), mask: [path("a"), path("b c", "d")]), updateTransforms: transforms,
            currentDocument: .updateTime(time)),
        Write(.update(Document(name: name), mask: []), currentDocument: .exists(false)),
        Write(.delete(name), currentDocument: .exists(true)), Write(.transform(document: name, transforms)),
    ]

    static let status = Status(.unavailable, "busy", retryDelay: .milliseconds(1500))

    /// All requests and replies.
    static let messages: [(schema: String, message: any WireCodable & Equatable)] =
        values.map { ("Value", $0) } + writes.map { ("Write", $0) } + requests + replies

    static let requests: [(schema: String, message: any WireCodable & Equatable)] = [
        ("RunQueryRequest", RunQueryRequest(query, consistency: .readTime(time))),
        ("RunQueryRequest", RunQueryRequest(StructuredQuery(from: [], select: []), consistency: .transaction([1]))),
        ("RunQueryRequest", RunQueryRequest(query, consistency: .newTransaction(.readOnly(readTime: time)))),
        ("BatchGetDocumentsRequest", BatchGetDocumentsRequest([name], mask: [path("a")])),
        ("BatchGetDocumentsRequest", BatchGetDocumentsRequest([], consistency: .newTransaction(.readWrite()))),
        (
            "RunAggregationQueryRequest",
            RunAggregationQueryRequest(
                StructuredAggregationQuery(
                    query,
                    [
                        Aggregation(.count(upTo: 10), alias: "n"), Aggregation(.count()),
                        Aggregation(.sum(path("a")), alias: "s"), Aggregation(.average(path("a", "b"))),
                    ]), consistency: .transaction([0xFF]))
        ),
        ("CommitRequest", CommitRequest(writes, transaction: [1, 2])), ("CommitRequest", CommitRequest([])),
        ("BatchWriteRequest", BatchWriteRequest(writes)),
        ("ListCollectionIdsRequest", ListCollectionIdsRequest(pageSize: 9, pageToken: "t", readTime: time)),
        ("ListCollectionIdsRequest", ListCollectionIdsRequest()),
        ("BeginTransactionRequest", BeginTransactionRequest()),
        ("BeginTransactionRequest", BeginTransactionRequest(options: .readOnly())),
        ("BeginTransactionRequest", BeginTransactionRequest(options: .readWrite(retryTransaction: [3]))),
        ("RollbackRequest", RollbackRequest(transaction: [1, 2, 3, 4])),
    ]

    static let replies: [(schema: String, message: any WireCodable & Equatable)] = [
        ("Document", document), ("Document", Document(name: name)),
        (
            "RunQueryResponse",
            RunQueryResponse(document: document, readTime: time, skippedResults: 2, transaction: [1], done: true)
        ),
        ("RunQueryResponse", RunQueryResponse(readTime: time)),
        ("BatchGetDocumentsResponse", BatchGetDocumentsResponse(.found(document), readTime: time, transaction: [1])),
        ("BatchGetDocumentsResponse", BatchGetDocumentsResponse(.missing(name), readTime: time)),
        ("BatchGetDocumentsResponse", BatchGetDocumentsResponse()),
        ("RunAggregationQueryResponse", RunAggregationQueryResponse(aggregateFields: ["n": 1, "a": .null])),
        ("RunAggregationQueryResponse", RunAggregationQueryResponse(aggregateFields: [:], transaction: [1])),
        ("RunAggregationQueryResponse", RunAggregationQueryResponse(readTime: time)),
        (
            "CommitResponse",
            CommitResponse(
                writeResults: [WriteResult(updateTime: time, transformResults: values), WriteResult()],
                commitTime: time)
        ),
        ("BatchWriteResponse", BatchWriteResponse(writeResults: [WriteResult()], status: [Status(.ok), status])),
        ("ListDocumentsResponse", ListDocumentsResponse(documents: [document], nextPageToken: "next")),
        ("ListDocumentsResponse", ListDocumentsResponse()),
        ("ListCollectionIdsResponse", ListCollectionIdsResponse(collectionIDs: ["a", "b"], nextPageToken: "x")),
        ("BeginTransactionResponse", BeginTransactionResponse(transaction: [9])), ("Status", status),
        ("Empty", Empty()),
    ]
}

extension Timestamp {
    /// The earliest time that the wire format can express.
    static var distantPast: Timestamp {
        guard let time = Timestamp(seconds: validSeconds.lowerBound) else { preconditionFailure("it is valid") }
        return time
    }
}

extension WireCodable where Self: Equatable {
    /// Whether `json` is read as a message equal to this one.
    func isRead(from json: JSONValue) throws -> Bool { try Self(json: json.canonicalJSON.utf8) == self }

    /// Reads the message again from what it is written as.
    func rereads() throws -> Bool { try Self(json: json) == self }
}
