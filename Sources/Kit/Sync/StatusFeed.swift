import Basics
import Foundation
import TodoLocal

/// The sync status, on request and as a stream of changes.
actor StatusFeed {
    private let replication: ReplicationDAO
    private let settings: RemoteSettings
    private let clock: any Clock<Duration>
    private let rewatching: Duration
    private let listeners = StatusListeners()
    private var activity = SyncStatus.Activity.idle
    /// The outcome of the last sync of this process if it could not be stored, with the outcome that is stored instead.
    private var unstored: (outcome: SyncOutcome, stored: SyncOutcome)?
    /// Whether a status is being read for publication, and whether another one is due.
    private var (isPublishing, isDue) = (false, false)

    init(_ replication: ReplicationDAO, _ settings: RemoteSettings, times: SyncTimes, clock: any Clock<Duration>) {
        self.replication = replication
        self.settings = settings
        self.clock = clock
        rewatching = times.rewatching
    }

    deinit { listeners.finish() }

    /// The current status.
    var status: SyncStatus {
        get async throws {
            var status = SyncStatus()
            // Read the activity before the rest, so that the results of a finished sync are seen with its end.
            let activity = activity
            status.remote = try await settings.remote
            guard settings.hasRemote(with: status.remote) else { return status }
            let refused = try await replication.syncState().refusedKinds
            let content = RecordKind.inOrder.filter(\.isContent)
            let waiting = content.filter { refused[$0] != nil }
            let counts = try await replication.counts(of: content.filter { !waiting.contains($0) })
            var outcome = try await replication.outcome()
            // This outcome counts until the outcome of a later sync is stored.
            if let unstored, unstored.stored == outcome { outcome = unstored.outcome }
            if !waiting.isEmpty { status.waiting = try await replication.counts(of: waiting).pending }
            status.activity = activity
            status.lastSynced = outcome.syncedAt
            (status.pending, status.quarantined, status.conflicts) = (
                counts.pending, counts.quarantined, counts.conflicts
            )
            status.failure = SyncStatus.Failure(outcome)
            if outcome.failure != nil { status.nextTry = outcome.retryAt }
            status.documentsRead = outcome.documentsRead
            status.documentsWritten = outcome.documentsWritten
            status.shared = try await replication.sharedStates(of: content)
            return status
        }
    }

    /// The status, at once and whenever it changes.
    nonisolated var statuses: AsyncStream<SyncStatus> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: SyncStatus.self, bufferingPolicy: .bufferingNewest(1))
        listeners.add(continuation) {
            Task { [weak self, listeners, replication, clock, rewatching] in
                while !Task.isCancelled {
                    do {
                        for try await _ in replication.commits() { await self?.publish() }
                    } catch {
                        // For any error, observe again as long as the database can be read.
                        guard (try? await self?.status) != nil else { return listeners.finish() }
                        try? await clock.sleep(for: rewatching)
                    }
                }
            }
        }
        Task { [weak self] in await self?.publish() }
        return stream
    }

    /// Keeps the outcome of a sync in place of the stored one; nil if it was stored.
    func keep(_ outcome: SyncOutcome?, insteadOf stored: SyncOutcome) {
        unstored = outcome.map { (outcome: $0, stored: stored) }
    }

    /// Publishes an activity.
    func show(_ activity: SyncStatus.Activity) async {
        self.activity = activity
        await publish()
    }

    /// Publishes the status. Reads one status at a time, so that an older one never follows a newer one.
    func publish() async {
        isDue = true
        guard !isPublishing else { return }
        isPublishing = true
        while isDue {
            isDue = false
            if !listeners.isEmpty, let status = try? await status { listeners.send(status) }
        }
        isPublishing = false
    }
}

extension SyncStatus.Failure {
    init?(_ outcome: SyncOutcome) {
        guard let code = outcome.failure else { return nil }
        self.init(code: TodoError.Code(code), message: outcome.message ?? "", count: outcome.failures)
    }
}

/// Sends each status to all listeners.
private final class StatusListeners: Sendable {
    private struct State {
        var listeners: [UUID: AsyncStream<SyncStatus>.Continuation] = [:]
        var last: SyncStatus?
        /// Observes the database while there are listeners.
        var watch: Task<Void, Never>?
    }

    private let state = Locked(State())

    var isEmpty: Bool { state.withLock { $0.listeners.isEmpty } }

    /// - Parameter beginWatch: makes the task that observes the database.
    func add(_ listener: AsyncStream<SyncStatus>.Continuation, _ beginWatch: () -> Task<Void, Never>) {
        let id = Randomness.uuid()
        state.withLock { state in
            state.listeners[id] = listener
            // A new listener gets the status at once, even if nothing has changed.
            state.last = nil
            if state.watch == nil { state.watch = beginWatch() }
        }
        listener.onTermination = { [weak self] _ in self?.remove(id) }
    }

    private func remove(_ id: UUID) {
        let idle = state.withLock { state -> Task<Void, Never>? in
            state.listeners[id] = nil
            guard state.listeners.isEmpty else { return nil }
            defer { state.watch = nil }
            return state.watch
        }
        idle?.cancel()
    }

    /// Ends all streams, because nothing more can happen.
    func finish() {
        // Do not hold the lock, because a listener that ends removes itself.
        for listener in state.withLock({ Array($0.listeners.values) }) { listener.finish() }
    }

    func send(_ status: SyncStatus) {
        // Hold the lock, so that no listener gets an older status after a newer one.
        state.withLock { state in
            guard status != state.last else { return }
            state.last = status
            for listener in state.listeners.values { listener.yield(status) }
        }
    }
}
