package import JSON

/// A field to sort by.
///
/// Source: <https://cloud.google.com/firestore/docs/reference/rest/v1/StructuredQuery#Order>
package struct Order: Equatable, Sendable {
    /// The direction of a sort.
    package enum Direction: String, Sendable, CaseIterable {
        /// Smallest first.
        case ascending = "ASCENDING"
        /// Greatest first.
        case descending = "DESCENDING"
    }

    /// The field.
    package var field: FieldPath
    /// The direction; ascending if the wire does not say.
    package var direction: Direction

    /// A sort order by `field`.
    package init(_ field: FieldPath, _ direction: Direction = .ascending) {
        self.field = field
        self.direction = direction
    }
}

extension Order.Direction: WireEnum {}

extension Order: WireCodable {
    /// Reads an order.
    package init(from reader: inout JSONReader) throws {
        var path: FieldPath?
        var direction: Direction?
        try reader.message { key, reader in
            switch key {
            case "field": path = try FieldPath.reference(from: &reader)
            case "direction": direction = try reader.enumeration()
            default: try reader.unknownMember()
            }
        }
        guard let path else { throw reader.fault("an order without a field") }
        self.init(path, direction ?? .ascending)
    }

    /// Writes the order.
    package func write(to writer: inout JSONWriter) {
        writer.message {
            $0.key("field")
            field.writeReference(to: &$0)
            $0.member("direction", direction.rawValue)
        }
    }
}
