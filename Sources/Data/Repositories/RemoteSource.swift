import TodoDomain
import TodoLocal

/// What a repository asks of the remote.
protocol RemoteSource: Sendable {
    /// Brings what the remote has here.
    /// - Throws: `unreachable`, also where it takes longer than `patience`; `not-authorised`, `remote-refused`,
    ///   `no-remote`.
    func pull(patience: Duration) async throws
    /// Begins to bring what the remote has here where nothing was ever brought; a remote that cannot be reached is none,
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
    func bring(for source: DataSource, patience: Duration = DataSource.patience) async throws {
        switch source {
        case .local: break
        case .remote: try await pull(patience: patience)
        case .automatic: beginFirstPull()
        case .afterFirstPull: await firstPull(patience: patience)
        }
    }
}

/// No remote: nothing to pull from, nothing ever pending.
struct NoRemote: RemoteSource {
    func pull(patience: Duration) async throws { throw TodoError.noRemote }
    func beginFirstPull() {}
    func firstPull(patience: Duration) async {}
    var hasPendingChanges: Bool { false }
}

extension TodoError {
    /// There is nothing to sync with.
    package static let noRemote = TodoError(.noRemote, "No remote is set up.")
}

// The remote that is set up, if any: it may come and go while the store is open.
extension SyncCoordinator: RemoteSource {
    func pull(patience: Duration) async throws {
        let pull = Task { try await sync(.othersNews, patience: patience) }
        let isDone = await pull.waitForEnd(atMost: patience)
        // Of no meaning where it has ended.
        pull.cancel()
        do {
            _ = try await pull.value
        } catch is CancellationError where !isDone {
            try Task.checkCancellation()
            throw TodoError(
                .unreachable, "The remote has not sent all that is new in \(patience); what has come is here.")
        }
    }

    nonisolated func beginFirstPull() {
        Task { [weak self] in _ = await self?.joinFirstPull() }
    }

    func firstPull(patience: Duration) async { await joinFirstPull()?.waitForEnd(atMost: patience) }

    /// The first pull, begun where it is still to come; nil where it is over.
    private func joinFirstPull() -> Task<Void, Never>? {
        if isFirstPullOver { return nil }
        if let firstPull { return firstPull }
        let task = Task {
            if (try? await awaitsFirstPull()) == true { _ = try? await sync(.firstNews, patience: .zero) }
            firstPull = nil
        }
        firstPull = task
        return task
    }

    private func awaitsFirstPull() async throws -> Bool {
        let number = remoteNumber
        guard try await remote != nil else { return false }
        if try await replication.hasMetRemote() {
            // Of the remote that it was asked of; it may be another one by now.
            isFirstPullOver = number == remoteNumber
            return false
        }
        let outcome = try await replication.outcome()
        return outcome.syncedAt == nil && outcome.retryAt.map { $0 <= stack.environment.now() } ?? true
    }

    var hasPendingChanges: Bool {
        get async throws {
            guard try await remote != nil else { return false }
            return try await replication.hasPendingRecords()
        }
    }
}
