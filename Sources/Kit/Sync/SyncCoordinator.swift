import Basics
import Foundation
import TodoLocal
public import TodoSync

/// Keeps a store in step with its remote: by hand with ``sync(full:patience:progress:)``, or by itself between ``start(every:)``
/// and ``stop()``.
///
/// Only one sync runs on a database at a time, whichever process started it. Editing never waits for one.
public actor SyncCoordinator {
    let stack: LocalStack
    let replication: ReplicationDAO
    private let broadcast = StatusBroadcast()
    /// What is synced with in place of the configured remote.
    let substitute: (any RemoteStore)?
    var connection: RemoteConnection?
    var running: RunningSync?
    /// The first pull, from the look whether it is still to come.
    var firstPull: Task<Void, Never>?
    /// Whether it is known that there is no first pull to come.
    var isFirstPullOver = false
    /// Another number for each remote that was set up here.
    var remoteNumber = 0
    private var activity = SyncStatus.Activity.idle
    /// Whether a status is being read to be shown, and whether another one is due.
    private var (isPublishing, isStatusDue) = (false, false)
    /// What syncs by itself; empty where nothing does.
    private var loops: [Task<Void, Never>] = []

    /// A coordinator.
    /// - Parameter remote: A remote to sync with whatever the configuration names; for tests.
    package init(_ stack: LocalStack, remote: (any RemoteStore)? = nil) {
        self.stack = stack
        substitute = remote
        replication = ReplicationDAO(stack)
    }

    deinit {
        for loop in loops { loop.cancel() }
        broadcast.finish()
    }

    // MARK: Syncing

    /// Pulls what is new and pushes what is, or joins the sync that is going on. Where that is not as thorough as this
    /// one asks for, it is waited for, and another one follows.
    ///
    /// Cancelling a caller ends its own waiting; the sync itself ends when nobody waits for it any more.
    /// - Parameters:
    ///   - full: reads everything again.
    ///   - patience: how long to wait for another process that is syncing.
    ///   - progress: called after each step of a sync that this call has begun.
    /// - Throws: `no-remote`, `unreachable`, `not-authorised`, `remote-refused`, `syncing`; what was done until then
    ///   stays.
    @discardableResult
    public func sync(
        full: Bool = false, patience: Duration = .seconds(30),
        progress: @escaping @Sendable (SyncReport) -> Void = { _ in }
    ) async throws -> SyncReport {
        try await sync(full ? .everything : .news, patience: patience, progress: progress)
    }

    /// The same, as thorough as `extent` says.
    func sync(
        _ extent: SyncExtent, patience: Duration = .seconds(30),
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
                // It did not wait for the other process as long as this caller would.
                continue
            }
        }
        let task = Task {
            defer { running = nil }
            return try await run(extent, patience: patience, progress: progress)
        }
        let current = RunningSync(task: task, extent: extent, patience: patience)
        running = current
        return try await report(of: current)
    }

    /// How many wait for the sync that is going on.
    package var callers: Int { running?.callers ?? 0 }

    /// What a sync comes to, for one of its callers.
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
        _ extent: SyncExtent, patience: Duration, progress: @escaping @Sendable (SyncReport) -> Void
    ) async throws -> SyncReport {
        // Without a remote there is nothing to wait for; and it may be another one after the wait.
        _ = try await connected()
        let lock = try await lock(patience: patience)
        defer { withExtendedLifetime(lock) {} }
        let remote = try await remoteStore(askingOnce: extent == .firstNews)
        // Whatever the first meeting with the remote brings, there is a way back.
        if try await !replication.hasMetRemote() { try await stack.backUpAutomatically(.firstSync) }
        if extent >= .news { try await replication.introduceDevice(as: stack.environment.hostName) }
        if extent == .everything { try await replication.tryRefusedKinds() }
        var outcome = try await replication.outcome()
        let engine = SyncEngine(
            store: replication, remote: remote, environment: stack.environment)
        let latest = Locked(SyncReport())
        defer {
            activity = .idle
            Task { await self.publish() }
        }
        do {
            let report = try await engine.run(full: extent == .everything, pushing: extent >= .news) { report in
                latest.withLock { $0 = report }
                progress(report)
                Task { await self.show(latest) }
            }
            outcome.succeed(report, at: stack.environment.now())
            try? await replication.note(outcome)
            return report
        } catch {
            let error = Self.explained(error)
            outcome.fail(error, report: latest.withLock { $0 }, at: stack.environment.now())
            if !(error is CancellationError) { try? await replication.note(outcome) }
            throw error
        }
    }

    /// Waits for whoever is syncing the same database.
    func lock(patience: Duration) async throws -> FileLock? {
        guard let path = stack.path else { return nil }
        let end = ContinuousClock.now + patience
        while true {
            if let lock = try TodoError.wrappingFileErrors({ try FileLock(path: path + "-sync") }) { return lock }
            guard ContinuousClock.now < end else {
                throw TodoError(.syncing, "Another program is syncing these to-dos; try again.")
            }
            try await Task.sleep(for: .milliseconds(50))
        }
    }

    /// The error in the words of this library.
    static func explained(_ error: any Error) -> any Error {
        switch error {
        case let failure as RemoteFailure where failure.kind == .cancelled: CancellationError()
        case let failure as RemoteFailure: TodoError(failure)
        case let error as SyncError: TodoError(error)
        default: error
        }
    }

    // MARK: Status

    /// How things stand now.
    public var status: SyncStatus {
        get async throws {
            var status = SyncStatus()
            // Before the rest is read: what a sync that has ended has left must be seen with its end.
            let activity = activity
            status.remote = try await remote
            guard status.remote != nil else { return status }
            let refused = try await replication.syncState().refusedKinds
            let counts = try await replication.counts(of: RecordKind.inOrder.filter(\.isContent))
            let outcome = try await replication.outcome()
            status.waiting = try await replication.counts(of: Array(refused.keys)).pending
            status.activity = activity
            status.lastSynced = outcome.syncedAt
            (status.pending, status.quarantined, status.conflicts) = (
                counts.pending, counts.quarantined, counts.conflicts
            )
            status.failure = SyncStatus.Failure(outcome)
            if outcome.failure != nil { status.nextTry = outcome.retryAt }
            (status.documentsRead, status.documentsWritten) = (outcome.documentsRead, outcome.documentsWritten)
            return status
        }
    }

    /// Why the last sync failed; nil where it succeeded.
    package var lastFailure: SyncStatus.Failure? {
        get async throws { SyncStatus.Failure(try await replication.outcome()) }
    }

    /// How things stand, at once and whenever that has changed, by whomever: an edit or a sync, of this process or of
    /// another one. It ends with the task that reads it, and when the store is closed.
    public nonisolated var statuses: AsyncStream<SyncStatus> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: SyncStatus.self, bufferingPolicy: .bufferingNewest(1))
        broadcast.add(continuation) {
            Task { [weak self, broadcast, replication] in
                while !Task.isCancelled {
                    do {
                        for try await _ in replication.commits() { await self?.publish() }
                    } catch {
                        // Whatever kept it from being watched, as long as it can be read it is tried again.
                        guard (try? await self?.status) != nil else { return broadcast.finish() }
                        try? await Task.sleep(for: .seconds(1))
                    }
                }
            }
        }
        Task { [weak self] in await self?.publish() }
        return stream
    }

    /// Shows the newest report: tasks do not run in the order in which they were made.
    private func show(_ latest: Locked<SyncReport>) async {
        guard running != nil else { return }
        let report = latest.withLock { $0 }
        activity = .syncing(pulled: report.pulled, pushed: report.pushed)
        await publish()
    }

    /// Shows how things stand. One status is read at a time, or an older one could be shown after a newer one.
    func publish() async {
        isStatusDue = true
        guard !isPublishing else { return }
        isPublishing = true
        while isStatusDue {
            isStatusDue = false
            if broadcast.hasListeners, let status = try? await status { broadcast.send(status) }
        }
        isPublishing = false
    }

    // MARK: By itself

    /// Syncs from now on by itself: at once, two seconds after an edit by any process, when the remote tells of a change (a
    /// `todo-server` does), and every so often; after a failure more and more rarely.
    /// - Parameter interval: how often, where nothing happens; a minute suits a program that a person looks at.
    public func start(every interval: Duration = .seconds(60)) {
        guard loops.isEmpty else { return }
        let regular = Task { [weak self, edits = stack.edits] in
            while !Task.isCancelled {
                // What is edited until it begins goes with this sync.
                let seen = edits.count
                guard let pause = await self?.syncByItself(every: interval) else { return }
                guard await edits.wait(after: seen, atMost: pause) else { continue }
                try? await Task.sleep(for: .seconds(2))
            }
        }
        let watch = Task { [weak self] in
            while !Task.isCancelled {
                guard let (connection, known) = await self?.toWatch() else { return }
                // Not by this object, which nobody may want any more while the remote is silent.
                let hasMoved = try? await connection?.waitForChange(after: known)
                let pause = hasMoved == true ? await self?.syncAfterChange(known) : min(interval, .seconds(5))
                try? await Task.sleep(for: pause ?? .zero)
            }
        }
        let others = Task { [replication, edits = stack.edits, history = HistoryDAO(stack)] in
            // What other processes write, of which only the database tells; what a sync itself has written is not pending.
            let tokens = history.newestTokens().dropFirst()
            _ = try? await tokens.reduce(()) { _, _ in
                if (try? await replication.hasPendingRecords()) == true { edits.raise() }
            }
        }
        loops = [regular, watch, others]
    }

    /// The way to the remote, if there is one, and the last commit that is known of it.
    private func toWatch() async -> (RemoteConnection?, Int64) {
        (try? await connected(), (try? await replication.syncState().sequence) ?? 0)
    }

    /// Syncs as the remote has moved; returns how long to wait before it is asked again.
    private func syncAfterChange(_ known: Int64) async -> Duration {
        _ = try? await sync(patience: .zero)
        // Where that has brought nothing, the remote would tell of the same change again and again.
        return (try? await replication.syncState().sequence) ?? 0 > known ? .zero : .seconds(5)
    }

    /// Stops to sync by itself; a sync that is going on is cancelled, and goes on where it was when the next one runs.
    public func stop() {
        for loop in loops { loop.cancel() }
        loops = []
    }

    /// One sync of the loop; returns how long to wait for the next.
    private func syncByItself(every interval: Duration) async -> Duration {
        do {
            _ = try await sync(patience: .zero)
            return interval
        } catch {
            let retry = try? await replication.outcome().retryAt
            let wait = retry?.timeIntervalSince(stack.environment.now()) ?? 0
            return wait > 0 ? .seconds(min(wait, 3600)) : interval
        }
    }
}

