package import TodoDomain

/// The part of the remote that a repository needs.
package protocol RemoteSource: Sendable {
    /// Pulls the remote's changes.
    /// - Throws: `unreachable`, also if it takes longer than `patience`; `not-authorised`, `remote-refused`,
    ///   `no-remote`.
    func pull(patience: Duration) async throws
    /// Starts a pull if nothing was ever pulled. A remote that cannot be reached is ignored until the next automatic sync is
    /// due.
    func beginFirstPull()
    /// Pulls like ``beginFirstPull()``, but waits until the pull has ended.
    func firstPull(patience: Duration) async
    /// Whether edits have yet to be sent.
    var hasPendingChanges: Bool { get async throws }
}

extension RemoteSource {
    /// Pulls the changes that a result from `source` needs.
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

/// A remote source without a remote. It has nothing to pull, and nothing is ever pending.
package struct NoRemote: RemoteSource {
    package init() {}

    package func pull(patience: Duration) async throws { throw TodoError.noRemote }
    package func beginFirstPull() {}
    package func firstPull(patience: Duration) async {}
    package var hasPendingChanges: Bool { false }
}
