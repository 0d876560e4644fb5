import FirestoreWire

/// A write whose names, values and transforms were validated: whether it succeeds now depends on the document only.
struct ValidWrite {
    /// The effect on the document.
    enum Effect {
        /// Sets the fields: all of them, or those of a mask.
        case set(Fields, mask: FieldPathSet?)
        /// Changes only what transforms compute.
        case transform
        /// Deletes the document.
        case delete
        /// Only checks the precondition.
        case verify
    }

    let name: ResourceName
    let effect: Effect
    let transforms: [ValidTransform]
    let precondition: Precondition?

    var isDelete: Bool {
        if case .delete = effect { true } else { false }
    }

    var isVerify: Bool {
        if case .verify = effect { true } else { false }
    }

    /// Validates `write` of the document `name`.
    init(_ write: Write, of name: ResourceName) throws(Status) {
        self.name = name
        precondition = write.currentDocument
        let transforms: [FieldTransform]
        switch write.operation {
        case .update(let document, let mask):
            effect = .set(try document.fields.storable(), mask: try mask?.paths())
            transforms = write.updateTransforms
        case .transform(_, let given):
            guard !given.isEmpty else {
                throw Status(.invalidArgument, "The list of FieldTransform must not be empty.")
            }
            effect = .transform
            transforms = given
        case .delete:
            effect = .delete
            transforms = []
        case .verify:
            guard precondition != nil else {
                throw Status(.invalidArgument, "A verify must have a precondition.")
            }
            effect = .verify
            transforms = []
        }
        var valid: [ValidTransform] = []
        for transform in transforms { valid.append(try ValidTransform(transform)) }
        try ValidTransform.requireApart(valid)
        self.transforms = valid
    }
}

extension DocumentMask {
    /// The paths of fields, without the document's name, which always exists.
    func paths() throws(Status) -> FieldPathSet {
        let paths = fieldPaths.filter { !$0.isDocumentID }
        for path in paths { try path.requireUnreserved() }
        return FieldPathSet(paths)
    }
}

extension FieldPath {
    /// Throws if a name in the path has the form `__x__`, which Firestore reserves.
    func requireUnreserved() throws(Status) {
        guard !segments.contains(where: ResourceName.isReserved) else {
            throw Status(.invalidArgument, "Invalid reserved name in field path \(self).")
        }
    }
}

extension Status {
    /// The document is too large.
    static var tooLargeDocument: Status {
        Status(.invalidArgument, "maximum entity size is \(Document.maximumStorageSize) bytes")
    }

    /// The document called `text`, which must be in `database`.
    static func document(_ text: String, in database: DatabaseName) throws(Status) -> ResourceName {
        let name = try naming { () throws(InvalidName) in try ResourceName(parsing: text) }
        guard name.isDocument else { throw Status(.invalidArgument, "Expected the name of a document.") }
        guard name.database == database else {
            throw Status(.invalidArgument, "The document lies in another database than that of the request.")
        }
        return name
    }
}
