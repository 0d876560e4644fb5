import Basics
import Foundation
public import TodoDomain
public import TodoKit
public import TodoSync

/// A sync service that works like that of a store, except for values that a test or a preview sets, and until the test makes
/// it fail. ``FakeTodoService/sync`` is such a service.
/// ```swift
/// var status = SyncStatus()
/// status.failure = .init(code: .unreachable, message: "The server does not answer.")
/// service.sync.shownStatus = status
/// ```
public final class FakeSyncService: SyncService {
    private let base: any SyncService
    private let faults: Faults
    private let state = Locked(State())

    private struct State {
        var status: SyncStatus?
        var conflicts: [SyncConflict]?
        var deviceNames: [DeviceID: String]?
        var listeners: [UUID: Listener] = [:]
    }

    /// A task that follows the status.
    private struct Listener {
        let continuation: AsyncStream<SyncStatus>.Continuation
        /// The last status that the store has sent.
        var own: SyncStatus?

        /// Sends the shown status, or otherwise the store's status.
        func send(_ shown: SyncStatus?) {
            if let status = shown ?? own { continuation.yield(status) }
        }
    }

    init(_ base: any SyncService, _ faults: Faults) {
        self.base = base
        self.faults = faults
    }

    // MARK: Settings of a test or a preview

    /// The shown status, also for tasks that already follow it; nil for the store's status.
    public var shownStatus: SyncStatus? {
        get { state.withLock { $0.status } }
        set {
            // Hold the lock, so that no listener gets an older status after a newer one.
            state.withLock { state in
                state.status = newValue
                for listener in state.listeners.values { listener.send(newValue) }
            }
        }
    }

    /// The shown conflicts, newest first; nil for the store's conflicts. Taking back or dismissing one of them only removes
    /// it.
    public var shownConflicts: [SyncConflict]? {
        get { state.withLock { $0.conflicts } }
        set {
            state.withLock { $0.conflicts = newValue }
            faults.pulse()
        }
    }

    /// The shown names of devices; nil for the store's names.
    public var shownDeviceNames: [DeviceID: String]? {
        get { state.withLock { $0.deviceNames } }
        set {
            state.withLock { $0.deviceNames = newValue }
            faults.pulse()
        }
    }

    // MARK: Shown values

    /// See ``SyncService/status``.
    public var status: SyncStatus {
        get async throws {
            try faults.check()
            if let shownStatus { return shownStatus }
            return try await base.status
        }
    }

    /// See ``SyncService/statuses``.
    public var statuses: AsyncStream<SyncStatus> {
        let (stream, continuation) = AsyncStream.makeStream(of: SyncStatus.self, bufferingPolicy: .bufferingNewest(1))
        let id = Randomness.uuid()
        state.withLock { state in
            let listener = Listener(continuation: continuation)
            state.listeners[id] = listener
            listener.send(state.status)
        }
        let task = Task { [weak self, base] in
            for await status in base.statuses {
                self?.state.withLock { state in
                    state.listeners[id]?.own = status
                    if state.status == nil { continuation.yield(status) }
                }
            }
            continuation.finish()
        }
        continuation.onTermination = { [weak self] _ in
            task.cancel()
            self?.state.withLock { $0.listeners[id] = nil }
        }
        return stream
    }

    /// See ``SyncService/deviceNames``.
    public var deviceNames: [DeviceID: String] {
        get async throws {
            try faults.check()
            if let shownDeviceNames { return shownDeviceNames }
            return try await base.deviceNames
        }
    }

    /// See ``SyncService/conflicts(limit:)``.
    public func conflicts(limit: Int) async throws -> [SyncConflict] {
        try faults.check()
        if let shownConflicts { return Array(shownConflicts.prefix(limit)) }
        return try await base.conflicts(limit: limit)
    }

    /// See ``SyncService/quarantined()``.
    public func quarantined() async throws -> [QuarantinedRecord] {
        try faults.check()
        return try await base.quarantined()
    }
}

// Actions of a person. Each call is recorded, and fails while ``failure`` is set.
extension FakeSyncService {
    /// See ``SyncService/sync(full:patience:progress:)``.
    @discardableResult
    public func sync(
        full: Bool, patience: Duration?, progress: @escaping @Sendable (SyncReport) -> Void
    ) async throws -> SyncReport {
        try faults.note()
        return try await base.sync(full: full, patience: patience, progress: progress)
    }

    /// See ``SyncService/start(every:)``.
    public func start(every interval: Duration?) async {
        try? faults.note()
        await base.start(every: interval)
    }

    /// See ``SyncService/stop()``.
    public func stop() async {
        try? faults.note()
        await base.stop()
    }

    /// See ``SyncService/setRemote(_:merging:moved:)``.
    public func setRemote(_ configuration: RemoteConfiguration?, merging: Bool, moved: Bool) async throws {
        try faults.note()
        try await base.setRemote(configuration, merging: merging, moved: moved)
    }

    /// See ``SyncService/signIn(token:)``.
    public func signIn(token: String) async throws {
        try faults.note()
        try await base.signIn(token: token)
    }

    /// See ``SyncService/signIn(email:password:)``.
    public func signIn(email: String, password: String) async throws {
        try faults.note()
        try await base.signIn(email: email, password: password)
    }

    /// See ``SyncService/check()``.
    public func check() async throws {
        try faults.note()
        try await base.check()
    }

    /// See ``SyncService/setDeviceName(_:)``.
    public func setDeviceName(_ name: String) async throws {
        try faults.note()
        try await base.setDeviceName(name)
    }

    /// See ``SyncService/takeBack(_:force:)``.
    public func takeBack(_ conflicts: [SyncConflict.ID], force: Bool) async throws {
        try faults.note()
        if try !close(conflicts) { try await base.takeBack(conflicts, force: force) }
    }

    /// See ``SyncService/dismiss(_:)``.
    public func dismiss(_ conflicts: [SyncConflict.ID]) async throws {
        try faults.note()
        if try !close(conflicts) { try await base.dismiss(conflicts) }
    }

    /// See ``SyncService/retry(_:)``.
    public func retry(_ records: [RecordKey]) async throws {
        try faults.note()
        try await base.retry(records)
    }

    /// See ``SyncService/discard(_:)``.
    public func discard(_ records: [RecordKey]) async throws {
        try faults.note()
        try await base.discard(records)
    }

    /// Closes conflicts that are only shown.
    /// - Returns: whether the conflicts are only shown.
    private func close(_ ids: [SyncConflict.ID]) throws -> Bool {
        guard var shown = shownConflicts else { return false }
        guard Set(ids).isSubset(of: shown.map(\.id)) else {
            throw TodoError(.notFound, "There is no such conflict.")
        }
        shown.removeAll { ids.contains($0.id) }
        shownConflicts = shown
        return true
    }
}
