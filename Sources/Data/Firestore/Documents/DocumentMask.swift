public import JSON

/// The fields of a document that a read returns or a write changes.
///
/// Source: <https://cloud.google.com/firestore/docs/reference/rest/v1/DocumentMask>
public struct DocumentMask: Equatable, Sendable, ExpressibleByArrayLiteral {
    /// The paths. In a write, a path without a value in the document deletes the field.
    public var fieldPaths: [FieldPath]

    /// The maximum number of paths in a mask.
    package static let maximumPaths = 20_000

    /// A mask of these paths.
    public init(_ fieldPaths: [FieldPath]) { self.fieldPaths = fieldPaths }

    /// A mask of these paths.
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

    /// Writes a mask. An empty mask is `{}`, which differs from no mask.
    public func write(to writer: inout JSONWriter) {
        writer.message { $0.member("fieldPaths", fieldPaths) }
    }
}
