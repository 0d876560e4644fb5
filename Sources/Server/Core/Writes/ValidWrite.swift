import FirestoreWire

/// A write whose names, values and transforms were checked: what can still fail is up to the document.
struct ValidWrite {
    /// What it does to the document.
    enum Effect {
        /// Sets the fields: all of them, or those of a mask.
        case set(Fields, mask: [FieldPath]?)
        /// Touches nothing but what transforms compute.
        case transform
        /// Deletes the document.
        case delete
    }

    let name: ResourceName
    let effect: Effect
    let transforms: [FieldTransform]
    let precondition: Precondition?

    var isDelete: Bool {
        if case .delete = effect { true } else { false }
    }

    /// Checks `write`, which must concern a document of `database`.
    init(_ write: Write, in database: DatabaseName) throws(Status) {
        name = try Status.document(write.documentName, in: database)
        precondition = write.currentDocument
        switch write.operation {
        case .update(let document, let mask):
            effect = .set(try document.fields.storable(), mask: try mask.map(Self.paths))
            transforms = write.updateTransforms
        case .transform(_, let transforms):
            guard !transforms.isEmpty else {
                throw Status(.invalidArgument, "The list of FieldTransform must not be empty.")
            }
            effect = .transform
            self.transforms = transforms
        case .delete:
            effect = .delete
            transforms = []
        }
        try Self.check(transforms)
    }

    private static func paths(of mask: DocumentMask) throws(Status) -> [FieldPath] {
        for path in mask.fieldPaths where !path.isDocumentID { try path.requireUnreserved() }
        return mask.fieldPaths.filter { !$0.isDocumentID }
    }

    private static func check(_ transforms: [FieldTransform]) throws(Status) {
        for transform in transforms {
            try transform.fieldPath.requireUnreserved()
            for other in transforms where other.fieldPath.isInside(transform.fieldPath) {
                throw Status(
                    .invalidArgument,
                    "Cannot transform property \(transform.fieldPath) and its nested property at the same time.")
            }
        }
    }
}

extension FieldPath {
    /// Requires that no name of the path is of the form `__x__`, which is kept for Firestore itself.
    func requireUnreserved() throws(Status) {
        guard !segments.contains(where: Fields.isReserved) else {
            throw Status(.invalidArgument, "Invalid reserved name in field path \(self).")
        }
    }

    /// Whether it leads to something within what `other` leads to.
    func isInside(_ other: FieldPath) -> Bool {
        segments.count > other.segments.count
            && zip(segments, other.segments).allSatisfy { $0.utf8.elementsEqual($1.utf8) }
    }
}

extension Status {
    /// The document called `text`, which must lie in `database`.
    static func document(_ text: String, in database: DatabaseName) throws(Status) -> ResourceName {
        let name = try naming { () throws(InvalidName) in try ResourceName(parsing: text) }
        guard name.isDocument else { throw Status(.invalidArgument, "Expected the name of a document.") }
        guard name.database == database else {
            throw Status(.invalidArgument, "The document lies in another database than that of the request.")
        }
        return name
    }
}
