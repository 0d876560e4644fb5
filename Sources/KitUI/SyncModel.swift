public import Observation
public import TodoKit

/// Syncing, for a view: its status, the remote, signing in.
@MainActor @Observable
public final class SyncModel {
    /// The status, always up to date.
    public private(set) var status = SyncStatus()
    /// The devices of this person, with their names.
    public private(set) var devices: [DeviceID: String] = [:]
    /// Why the last thing that was asked for failed; nil if it did not. Failures of syncs in the background are in
    /// ``status``.
    public private(set) var failure: TodoError?
    @ObservationIgnored private let sync: SyncCoordinator
    @ObservationIgnored private let following = Following()
    @ObservationIgnored private let followingDevices = Following()

    /// The syncing of a store.
    public init(_ store: TodoStore) {
        sync = store.sync
        following.follow(store.sync.statuses) { [weak self] in
            self?.status = $0
        } failed: { [weak self] in
            self?.failure = $0
        }
        followingDevices.follow(store.observeDevices()) { [weak self] in
            self?.devices = $0
        } failed: { [weak self] in
            self?.failure = $0
        }
    }

    /// Whether a sync is running.
    public var isSyncing: Bool { status.activity != .idle }

    /// Syncs now.
    public func syncNow() async { await run { _ = try await self.sync.sync() } }

    /// Syncs in the background from now on: after each edit, and when the remote has something new.
    public func start(every interval: Duration? = nil) async { await sync.start(every: interval) }

    /// Stops syncing in the background.
    public func stop() async { await sync.stop() }

    /// Syncs with another remote, or with none.
    /// - Parameter merging: whether to bring what is here to a remote that another store has filled.
    public func setRemote(_ remote: RemoteConfiguration?, merging: Bool = false) async {
        await run { try await self.sync.setRemote(remote, merging: merging) }
    }

    /// Signs in with a token.
    public func signIn(token: String) async { await run { try await self.sync.signIn(token: token) } }

    /// Signs in to a remote with Firebase accounts.
    public func signIn(email: String, password: String) async {
        await run { try await self.sync.signIn(email: email, password: password) }
    }

    private func run(_ body: () async throws -> Void) async {
        do {
            try await body()
            failure = nil
        } catch {
            failure = TodoError(any: error)
        }
    }
}
