package import JSON

/// A position in the order of a query: values for the first sort fields.
///
/// Source: <https://cloud.google.com/firestore/docs/reference/rest/v1/Cursor>
package struct QueryCursor: Equatable, Sendable {
    /// The values, in the order of `orderBy`, which may have more fields.
    package var values: [Value]
    /// Whether the position is just before the documents that equal the values, or just after them.
    package var before: Bool

    /// A position at `values`.
    package init(_ values: [Value], before: Bool) {
        self.values = values
        self.before = before
    }
}

extension QueryCursor: WireCodable {
    /// Reads a cursor.
    package init(from reader: inout JSONReader) throws {
        self.init([], before: false)
        try reader.message { key, reader in
            switch key {
            case "values": values = try reader.list()
            case "before": before = try reader.bool()
            default: try reader.unknownMember()
            }
        }
    }

    /// Writes the cursor, and `before` even if it is false: the reader of a log should not need to know the default.
    package func write(to writer: inout JSONWriter) {
        writer.message {
            $0.member("values", values)
            $0.key("before")
            $0.bool(before)
        }
    }
}
