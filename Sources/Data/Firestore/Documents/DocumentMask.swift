public import JSON

/// Which fields of a document a read returns or a write touches.
///
/// Source: <https://cloud.google.com/firestore/docs/reference/rest/v1/DocumentMask>
public struct DocumentMask: Equatable, Sendable, ExpressibleByArrayLiteral {
    /// The paths. In a write, one that has no value in the document deletes the field.
    public var fieldPaths: [FieldPath]

    /// How many paths a mask may have.
    public static let maximumPaths = 20_000

    /// The mask of these paths.
    public init(_ fieldPaths: [FieldPath]) { self.fieldPaths = fieldPaths }

    /// The mask of these paths.
    public init(arrayLiteral fieldPaths: FieldPath...) { self.init(fieldPaths) }
}

extension DocumentMask: WireCodable {
    /// Reads a mask.
    public init(from reader: inout JSONReader) throws {
        self = []
        try reader.message { key, reader in
            switch key {
            case "fieldPaths", "field_paths": fieldPaths = try reader.list(atMost: Self.maximumPaths)
            default: try reader.unknownMember()
            }
        }
    }

    /// Writes a mask; an empty one as `{}`, which is another thing than none.
    public func write(to writer: inout JSONWriter) {
        writer.message { $0.member("fieldPaths", fieldPaths) }
    }
}
