package import TodoDomain

extension SyncEngine {
    /// The remote's versions of records; records that it does not have are left out.
    /// - Throws: ``RemoteFailure``, ``SyncError/unreadable``.
    package static func records(_ keys: [RecordKey], of remote: any RemoteStore) async throws -> [IncomingRecord] {
        try await remote.documents(keys).map { document in
            do {
                return try RecordCodec.record(document.key, document.fields)
            } catch {
                throw SyncError.unreadable
            }
        }
    }
}