extension SyncStatus.Failure {
    fileprivate init?(_ outcome: SyncOutcome) {
        guard let code = outcome.failure else { return nil }
        self.init(code: code, message: outcome.message ?? "", count: outcome.failures)
    }
}

extension SyncOutcome {
    fileprivate mutating func succeed(_ report: SyncReport, at date: Date) {
        count(report)
        (syncedAt, failure, message, failures, retryAt) = (date, nil, nil, 0, nil)
    }

    /// The pause after a failure grows from 1 s by half each time, up to a minute, and is as long as the remote asks for.
    fileprivate mutating func fail(_ error: any Error, report: SyncReport, at date: Date) {
        count(report)
        failures = max(failures, 0) &+ 1
        failure = (error as? TodoError)?.code.rawValue ?? "unexpected"
        message = (error as? TodoError)?.message ?? "The sync failed."
        let pause = min(60, pow(1.5, Double(min(failures, 20)) - 1))
        let asked = ((error as? TodoError)?.underlying as? RemoteFailure)?.retryAfter ?? .zero
        retryAt = date.addingTimeInterval(max(pause, Double(asked.components.seconds)))
    }

    private mutating func count(_ report: SyncReport) {
        documentsRead += report.documentsRead
        documentsWritten += report.documentsWritten
    }
}
