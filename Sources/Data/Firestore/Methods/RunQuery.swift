package import JSON

/// The body of `{parent}:runQuery`; the parent is in the URL.
///
/// Source: <https://cloud.google.com/firestore/docs/reference/rest/v1/projects.databases.documents/runQuery>
package struct RunQueryRequest: Equatable, Sendable {
    /// The query.
    package var structuredQuery: StructuredQuery
    /// The state of the database to read.
    package var consistency: ReadConsistency?

    /// A request.
    package init(_ structuredQuery: StructuredQuery, consistency: ReadConsistency? = nil) {
        self.structuredQuery = structuredQuery
        self.consistency = consistency
    }
}

extension RunQueryRequest: WireCodable {
    /// Reads the request.
    package init(from reader: inout JSONReader) throws {
        var query: StructuredQuery?
        var consistency: ReadConsistency?
        try reader.message { key, reader in
            switch key {
            case "structuredQuery", "structured_query": query = try StructuredQuery(from: &reader)
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
            $0.member("structuredQuery", structuredQuery)
            consistency?.writeMember(to: &$0)
        }
    }
}

extension JSONReader {
    /// Skips `ExplainOptions`: the replies have no members for what they request.
    mutating func explainOptions() throws {
        try message { key, reader in
            switch key {
            case "analyze": _ = try reader.bool()
            default: try reader.unknownMember()
            }
        }
    }
}

/// An element of the array that `runQuery` returns; one without a document only shows progress.
package struct RunQueryResponse: Equatable, Sendable {
    /// A document that was found.
    package var document: Document?
    /// When it was read.
    package var readTime: Timestamp?
    /// How many documents `offset` has skipped since the last element.
    package var skippedResults: Int32
    /// The id of the transaction that the request began; only in the first element.
    package var transaction: [UInt8]
    /// Whether this is the last element.
    package var done: Bool

    /// An element.
    package init(
        document: Document? = nil, readTime: Timestamp? = nil, skippedResults: Int32 = 0, transaction: [UInt8] = [],
        done: Bool = false
    ) {
        self.document = document
        self.readTime = readTime
        self.skippedResults = skippedResults
        self.transaction = transaction
        self.done = done
    }
}

extension RunQueryResponse: WireCodable {
    /// Reads an element.
    package init(from reader: inout JSONReader) throws {
        self.init()
        try reader.response { key, reader in
            switch key {
            case "document": document = try Document(from: &reader)
            case "readTime", "read_time": readTime = try Timestamp(from: &reader)
            case "skippedResults", "skipped_results": skippedResults = try reader.int32()
            case "transaction": transaction = try reader.base64()
            case "done": done = try reader.bool()
            default: try reader.unknownMember()
            }
        }
    }

    /// Writes the element.
    package func write(to writer: inout JSONWriter) {
        writer.message {
            $0.member("transaction", base64: transaction)
            $0.member("document", document)
            $0.member("readTime", readTime)
            if skippedResults != 0 {
                $0.key("skippedResults")
                $0.integer(skippedResults)
            }
            if done {
                $0.key("done")
                $0.bool(true)
            }
        }
    }
}
