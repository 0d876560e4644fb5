package import TodoDomain

/// The part of the remote that a repository needs.
package protocol RemoteSource: Sendable {
    /// Pulls the changes of the remote.
    /// - Throws: `unreachable`, also if it takes longer than `patience`; `not-authorised`, `remote-refused`,
    ///   `no-remote`.
    func pull(patience: Duration) async throws
    /// Starts to pull if nothing was ever pulled. A remote that cannot be reached is ignored until the time of the next
    /// automatic sync.
    func beginFirstPull()
    /// The same, but waits for it.
    func firstPull(patience: Duration) async
    /// Whether edits have yet to be sent.
    var hasPendingChanges: Bool { get async throws }
}

extension RemoteSource {
    /// Pulls what is needed for a result from `source`.
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

/// A null object: nothing to pull, nothing ever pending.
package struct NoRemote: RemoteSource {
    package init() {}

    package func pull(patience: Duration) async throws { throw TodoError.noRemote }
    package func beginFirstPull() {}
    package func firstPull(patience: Duration) async {}
    package var hasPendingChanges: Bool { false }
}
