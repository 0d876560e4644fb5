public import Observation
public import TodoKit

/// Syncing for a view: the status, the remote and signing in.
@MainActor @Observable
public final class SyncModel {
    /// The status, always up to date.
    public private(set) var status = SyncStatus()
    /// The names of this person's devices.
    public private(set) var devices: [DeviceID: String] = [:]
    private var refusal: TodoError?
    private var interruption: TodoError?
    @ObservationIgnored private let service: any TodoService
    @ObservationIgnored private let following = Following()
    @ObservationIgnored private let followingDevices = Following()
    @ObservationIgnored private let actions = Actions()

    /// The syncing of a store, or of another service.
    public init(_ service: any TodoService) {
        self.service = service
        reload()
    }

    /// Whether a sync is running.
    public var isSyncing: Bool { status.activity != .idle }

    /// The reason why the last call failed, or why ``devices`` are no longer up to date; nil otherwise. ``status`` has the
    /// failures of syncs in the background.
    public var failure: TodoError? { refusal ?? interruption }

    /// Syncs now, after the earlier calls. Later calls do not wait for it. Setting another remote ends it.
    public func syncNow() { perform(holdsUp: false, Self.sync) }
    /// Syncs now, after the earlier calls, and returns when the sync has ended.
    public func syncNow() async { await perform(holdsUp: false, Self.sync).awaited() }

    /// Syncs in the background from now on: after each edit, and when the remote has changes.
    public func start(every interval: Duration? = nil) { perform { await $0.start(every: interval) } }
    /// Starts to sync in the background, and returns when that is done.
    public func start(every interval: Duration? = nil) async {
        await perform { await $0.start(every: interval) }.awaited()
    }

    /// Stops syncing in the background.
    public func stop() { perform { await $0.stop() } }
    /// Stops syncing in the background, and returns when that is done.
    public func stop() async { await perform { await $0.stop() }.awaited() }

    /// Sets another remote, or removes the remote.
    /// - Parameters:
    ///   - remote: the remote; nil to remove it.
    ///   - merging: whether to bring this store's records to a remote that another store has filled.
    ///   - moved: whether the space of the former remote was moved to this one; see
    ///     ``SyncCoordinator/setRemote(_:merging:moved:)``.
    public func setRemote(_ remote: RemoteConfiguration?, merging: Bool = false, moved: Bool = false) {
        perform { try await $0.setRemote(remote, merging: merging, moved: moved) }
    }
    /// Sets another remote, or removes the remote, and returns when that is done.
    public func setRemote(_ remote: RemoteConfiguration?, merging: Bool = false, moved: Bool = false) async {
        await perform { try await $0.setRemote(remote, merging: merging, moved: moved) }.awaited()
    }

    /// Signs in with a token.
    public func signIn(token: String) { perform { try await $0.signIn(token: token) } }
    /// Signs in with a token, and returns when that is done.
    public func signIn(token: String) async { await perform { try await $0.signIn(token: token) }.awaited() }

    /// Signs in to a remote with Firebase accounts.
    public func signIn(email: String, password: String) {
        perform { try await $0.signIn(email: email, password: password) }
    }
    /// Signs in to a remote with Firebase accounts, and returns when that is done.
    public func signIn(email: String, password: String) async {
        await perform { try await $0.signIn(email: email, password: password) }.awaited()
    }

    /// Follows everything again after a ``failure``.
    public func reload() {
        interruption = nil
        following.follow(service.syncing.statuses) { [weak self] in
            self?.status = $0
        } failed: { [weak self] in
            self?.interruption = $0
        }
        followingDevices.follow(service.observeDevices()) { [weak self] in
            self?.devices = $0
        } failed: { [weak self] in
            self?.interruption = $0
        }
    }

    @Sendable
    private nonisolated static func sync(_ service: any SyncService) async throws {
        try await service.sync(full: false, patience: nil) { _ in }
    }

    @discardableResult
    private func perform(
        holdsUp: Bool = true, _ body: @escaping @Sendable (any SyncService) async throws -> Void
    ) -> Task<Void, Never> {
        actions.attempt(holdsUp: holdsUp) { [sync = service.syncing] in
            try await body(sync)
        } report: { [weak self] in
            self?.refusal = $0
        }
    }
}
