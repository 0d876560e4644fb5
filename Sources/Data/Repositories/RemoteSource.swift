import TodoDomain
import TodoLocal

/// What a repository asks of the remote.
protocol RemoteSource: Sendable {
    /// Brings what the remote has here.
    /// - Throws: `unreachable`, `not-authorised`, `remote-refused`, `no-remote`.
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
    static let error = TodoError(
        .noRemote, "No remote is set up, so there is nothing to fetch from it. Set one up with: todo remote set URL")

    func pull() async throws { throw Self.error }
    func pullFirst() async {}
    func didEdit() {}
    var hasPendingChanges: Bool { false }
}

// The remote that is set up, if any: it may come and go while the store is open.
extension SyncCoordinator: RemoteSource {
    func pull() async throws { try await sync() }

    func pullFirst() async {
        guard (try? await remote) != nil, (try? await replication.syncState().epoch) == .some(nil) else { return }
        _ = try? await sync()
    }

    nonisolated func didEdit() { noteEdit() }

    var hasPendingChanges: Bool {
        get async throws {
            guard try await remote != nil else { return false }
            return try await replication.hasPendingRecords()
        }
    }
}
