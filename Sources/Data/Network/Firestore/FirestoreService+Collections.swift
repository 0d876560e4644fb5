package import FirestoreWire
import JSON

extension FirestoreService {
    /// The ids of all collections of a document that contain documents. The document itself need not exist.
    ///
    /// Source: <https://cloud.google.com/firestore/docs/reference/rest/v1/projects.databases.documents/listCollectionIds>
    /// - Parameter document: nil for the collections at the root.
    package func collectionIDs(of document: ResourceName? = nil) async throws -> [String] {
        var (ids, request) = ([String](), ListCollectionIdsRequest(pageSize: 300))
        repeat {
            let reply: ListCollectionIdsResponse = try await message(
                .method("listCollectionIds", of: document ?? database.root, body: request, isRepeatable: true))
            // A server that returns the same page token would be asked forever.
            guard reply.nextPageToken.isEmpty || reply.nextPageToken != request.pageToken else {
                throw FirestoreError.reply(.malformed(JSONError("a page that leads to itself", at: 0)))
            }
            ids += reply.collectionIDs
            request.pageToken = reply.nextPageToken
        } while !request.pageToken.isEmpty
        return ids
    }
}
