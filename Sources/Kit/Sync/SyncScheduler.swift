import Basics
import Foundation
import TodoLocal

/// Syncs a store automatically: at once, after edits, when the remote announces a change, and at regular intervals. After
/// failures the pauses grow. It does not keep the store alive.
final class SyncScheduler: Sendable {
    private let edits: EditSignal
    private let times: SyncTimes
    private let clock: any Clock<Duration>
    private let loops = Locked(Loops())

    private struct Loops {
        /// How often to sync if nothing happens.
        var interval = Duration.zero
        /// The tasks that sync; empty while stopped.
        var syncing: [Task<Void, Never>] = []
        /// The task that notices edits by other processes.
        var noticing: Task<Void, Never>?
    }

    init(_ edits: EditSignal, times: SyncTimes, clock: any Clock<Duration>) {
        self.edits = edits
        self.times = times
        self.clock = clock
    }

    deinit { stop() }

    /// Starts, unless it has already started.
    /// - Parameters:
    ///   - interval: how often to sync if nothing happens; at least ``SyncTimes/shortestInterval``.
    ///   - history: shows the edits of other processes.
    func start(_ coordinator: SyncCoordinator, every interval: Duration, history: HistoryDAO) {
        loops.withLock { loops in
            guard loops.syncing.isEmpty else { return }
            loops.interval = max(interval, times.shortestInterval)
            loops.syncing = syncing(coordinator, every: loops.interval)
            loops.noticing = others(history, coordinator.spaces)
        }
    }

    /// Restarts with another remote or other credentials, unless it is stopped. The pauses that the former remote asked for,
    /// and requests that it has not answered yet, do not apply to the new one.
    func restart(_ coordinator: SyncCoordinator) {
        let ended = loops.withLock { loops -> [Task<Void, Never>] in
            guard !loops.syncing.isEmpty else { return [] }
            defer { loops.syncing = syncing(coordinator, every: loops.interval) }
            return loops.syncing
        }
        for loop in ended { loop.cancel() }
    }

    /// Stops. It also cancels a sync that it has started, unless another caller waits for that sync.
    func stop() {
        let ended = loops.withLock { loops in
            defer { loops = Loops() }
            return loops.syncing + [loops.noticing].compactMap(\.self)
        }
        for loop in ended { loop.cancel() }
    }

    private func syncing(_ coordinator: SyncCoordinator, every interval: Duration) -> [Task<Void, Never>] {
        // Any answer of the remote tells whether it announces changes.
        let answers = EditSignal()
        return [
            regular(coordinator, every: interval, telling: answers),
            watch(coordinator, every: interval, hearing: answers),
        ]
    }

    private func regular(
        _ coordinator: SyncCoordinator, every interval: Duration, telling answers: EditSignal
    ) -> Task<Void, Never> {
        Task { [weak coordinator, edits, clock, times] in
            // How many times the remote is still asked at short intervals, because a person is editing.
            var polls = 0
            while !Task.isCancelled {
                // Edits made before this sync begins are part of it.
                let seen = edits.count
                guard let round = await coordinator?.syncByItself(every: interval) else { return }
                answers.raise()
                if round.hasNews { polls = times.polls }
                var pause = round.pause
                if polls > 0, !round.isAnnounced, !round.hasFailed {
                    pause = min(pause, times.watching)
                    polls = polls - 1
                }
                // Edits soon after a sync are gathered, because a person may be typing. An edit after a quiet time is sent
                // at once. If other devices wait at a feed, where requests cost almost nothing, every edit is sent at once.
                let gathering = round.isAnnounced ? times.joining : times.gathering
                let settling = min(pause, gathering)
                if await edits.wait(after: seen, atMost: settling, clock) {
                    polls = times.polls
                    try? await clock.sleep(for: gathering)
                } else if await edits.wait(after: seen, atMost: pause - settling, clock) {
                    polls = times.polls
                    try? await clock.sleep(for: times.joining)
                }
            }
        }
    }

