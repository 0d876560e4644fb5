import TodoDomain
import TodoLocal

/// What a repository asks of the remote.
protocol RemoteSource: Sendable {
    /// Brings what the remote has here.
    /// - Throws: `unreachable`, `not-authorised`, `remote-refused`, `no-remote`.
    func pull() async throws
    /// Brings what the remote has here where nothing was ever brought; a remote that cannot be reached is none, for as
    /// long as the next sync by itself would wait.
    func pullFirst() async
    /// Says that there is something new to be sent.
    func didEdit()
    /// Whether edits wait to be sent.
    var hasPendingChanges: Bool { get async throws }
}

extension RemoteSource {
    /// Brings here what an answer from `source` needs.
    /// - Throws: as ``pull()``.
    func bring(for source: DataSource) async throws {
        switch source {
        case .local: break
        case .remote: try await pull()
        case .automatic: await pullFirst()
        }
    }
}

/// No remote: nothing to pull from, nothing ever pending.
struct NoRemote: RemoteSource {
    func pull() async throws { throw TodoError.noRemote }
    func pullFirst() async {}
    func didEdit() {}
    var hasPendingChanges: Bool { false }
}

extension TodoError {
    /// There is nothing to sync with.
    package static let noRemote = TodoError(.noRemote, "No remote is set up.")
}

// The remote that is set up, if any: it may come and go while the store is open.
extension SyncCoordinator: RemoteSource {
    func pull() async throws { _ = try await sync(.othersNews) }

    func pullFirst() async {
        guard (try? await awaitsFirstPull()) == true else { return }
        _ = try? await sync(.firstNews, patience: .zero)
    }

    private func awaitsFirstPull() async throws -> Bool {
        guard try await remote != nil, try await !replication.hasMetRemote() else { return false }
        let outcome = try await replication.outcome()
        return outcome.syncedAt == nil && outcome.retryAt.map { $0 <= stack.environment.now() } ?? true
    }

    nonisolated func didEdit() { noteEdit() }

    var hasPendingChanges: Bool {
        get async throws {
            guard try await remote != nil else { return false }
            return try await replication.hasPendingRecords()
        }
    }
}
