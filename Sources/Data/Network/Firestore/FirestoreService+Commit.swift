public import FirestoreWire

extension FirestoreService {
    /// Does all writes, or none.
    ///
    /// Source: <https://cloud.google.com/firestore/docs/reference/rest/v1/projects.databases.documents/commit>
    /// - Throws: ``FirestoreError/outcomeUnknown(_:)`` if the commit may have happened. It is sent a second time only
    ///   where the server certainly has not seen it, or has refused its token.
    public func commit(_ writes: [Write], transaction: [UInt8] = []) async throws -> CommitResponse {
        try await message(
            .method(
                "commit", of: database.root, body: CommitRequest(writes, transaction: transaction), isRepeatable: false)
        ) { reply in
            reply.writeResults.count == writes.count ? nil : "expected a result for each write"
        }
    }
}
