public import JSON

/// A position in the order of a query: values for the first sort fields.
///
/// Source: <https://cloud.google.com/firestore/docs/reference/rest/v1/Cursor>
public struct QueryCursor: Equatable, Sendable {
    /// The values, in the order of `orderBy`, which may have more fields.
    public var values: [Value]
    /// Whether the position is just before the documents that equal the values, or just after them.
    public var before: Bool

    /// A position at `values`.
    public init(_ values: [Value], before: Bool) {
        self.values = values
        self.before = before
    }
}

extension QueryCursor: WireCodable {
    /// Reads a cursor.
    public init(from reader: inout JSONReader) throws {
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
    public func write(to writer: inout JSONWriter) {
        writer.message {
            $0.member("values", values)
            $0.key("before")
            $0.bool(before)
        }
    }
}
