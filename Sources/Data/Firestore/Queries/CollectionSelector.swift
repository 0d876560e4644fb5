package import JSON

/// The collections that a query reads.
///
/// Source: <https://cloud.google.com/firestore/docs/reference/rest/v1/StructuredQuery#CollectionSelector>
package struct CollectionSelector: Equatable, Sendable {
    /// The id of the collections; empty for all, if `allDescendants` is true.
    package var collectionID: String
    /// Whether collections at any depth under the parent are read, or only those directly under it.
    package var allDescendants: Bool

    /// The collections with this id.
    package init(_ collectionID: String, allDescendants: Bool = false) {
        self.collectionID = collectionID
        self.allDescendants = allDescendants
    }
}

extension CollectionSelector: WireCodable {
    /// Reads a selector.
    package init(from reader: inout JSONReader) throws {
        self.init("")
        try reader.message { key, reader in
            switch key {
            case "collectionId", "collection_id": collectionID = try reader.string()
            case "allDescendants", "all_descendants": allDescendants = try reader.bool()
            default: try reader.unknownMember()
            }
        }
    }

    /// Writes the selector.
    package func write(to writer: inout JSONWriter) {
        writer.message {
            $0.member("collectionId", collectionID)
            if allDescendants {
                $0.key("allDescendants")
                $0.bool(true)
            }
        }
    }
}
