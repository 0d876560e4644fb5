package import FirestoreWire
import HTTPTypes

extension FirestoreService {
    /// Returns a document.
    ///
    /// Source: <https://cloud.google.com/firestore/docs/reference/rest/v1/projects.databases.documents/get>
    /// - Throws: `FirestoreError/status(_:)` NOT_FOUND if there is none.
    package func get(
        _ document: ResourceName, mask: DocumentMask? = nil, consistency: ReadConsistency? = nil
    ) async throws -> Document {
        let query = ListDocumentsRequest(mask: mask, consistency: consistency).queryItems
        return try await message(
            .resource("get", .get, document, query: query, isRepeatable: true), check: Self.lacksName)
    }

    /// Creates a document in a collection.
    ///
    /// Source: <https://cloud.google.com/firestore/docs/reference/rest/v1/projects.databases.documents/createDocument>
    /// - Parameter id: Its id; nil lets the server choose one.
    /// - Throws: `FirestoreError/status(_:)` ALREADY_EXISTS if there is a document with this id.
    package func create(
        _ fields: Fields, in collection: ResourceName, id: String? = nil, returning mask: DocumentMask? = nil
    ) async throws -> Document {
        let query = (id.map { [("documentId", $0)] } ?? []) + Self.items("mask", mask)
        return try await message(
            .resource(
                "createDocument", .post, collection, query: query, body: Document(name: "", fields: fields),
                isRepeatable: false),
            check: Self.lacksName)
    }

    /// Changes a document, or creates it.
    ///
    /// Source: <https://cloud.google.com/firestore/docs/reference/rest/v1/projects.databases.documents/patch>
    /// - Parameters:
    ///   - updating: The fields to set, or to delete if `fields` lacks them; **nil replaces the whole document**.
    ///   - precondition: The condition for the change. Without one the change may be sent twice if that helps.
    package func patch(
        _ document: ResourceName, _ fields: Fields, updating updateMask: DocumentMask? = nil,
        if precondition: Precondition? = nil, returning mask: DocumentMask? = nil
    ) async throws -> Document {
        let query = Self.items("updateMask", updateMask) + Self.items("mask", mask) + Self.items(precondition)
        return try await message(
            .resource(
                "patch", .patch, document, query: query, body: Document(name: document.text, fields: fields),
                isRepeatable: precondition == nil),
            check: Self.lacksName)
    }

    /// Deletes a document. Deleting a missing one succeeds, unless a precondition prevents it.
    ///
    /// Source: <https://cloud.google.com/firestore/docs/reference/rest/v1/projects.databases.documents/delete>
    package func delete(_ document: ResourceName, if precondition: Precondition? = nil) async throws {
        let _: Empty = try await message(
            .resource(
                "delete", .delete, document, query: Self.items(precondition), isRepeatable: precondition == nil))
    }

    private static func lacksName(_ document: Document) -> String? {
        document.name.isEmpty ? "expected a document with a name" : nil
    }

    private static func items(_ name: String, _ mask: DocumentMask?) -> [(String, String)] {
        (mask?.fieldPaths ?? []).map { ("\(name).fieldPaths", $0.text) }
    }

    private static func items(_ precondition: Precondition?) -> [(String, String)] {
        switch precondition {
        case .exists(let exists): [("currentDocument.exists", String(exists))]
        case .updateTime(let time): [("currentDocument.updateTime", time.text)]
        case nil: []
        }
    }
}
