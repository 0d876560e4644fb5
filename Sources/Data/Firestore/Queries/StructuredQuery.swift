package import JSON

/// A query: `from`, `where`, `orderBy`, cursors, `offset`, `limit` and `select`, applied in this order.
///
/// Source: <https://cloud.google.com/firestore/docs/reference/rest/v1/StructuredQuery>
package struct StructuredQuery: Equatable, Sendable {
    /// The collections to query; servers accept one selector, or none for all collections.
    package var from: [CollectionSelector]
    /// The condition on documents.
    package var filter: Filter?
    /// The sort order.
    package var orderBy: [Order]
    /// The position to start at.
    package var startAt: QueryCursor?
    /// The position to end at.
    package var endAt: QueryCursor?
    /// The number of documents to skip, at least 0.
    package var offset: Int32
    /// The maximum number of documents to return, at least 0; nil for all.
    package var limit: Int32?
    /// The fields to return; nil for all, and only the name if it is empty.
    package var select: [FieldPath]?

    /// The maximum number of filters and sort orders in a query.
    ///
    /// Source: <https://firebase.google.com/docs/firestore/query-data/queries#query_limitations>
    package static let maximumParts = 100

    /// A query.
    package init(
        from: [CollectionSelector], where filter: Filter? = nil, orderBy: [Order] = [], startAt: QueryCursor? = nil,
        endAt: QueryCursor? = nil, offset: Int32 = 0, limit: Int32? = nil, select: [FieldPath]? = nil
    ) {
        self.from = from
        self.filter = filter
        self.orderBy = orderBy
        self.startAt = startAt
        self.endAt = endAt
        self.offset = offset
        self.limit = limit
        self.select = select
    }
}

extension StructuredQuery: WireCodable {
    /// Reads a query.
    /// - Throws: `JSONError` if it is not a query; `UnsupportedPart` for the search by vectors.
    package init(from reader: inout JSONReader) throws {
        self.init(from: [])
        try reader.message { key, reader in
            switch key {
            case "from": from = try reader.list()
            case "where": filter = try Filter(from: &reader)
            case "orderBy", "order_by": orderBy = try reader.list(atMost: Self.maximumParts)
            case "startAt", "start_at": startAt = try QueryCursor(from: &reader)
            case "endAt", "end_at": endAt = try QueryCursor(from: &reader)
            case "offset": offset = try reader.count()
            case "limit": limit = try reader.count()
            case "select": select = try Self.projection(from: &reader)
            case "findNearest", "find_nearest": throw UnsupportedPart.findNearest
            default: try reader.unknownMember()
            }
        }
    }

    /// Reads a `Projection`. If it has no fields, or only the document's name, the query returns only names.
    private static func projection(from reader: inout JSONReader) throws -> [FieldPath] {
        var fields: [FieldPath] = []
        try reader.message { key, reader in
            switch key {
            case "fields":
                fields = try reader.list(atMost: DocumentMask.maximumPaths) { try FieldPath.reference(from: &$0) }
            default: try reader.unknownMember()
            }
        }
        return fields
    }

    /// Writes the query.
    package func write(to writer: inout JSONWriter) {
        writer.message {
            if let select {
                $0.key("select")
                $0.message {
                    guard !select.isEmpty else { return }
                    $0.key("fields")
                    $0.beginArray()
                    for path in select { path.writeReference(to: &$0) }
                    $0.endArray()
                }
            }
            $0.member("from", from)
            $0.member("where", filter)
            $0.member("orderBy", orderBy)
            $0.member("startAt", startAt)
            $0.member("endAt", endAt)
            if offset != 0 {
                $0.key("offset")
                $0.integer(offset)
            }
            if let limit {
                $0.key("limit")
                $0.integer(limit)
            }
        }
    }
}

extension JSONReader {
    /// Reads a 32-bit integer that must not be negative.
    fileprivate mutating func count() throws -> Int32 {
        let count = try int32()
        guard count >= 0 else { throw fault("a negative count") }
        return count
    }
}
