package import JSON

/// One change of a document in a commit.
///
/// Source: <https://cloud.google.com/firestore/docs/reference/rest/v1/Write>
package struct Write: Equatable, Sendable {
    /// The kind of change.
    package enum Operation: Equatable, Sendable {
        /// Sets the fields of a document. **Without a mask it replaces the whole document**; with one it only changes
        /// the fields of the mask, and deletes those that the document lacks.
        case update(Document, mask: DocumentMask? = nil)
        /// Deletes the document of this name.
        case delete(String)
        /// Only applies transforms to the document of this name: the old form of `updateTransforms`.
        case transform(document: String, [FieldTransform])
        /// Changes nothing, but checks ``Write/currentDocument`` for the document of this name. Transactions of
        /// Google's JavaScript SDK check their reads this way. Missing from the discovery document.
        case verify(String)
    }

    /// The kind of change.
    package var operation: Operation
    /// The transforms to apply after an update.
    package var updateTransforms: [FieldTransform]
    /// The precondition.
    package var currentDocument: Precondition?

    /// The maximum number of transforms that a request may apply to one document.
    ///
    /// Source: <https://cloud.google.com/firestore/quotas#writes_and_transactions>
    package static let maximumTransforms = 500

    /// A change.
    package init(
        _ operation: Operation, updateTransforms: [FieldTransform] = [], currentDocument: Precondition? = nil
    ) {
        self.operation = operation
        self.updateTransforms = updateTransforms
        self.currentDocument = currentDocument
    }

    /// The name of the changed document.
    package var documentName: String {
        switch operation {
        case .update(let document, _): document.name
        case .delete(let name), .transform(let name, _), .verify(let name): name
        }
    }
}

extension Write: WireCodable {
    /// Reads a write of exactly one kind; only an update may have a mask and transforms.
    package init(from reader: inout JSONReader) throws {
        self.init(.delete(""))
        var operation: Operation?
        var mask: DocumentMask?
        try reader.message { key, reader in
            let read: Operation
            switch key {
            case "update": read = .update(try Document(from: &reader))
            case "delete": read = .delete(try reader.string())
            case "transform": read = try Self.transform(from: &reader)
            case "verify": read = .verify(try reader.string())
            case "updateMask", "update_mask":
                mask = try DocumentMask(from: &reader)
                return
            case "updateTransforms", "update_transforms":
                updateTransforms = try reader.list(atMost: Self.maximumTransforms)
                return
            case "currentDocument", "current_document":
                currentDocument = try Precondition.optional(from: &reader)
                return
            default: return try reader.unknownMember()
            }
            guard operation == nil else { throw reader.fault("a write of two kinds") }
            operation = read
        }
        switch operation {
        case .update(let document, _)?: self.operation = .update(document, mask: mask)
        case let operation? where mask == nil && updateTransforms.isEmpty: self.operation = operation
        case nil: throw reader.fault("a write of no known kind")
        default: throw reader.fault("a mask or transforms without an update")
        }
    }

    /// Reads a `DocumentTransform`.
    private static func transform(from reader: inout JSONReader) throws -> Operation {
        var name = ""
        var transforms: [FieldTransform] = []
        try reader.message { key, reader in
            switch key {
            case "document": name = try reader.string()
            case "fieldTransforms", "field_transforms": transforms = try reader.list(atMost: Self.maximumTransforms)
            default: try reader.unknownMember()
            }
        }
        return .transform(document: name, transforms)
    }

    /// Writes the change.
    package func write(to writer: inout JSONWriter) {
        writer.message {
            switch operation {
            case .update(let document, let mask):
                $0.member("update", document)
                $0.member("updateMask", mask)
                $0.member("updateTransforms", updateTransforms)
            case .delete(let name):
                $0.key("delete")
                $0.string(name)
            case .verify(let name):
                $0.key("verify")
                $0.string(name)
            case .transform(let name, let transforms):
                $0.key("transform")
                $0.message {
                    $0.member("document", name)
                    $0.member("fieldTransforms", transforms)
                }
            }
            $0.member("currentDocument", currentDocument)
        }
    }
}
