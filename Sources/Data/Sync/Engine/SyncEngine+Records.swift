public import TodoDomain

extension SyncEngine {
    /// What a remote has of records, those left out that are not ours.
    /// - Throws: ``RemoteFailure``.
    public static func records(_ keys: [RecordKey], of remote: any RemoteStore) async throws -> [IncomingRecord] {
        try await remote.documents(keys).compactMap { try? RecordCodec.record($0.key, $0.fields) }
    }
}
