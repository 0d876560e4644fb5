package import JSON

/// The body of `{parent}:runAggregationQuery`; the parent is in the URL.
///
/// Source: <https://cloud.google.com/firestore/docs/reference/rest/v1/projects.databases.documents/runAggregationQuery>
package struct RunAggregationQueryRequest: Equatable, Sendable {
    /// The query and its aggregations.
    package var structuredAggregationQuery: StructuredAggregationQuery
    /// The state of the database to read.
    package var consistency: ReadConsistency?

    /// A request.
    package init(_ structuredAggregationQuery: StructuredAggregationQuery, consistency: ReadConsistency? = nil) {
        self.structuredAggregationQuery = structuredAggregationQuery
        self.consistency = consistency
    }
}

extension RunAggregationQueryRequest: WireCodable {
    /// Reads the request.
    package init(from reader: inout JSONReader) throws {
        var query: StructuredAggregationQuery?
        var consistency: ReadConsistency?
        try reader.message { key, reader in
            switch key {
            case "structuredAggregationQuery", "structured_aggregation_query":
                query = try StructuredAggregationQuery(from: &reader)
            case "explainOptions", "explain_options": try reader.explainOptions()
            default:
                if try !ReadConsistency.read(key, of: &reader, into: &consistency) { try reader.unknownMember() }
            }
        }
        guard let query else { throw reader.fault("a request without a query") }
        self.init(query, consistency: consistency)
    }

    /// Writes the request.
    package func write(to writer: inout JSONWriter) {
        writer.message {
            $0.member("structuredAggregationQuery", structuredAggregationQuery)
            consistency?.writeMember(to: &$0)
        }
    }
}

/// An element of the array that `runAggregationQuery` returns.
package struct RunAggregationQueryResponse: Equatable, Sendable {
    /// The results by alias; nil if the element only contains the transaction or the time.
    package var aggregateFields: Fields?
    /// When the results were valid.
    package var readTime: Timestamp?
    /// The id of the transaction that the request began; only in the first element.
    package var transaction: [UInt8]

    /// An element.
    package init(aggregateFields: Fields? = nil, readTime: Timestamp? = nil, transaction: [UInt8] = []) {
        self.aggregateFields = aggregateFields
        self.readTime = readTime
        self.transaction = transaction
    }
}

extension RunAggregationQueryResponse: WireCodable {
    /// Reads an element.
    package init(from reader: inout JSONReader) throws {
        self.init()
        try reader.response { key, reader in
            switch key {
            case "result": aggregateFields = try Self.result(from: &reader)
            case "readTime", "read_time": readTime = try Timestamp(from: &reader)
            case "transaction": transaction = try reader.base64()
            default: try reader.unknownMember()
            }
        }
    }

    /// Reads an `AggregationResult`.
    private static func result(from reader: inout JSONReader) throws -> Fields {
        var fields: Fields = [:]
        try reader.message { key, reader in
            switch key {
            case "aggregateFields", "aggregate_fields": fields = try Fields(from: &reader)
            default: try reader.unknownMember()
            }
        }
        return fields
    }

    /// Writes the element.
    package func write(to writer: inout JSONWriter) {
        writer.message {
            $0.member("transaction", base64: transaction)
            if let aggregateFields {
                $0.key("result")
                $0.message {
                    if !aggregateFields.isEmpty { $0.member("aggregateFields", aggregateFields) }
                }
            }
            $0.member("readTime", readTime)
        }
    }
}