    private func watch(
        _ coordinator: SyncCoordinator, every interval: Duration, hearing answers: EditSignal
    ) -> Task<Void, Never> {
        Task { [weak coordinator, clock, times] in
            // Consecutive failures of the feed, and of syncs that it has caused.
            var failures = 0
            while !Task.isCancelled {
                let heard = answers.count
                guard let (connection, known) = await coordinator?.toWatch() else { return }
                let pause: Duration
                do {
                    // Do not wait on the coordinator, which may be released while the remote is silent.
                    let hasMoved = try await connection?.waitForChange(after: known.own, known.shared)
                    var asksAgain = hasMoved == false
                    if hasMoved == true { asksAgain = try await coordinator?.syncAfterChange(known) ?? false }
                    failures = 0
                    if asksAgain { continue }
                    if hasMoved == nil {
                        // The first answer may announce a feed. From then on, the feed is asked.
                        _ = await answers.wait(after: heard, atMost: min(interval, times.watching), clock)
                        continue
                    }
                    pause = times.watching
                } catch {
                    failures += 1
                    let asked = (error as? TodoError)?.retryAfter
                    pause = min(times.retry.delay(after: failures, asked: asked, chance: 0), times.longestPause)
                }
                try? await clock.sleep(for: pause)
            }
        }
    }

    /// Notices edits by other processes, which only the database shows. Records that a sync itself writes are not pending,
    /// except for the name with which it introduces the device.
    private func others(_ history: HistoryDAO, _ spaces: SpaceDAO) -> Task<Void, Never> {
        Task { [edits, clock, rewatching = times.rewatching] in
            let kinds = RecordKind.inOrder.filter { $0 != .device }
            while !Task.isCancelled {
                do {
                    for try await _ in history.newestTokens().dropFirst() {
                        if (try? await spaces.hasPendingRecords(of: kinds)) == true { edits.raise() }
                    }
                    return
                } catch {
                    // After any error, observe again as long as the database can be read.
                    try? await clock.sleep(for: rewatching)
                    guard let isMissed = try? await spaces.hasPendingRecords(of: kinds) else { return }
                    if isMissed { edits.raise() }
                }
            }
        }
    }
}

extension EditSignal {
    /// Returns true once the signal has been raised more often than `known`. Returns false after `limit`, or if the task is
    /// cancelled.
    func wait(after known: Int, atMost limit: Duration, _ clock: any Clock<Duration>) async -> Bool {
        guard limit > .zero else { return count > known }
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.wait(after: known) }
            group.addTask { try? await clock.sleep(for: limit) }
            await group.next()
            group.cancelAll()
        }
        return !Task.isCancelled && count > known
    }
}

// The parts of the coordinator that the scheduler needs.
extension SyncCoordinator {
    /// The result of an automatic sync.
    fileprivate struct Round {
        /// How long to wait until the next one.
        var pause: Duration
        /// Whether the remote had new commits.
        var hasNews = false
        /// Whether the remote announces changes by itself.
        var isAnnounced = false
        /// Whether it failed. The remote is then not asked more often than it wants.
        var hasFailed = false
    }

    /// Syncs without being asked.
    fileprivate func syncByItself(every interval: Duration) async -> Round {
        let before = await followedSequences()
        do {
            _ = try await sync(patience: .zero)
            return Round(
                pause: interval, hasNews: await followedSequences() != before,
                isAnnounced: await settings.followed()?.announcesChanges ?? false)
        } catch {
            let retry = try? await replication.outcome().retryAt
            let wait = retry?.timeIntervalSince(stack.environment.now()) ?? 0
            return Round(pause: wait > 0 ? min(.seconds(wait), times.longestPause) : interval, hasFailed: true)
        }
    }

    /// The last known commits of all spaces.
    fileprivate struct Sequences: Hashable {
        var own: Int64 = 0
        /// Those of the active shared spaces, by their names on the remote.
        var shared: [String: Int64] = [:]
    }

    /// The last known commits of all spaces.
    private func followedSequences() async -> Sequences {
        Sequences(
            own: (try? await replication.syncState().sequence) ?? 0,
            shared: (try? await spaces.followedSequences()) ?? [:])
    }

    /// The connection to the remote, if there is one, and the last known commits.
    fileprivate func toWatch() async -> (RemoteConnection?, Sequences) {
        (await settings.followed(), await followedSequences())
    }

    /// Syncs because the remote has moved. Returns whether that brought new commits, or the end of a space. If it did not, the
    /// remote would announce the same change again and again.
    fileprivate func syncAfterChange(_ known: Sequences) async throws -> Bool {
        _ = try await sync(patience: .zero)
        let now = await followedSequences()
        return now.own > known.own || now.shared.keys != known.shared.keys
            || now.shared.contains { $0.value > known.shared[$0.key] ?? 0 }
    }
}
