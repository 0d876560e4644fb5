import TodoDomain

/// What a repository asks of the remote.
protocol RemoteSource: Sendable {
    /// Brings what the remote has here.
    /// - Throws: `unreachable`, `not-authorised`, `no-remote`.
    func pull() async throws
    /// Brings what the remote has here where nothing was ever brought; a remote that cannot be reached is none.
    func pullFirst() async
    /// Says that there is something new to be sent.
    func didEdit()
    /// Whether edits wait to be sent.
    var hasPendingChanges: Bool { get async throws }
}

/// No remote: nothing to pull from, nothing ever pending.
struct NoRemote: RemoteSource {
    func pull() async throws {
        throw TodoError(.noRemote, "No remote is set up, so there is nothing to fetch from it.")
    }
    func pullFirst() async {}
    func didEdit() {}
    var hasPendingChanges: Bool { false }
}
