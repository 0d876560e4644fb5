package import TodoDomain

/// What a repository asks of the remote.
package protocol RemoteSource: Sendable {
    /// Brings what the remote has here.
    /// - Throws: `unreachable`, also if it takes longer than `patience`; `not-authorised`, `remote-refused`,
    ///   `no-remote`.
    func pull(patience: Duration) async throws
    /// Begins to bring what the remote has here if nothing was ever brought; a remote that cannot be reached is none,
    /// for as long as the next sync by itself would wait.
    func beginFirstPull()
    /// The same, waited for.
    func firstPull(patience: Duration) async
    /// Whether edits wait to be sent.
    var hasPendingChanges: Bool { get async throws }
}

extension RemoteSource {
    /// Brings here what an answer from `source` needs.
    /// - Throws: as ``pull(patience:)``.
    package func bring(for source: DataSource, patience: Duration = DataSource.patience) async throws {
        switch source {
        case .local: break
        case .remote: try await pull(patience: patience)
        case .automatic: beginFirstPull()
        case .afterFirstPull: await firstPull(patience: patience)
        }
    }
}

/// No remote: nothing to pull from, nothing ever pending.
package struct NoRemote: RemoteSource {
    package init() {}

    package func pull(patience: Duration) async throws { throw TodoError.noRemote }
    package func beginFirstPull() {}
    package func firstPull(patience: Duration) async {}
    package var hasPendingChanges: Bool { false }
}
