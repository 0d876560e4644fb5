package import FirestoreWire

extension FirestoreService {
    /// Makes all writes, or none.
    ///
    /// Source: <https://cloud.google.com/firestore/docs/reference/rest/v1/projects.databases.documents/commit>
    /// - Throws: `FirestoreError/outcomeUnknown(_:)` if the commit may have happened. It is only sent again if the
    ///   server has certainly not seen it, or has refused its token.
    package func commit(_ writes: [Write], transaction: [UInt8] = []) async throws -> CommitResponse {
        try await message(
            .method(
                "commit", of: database.root, body: CommitRequest(writes, transaction: transaction), isRepeatable: false)
        ) { reply in
            reply.writeResults.count == writes.count ? nil : "expected a result for each write"
        }
    }
}
