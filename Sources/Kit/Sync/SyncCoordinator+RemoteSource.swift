import TodoDomain
import TodoLocal
import TodoRepositories
import TodoSync

// The configured remote, if there is one. It may be set up or removed while the store is open.
extension SyncCoordinator: RemoteSource {
    package func pull(patience: Duration) async throws {
        let pull = Task { try await sync(.othersNews, patience: patience) }
        let isDone = await pull.waitForEnd(atMost: patience, clock)
        // This has no effect if the pull has ended.
        pull.cancel()
        do {
            _ = try await pull.value
        } catch is CancellationError where !isDone {
            try Task.checkCancellation()
            throw TodoError(
                .unreachable, "The remote has not sent all that is new in \(patience); what has come is here.")
        }
    }

    nonisolated package func beginFirstPull() {
        Task { [weak self] in _ = await self?.joinFirstPull() }
    }

    package func firstPull(patience: Duration) async { await joinFirstPull()?.waitForEnd(atMost: patience, clock) }

    /// The first pull, which is started if necessary; nil if it is done.
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
        guard try await settings.hasRemote else { return false }
        if try await replication.hasMetRemote() {
            // The pull was from the remote of that time, which may have been replaced.
            isFirstPullOver = number == remoteNumber
            return false
        }
        let outcome = try await replication.outcome()
        return outcome.syncedAt == nil && outcome.retryAt.map { $0 <= stack.environment.now() } ?? true
    }

    package var hasPendingChanges: Bool {
        get async throws {
            guard try await settings.hasRemote else { return false }
            return try await spaces.hasPendingRecords()
        }
    }
}
