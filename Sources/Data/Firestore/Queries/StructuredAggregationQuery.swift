package import JSON

/// Aggregations over the results of a query.
///
/// Source: <https://cloud.google.com/firestore/docs/reference/rest/v1/StructuredAggregationQuery>
package struct StructuredAggregationQuery: Equatable, Sendable {
    /// The query.
    package var structuredQuery: StructuredQuery
    /// The aggregations, 1 to 5.
    package var aggregations: [Aggregation]

    /// Aggregations over `structuredQuery`.
    package init(_ structuredQuery: StructuredQuery, _ aggregations: [Aggregation]) {
        self.structuredQuery = structuredQuery
        self.aggregations = aggregations
    }
}

/// An aggregation.
///
/// Source: <https://cloud.google.com/firestore/docs/reference/rest/v1/StructuredAggregationQuery#Aggregation>
package struct Aggregation: Equatable, Sendable {
    /// The kind of aggregation.
    package enum Operation: Equatable, Sendable {
        /// The number of documents; counting stops at `upTo`.
        case count(upTo: Int64? = nil)
        /// The sum of a field's numbers; other values are ignored.
        case sum(FieldPath)
        /// The average of a field's numbers; null if there are none.
        case average(FieldPath)
    }

    /// The kind of aggregation.
    package var operation: Operation
    /// The name of the result; if it is empty, the server chooses one (`field_1`).
    package var alias: String

    /// An aggregation named `alias`.
    package init(_ operation: Operation, alias: String = "") {
        self.operation = operation
        self.alias = alias
    }
}

extension StructuredAggregationQuery: WireCodable {
    /// Reads a query.
    package init(from reader: inout JSONReader) throws {
        var query: StructuredQuery?
        var aggregations: [Aggregation] = []
        try reader.message { key, reader in
            switch key {
            case "structuredQuery", "structured_query": query = try StructuredQuery(from: &reader)
            case "aggregations": aggregations = try reader.list()
            default: try reader.unknownMember()
            }
        }
        guard let query else { throw reader.fault("an aggregation without a query") }
        self.init(query, aggregations)
    }

    /// Writes the query.
    package func write(to writer: inout JSONWriter) {
        writer.message {
            $0.member("structuredQuery", structuredQuery)
            $0.member("aggregations", aggregations)
        }
    }
}

extension Aggregation: WireCodable {
    /// Reads an aggregation of exactly one kind.
    package init(from reader: inout JSONReader) throws {
        var alias = ""
        var operation: Operation?
        try reader.message { key, reader in
            let read: Operation
            switch key {
            case "alias":
                alias = try reader.string()
                return
            case "count": read = .count(upTo: try Self.limit(from: &reader))
            case "sum": read = .sum(try Self.field(from: &reader))
            case "avg": read = .average(try Self.field(from: &reader))
            default: return try reader.unknownMember()
            }
            guard operation == nil else { throw reader.fault("an aggregation of two kinds") }
            operation = read
        }
        guard let operation else { throw reader.fault("an aggregation of no known kind") }
        self.init(operation, alias: alias)
    }

    private static func limit(from reader: inout JSONReader) throws -> Int64? {
        var limit: Int64?
        try reader.message { key, reader in
            switch key {
            case "upTo", "up_to": limit = try reader.int64()
            default: try reader.unknownMember()
            }
        }
        return limit
    }

    private static func field(from reader: inout JSONReader) throws -> FieldPath {
        var path: FieldPath?
        try reader.message { key, reader in
            switch key {
            case "field": path = try FieldPath.reference(from: &reader)
            default: try reader.unknownMember()
            }
        }
        guard let path else { throw reader.fault("an aggregation without a field") }
        return path
    }

    /// Writes the aggregation.
    package func write(to writer: inout JSONWriter) {
        writer.message {
            switch operation {
            case .count(let limit):
                $0.key("count")
                $0.message {
                    guard let limit else { return }
                    $0.key("upTo")
                    $0.int64(limit)
                }
            case .sum(let path):
                $0.key("sum")
                Self.write(path, to: &$0)
            case .average(let path):
                $0.key("avg")
                Self.write(path, to: &$0)
            }
            $0.member("alias", alias)
        }
    }

    private static func write(_ path: FieldPath, to writer: inout JSONWriter) {
        writer.message {
            $0.key("field")
            path.writeReference(to: &$0)
        }
    }
}
