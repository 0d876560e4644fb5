import Basics

/// The parameters of a `GET`, `POST`, `PATCH` or `DELETE` of one document, in the query string.
///
/// Source: <https://cloud.google.com/firestore/docs/reference/rest/v1/projects.databases.documents>
package struct DocumentParameters: Equatable, Sendable {
    /// The id of a document to create; empty to let the server choose one.
    package var documentID = ""
    /// Which fields to return; nil for all.
    package var mask: DocumentMask?
    /// Which fields to change; nil for all.
    package var updateMask: DocumentMask?
    package var currentDocument: Precondition?
    /// The state of the database to read.
    package var consistency: ReadConsistency?

    /// The requests with such parameters.
    package enum Request: Sendable {
        case get, create, patch, delete
    }

    /// Reads the decoded parameters of a request.
    /// - Throws: ``Status`` INVALID_ARGUMENT with the name of a parameter that is not valid or not known: ignoring a
    ///   misspelt `updateMask` would replace a whole document.
    package init(of request: Request, queryItems: some Sequence<(String, String)>) throws {
        for (name, value) in queryItems {
            switch (request, name) {
            case (.create, "documentId"), (.create, "document_id"): documentID = value
            case (.get, "mask.fieldPaths"), (.get, "mask.field_paths"), (.create, "mask.fieldPaths"),
                (.create, "mask.field_paths"), (.patch, "mask.fieldPaths"), (.patch, "mask.field_paths"):
                try Self.append(value, to: &mask, name)
            case (.patch, "updateMask.fieldPaths"), (.patch, "update_mask.field_paths"):
                try Self.append(value, to: &updateMask, name)
            case (.patch, "currentDocument.exists"), (.patch, "current_document.exists"),
                (.delete, "currentDocument.exists"), (.delete, "current_document.exists"):
                guard let exists = Bool(value) else { throw Status(invalidParameter: name) }
                try set(.exists(exists))
            case (.patch, "currentDocument.updateTime"), (.patch, "current_document.update_time"),
                (.delete, "currentDocument.updateTime"), (.delete, "current_document.update_time"):
                guard let time = Timestamp(value) else { throw Status(invalidParameter: name) }
                try set(.updateTime(time))
            case (.get, "transaction"), (.get, "readTime"), (.get, "read_time"):
                consistency = try ReadConsistency(parameter: name, value) ?? consistency
            default: try SystemParameter.require(name)
            }
        }
    }

    private mutating func set(_ precondition: Precondition) throws {
        guard currentDocument == nil else { throw Status(invalidParameter: "currentDocument") }
        currentDocument = precondition
    }

    private static func append(_ path: String, to mask: inout DocumentMask?, _ name: String) throws {
        guard let path = try? FieldPath(parsing: path) else { throw Status(invalidParameter: name) }
        mask = DocumentMask((mask?.fieldPaths ?? []) + [path])
    }
}

extension ReadConsistency {
    /// Reads a parameter of a query string; nil if it is not one of these.
    init?(parameter name: String, _ value: String) throws {
        switch name {
        case "readTime", "read_time":
            guard let time = Timestamp(value) else { throw Status(invalidParameter: "readTime") }
            self = .readTime(time)
        case "transaction":
            guard let id = Base64.decode(value) else { throw Status(invalidParameter: "transaction") }
            guard !id.isEmpty else { return nil }
            self = .transaction(id)
        default: return nil
        }
    }
}

extension Status {
    init(invalidParameter name: String) { self.init(.invalidArgument, "Invalid value of the parameter \(name).") }
}
