import Basics
import Foundation
import TodoLocal
public import TodoSync

/// Keeps a store in sync with its remote, on demand with ``sync(full:patience:progress:)``, or automatically between
/// ``start(every:)`` and ``stop()``.
///
/// Only one sync at a time runs on a database, whichever process started it. Editing never waits for a sync.
public actor SyncCoordinator {
    let stack: LocalStack
    let replication: ReplicationDAO
    let spaces: SpaceDAO
    let settings: RemoteSettings
    let feed: StatusFeed
    let conflictLog: ConflictLog
    let times: SyncTimes
    let clock: any Clock<Duration>
    let scheduler: SyncScheduler
    var running: RunningSync?
    /// The task of the first pull, including the check whether it is still necessary.
    var firstPull: Task<Void, Never>?
    /// Whether the first pull is known to be done.
    var isFirstPullOver = false
    /// Incremented for each remote that is set up here.
    var remoteNumber = 0

    /// A coordinator.
    /// - Parameters:
    ///   - remote: a remote to use instead of the configured one; for tests.
    ///   - services: the services that send requests.
    ///   - times: the times that syncing waits.
    ///   - clock: the clock to wait with.
    package init(
        _ stack: LocalStack, remote: (any RemoteStore)? = nil, services: RemoteServices = .platform,
        times: SyncTimes = SyncTimes(),
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.stack = stack
        self.times = times
        self.clock = clock
        replication = ReplicationDAO(stack)
        spaces = SpaceDAO(stack)
        settings = RemoteSettings(replication, of: stack, substitute: remote, services: services)
        feed = StatusFeed(replication, settings, times: times, clock: clock)
        conflictLog = ConflictLog(replication)
        scheduler = SyncScheduler(stack.edits, times: times, clock: clock)
    }

    // MARK: Syncing

    /// Pulls and pushes changes, or joins the sync in progress. If that sync is less thorough than the requested one, it
    /// waits for it and starts another.
    ///
    /// Cancelling a caller ends only its own waiting. The sync itself ends when no caller waits for it any longer.
    /// - Parameters:
    ///   - full: whether to read everything again.
    ///   - patience: how long to wait for another process that is syncing; nil for half a minute.
    ///   - progress: called after each step of a sync that this call has started.
    /// - Throws: `no-remote`, `unreachable`, `not-authorised`, `remote-refused`, `syncing`. Everything done until then is
    ///   kept.
    @discardableResult
    public func sync(
        full: Bool = false, patience: Duration? = nil,
        progress: @escaping @Sendable (SyncReport) -> Void = { _ in }
    ) async throws -> SyncReport {
        try await sync(full ? .everything : .news, patience: patience ?? times.patience, progress: progress)
    }

    /// Syncs like ``sync(full:patience:progress:)``, for a person who waits for it. The remote counts as unreachable once it
    /// has been silent for a while, but it may be slow as long as bytes move. `progress` is also called when the remote has
    /// been silent for three seconds (`SyncReport.isWaiting`).
    ///
    /// A sync in progress that this call joins keeps its own limits.
    /// - Parameters:
    ///   - full: whether to read everything again.
    ///   - silence: how long the remote may be silent, such as ten seconds.
    ///   - progress: called after each step of a sync that this call has started, and when the remote is silent.
    /// - Throws: the errors of ``sync(full:patience:progress:)``.
    @discardableResult
    public func sync(
        full: Bool = false, silence: Duration, progress: @escaping @Sendable (SyncReport) -> Void = { _ in }
    ) async throws -> SyncReport {
        try await sync(
            full ? .everything : .news, patience: times.patience, silence: max(silence, .milliseconds(1)),
            progress: progress)
    }

    /// Syncs with a given extent.
    func sync(
        _ extent: SyncExtent, patience: Duration, silence: Duration? = nil,
        progress: @escaping @Sendable (SyncReport) -> Void = { _ in }
    ) async throws -> SyncReport {
        while let current = running {
            guard current.callers > 0, current.extent >= extent else {
                await current.task.waitForEnd()
                try Task.checkCancellation()
                continue
            }
            running?.callers += 1
            do {
                return try await report(of: current)
            } catch let error as TodoError where error.code == .syncing && current.patience < patience {
                // That sync gave up on the other process sooner than this caller is willing to wait.
                continue
            }
        }
        let task = Task {
            defer { running = nil }
            return try await run(extent, patience: patience, silence: silence, progress: progress)
        }
        let current = RunningSync(task: task, extent: extent, patience: patience)
        running = current
        return try await report(of: current)
    }

    /// How many callers wait for the sync in progress.
    package var callers: Int { running?.callers ?? 0 }

    /// The result of a sync, for one of its callers.
    private func report(of current: RunningSync) async throws -> SyncReport {
        await current.task.waitForEnd()
        guard Task.isCancelled else { return try await current.task.value }
        if running?.id == current.id {
            running?.callers -= 1
            if running?.callers == 0 {
                current.task.cancel()
                _ = await current.task.result
            }
        }
        throw CancellationError()
    }

    private func run(
        _ extent: SyncExtent, patience: Duration, silence: Duration?,
        progress: @escaping @Sendable (SyncReport) -> Void
    ) async throws -> SyncReport {
        // Without a remote there is nothing to wait for. After waiting, there may be another remote.
        _ = try await settings.remoteStore()
        let lock = try await lock(patience: patience)
        defer { withExtendedLifetime(lock) {} }
        let remote = try await settings.remoteStore(
            silence: silence, askingOnce: extent == .firstNews, patience: extent == .othersNews ? patience : nil)
        let before = try await replication.outcome()
        var outcome = before
        let engine = SyncEngine(store: replication, remote: remote, environment: stack.environment)
        let latest = Locked(SyncReport())
        defer { Task { [feed] in await feed.show(.idle) } }
        let steps = EditSignal()
        let watch = silence.map { _ in reportSilence(after: steps, latest, progress) }
        defer { watch?.cancel() }
        do {
            if extent == .everything { try await replication.tryRefusedKinds() }
            try await settings.confirmMove(to: remote)
            let spaces = SpacesEngine(own: engine, spaces: SharedSpaces(stack, retry: times.retry))
            let report = try await spaces.run(full: extent == .everything, pushing: extent >= .news) { report in
                latest.withLock { $0 = report }
                steps.raise()
                progress(report)
                Task { await self.show(latest) }
            } preparing: { [stack, replication] in
                // A backup makes it possible to go back after the first sync with the remote.
                if try await !replication.hasMetRemote() { try await stack.backUpAutomatically(.firstSync) }
                if extent >= .news { try await replication.introduceDevice(as: stack.environment.hostName) }
            }
            outcome.succeed(report, at: stack.environment.now())
            await note(outcome, after: before)
            return report
        } catch {
            let report = latest.withLock { $0 }
            let error = TodoError.explaining(error, after: report)
            outcome.fail(error, report: report, at: stack.environment.now(), times.retry)
            if !(error is CancellationError) { await note(outcome, after: before) }
            throw error
        }
    }

    /// Reports to the caller of a sync each time that no step has followed another one for a while.
    private func reportSilence(
        after steps: EditSignal, _ latest: Locked<SyncReport>, _ progress: @escaping @Sendable (SyncReport) -> Void
    ) -> Task<Void, Never> {
        Task { [clock, times] in
            while !Task.isCancelled {
                let seen = steps.count
                if await steps.wait(after: seen, atMost: times.announcing, clock) { continue }
                guard !Task.isCancelled else { return }
                var report = latest.withLock { $0 }
                report.isWaiting = true
                progress(report)
                await steps.wait(after: seen)
            }
        }
    }

    /// Stores the outcome of a sync. If that is not possible, for example on a full disk, listeners in this process still
    /// get the outcome.
    private func note(_ outcome: SyncOutcome, after before: SyncOutcome) async {
        let isStored = (try? await replication.note(outcome)) != nil
        await feed.keep(isStored ? nil : outcome, insteadOf: before)
    }

    /// Publishes the latest report, because tasks do not run in the order in which they were created.
    private func show(_ latest: Locked<SyncReport>) async {
        guard running != nil else { return }
        let report = latest.withLock { $0 }
        await feed.show(.syncing(pulled: report.pulled, pushed: report.pushed))
    }

    /// Waits for another process that is syncing the same database.
    func lock(patience: Duration) async throws -> FileLock? {
        try await stack.lockSyncing(patience: patience, polling: times.polling, clock: clock)
    }

    /// Ends the sync of this process. It must not finish with the state of something that is about to be replaced.
    func endSync() async {
        while let running {
            running.task.cancel()
            _ = await running.task.result
        }
    }

    /// The difference between the clocks of this device and of the server that a sync has found, if a person was not told of
    /// it yet. It is returned once, and again if it changes by more than ten minutes, or comes back after it was gone. The
    /// caller has to show it to the person.
    package func newClockDifference(in report: SyncReport) async throws -> ClockDifference? {
        let told = try await replication.toldClockDifference()
        guard let difference = report.clockDifference else {
            if told != nil { try await replication.tell(clockDifference: nil) }
            return nil
        }
        guard difference.isNews(after: told) else { return nil }
        try await replication.tell(clockDifference: difference.milliseconds)
        return difference
    }

    // MARK: Status

    /// The current status.
    public var status: SyncStatus {
        get async throws { try await feed.status }
    }

    /// The reason why the last sync failed; nil if it succeeded.
    package var lastFailure: SyncStatus.Failure? {
        get async throws { SyncStatus.Failure(try await replication.outcome()) }
    }

    /// The status, at once and whenever an edit or a sync changes it, in this process or another. The stream ends with
    /// the task that reads it, and when the store is closed.
    public nonisolated var statuses: AsyncStream<SyncStatus> { feed.statuses }

    // MARK: Automatic syncing

    /// Starts to sync automatically: at once, after an edit by any process, when the remote announces a change (as
    /// `todo-server` does), and at regular intervals.
    ///
    /// An edit is sent at once. If another edit was just sent to a remote that does not announce changes, such as Google's,
    /// it is sent two seconds later. Such a remote is also asked every five seconds for a minute after an edit on any
    /// device. After failures the pauses grow.
    /// - Parameter interval: the interval if nothing happens, at least a second; nil for a minute, which suits a program
    ///   that a person looks at. If automatic syncing has already started, the interval does not change until ``stop()``.
    public func start(every interval: Duration? = nil) {
        scheduler.start(self, every: interval ?? times.interval, history: HistoryDAO(stack))
    }

    /// Stops automatic syncing. A sync in progress is cancelled. The next one continues from there.
    public func stop() { scheduler.stop() }
}

extension SyncOutcome {
    mutating func succeed(_ report: SyncReport, at date: Date) {
        count(report)
        syncedAt = date
        failure = nil
        message = nil
        failures = 0
        retryAt = nil
    }

    mutating func fail(_ error: any Error, report: SyncReport, at date: Date, _ retry: RetryPolicy) {
        count(report)
        failures = max(failures, 0) &+ 1
        failure = (error as? TodoError)?.code.rawValue ?? "unexpected"
        message = (error as? TodoError)?.message ?? "The sync failed."
        let asked = (error as? TodoError)?.retryAfter
        retryAt = date.addingTimeInterval(retry.delay(after: failures, asked: asked, chance: 0).inSeconds)
    }

    private mutating func count(_ report: SyncReport) {
        documentsRead += report.documentsRead
        documentsWritten += report.documentsWritten
    }
}

extension Duration {
    fileprivate var inSeconds: Double { self / .seconds(1) }
}
