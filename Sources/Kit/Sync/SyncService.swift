public import TodoDomain
public import TodoSync

/// The parts of syncing that a view model needs: the status, the remote, signing in, devices, conflicts and refused records.
/// ``SyncCoordinator`` conforms to it. A test or a preview passes another service, such as `FakeSyncService` of
/// TodoKitTesting.
public protocol SyncService: AnyObject, Sendable {
    /// The current status.
    var status: SyncStatus { get async throws }
    /// The status, at once and whenever it changes.
    var statuses: AsyncStream<SyncStatus> { get }

    /// Pulls and pushes changes; see ``SyncCoordinator/sync(full:patience:progress:)``.
    @discardableResult
    func sync(
        full: Bool, patience: Duration?, progress: @escaping @Sendable (SyncReport) -> Void
    ) async throws -> SyncReport
    /// Starts to sync automatically; see ``SyncCoordinator/start(every:)``.
    func start(every interval: Duration?) async
    /// Stops automatic syncing.
    func stop() async

    /// Sets up a remote, or removes it; see ``SyncCoordinator/setRemote(_:merging:moved:)``.
    func setRemote(_ configuration: RemoteConfiguration?, merging: Bool, moved: Bool) async throws
    /// Stores the token with which this device authenticates itself, once the remote has accepted it.
    func signIn(token: String) async throws
    /// Signs a user in at Firebase.
    func signIn(email: String, password: String) async throws
    /// Checks whether the remote can be used.
    func check() async throws

    /// The names of the devices that have synced, including this one, all different.
    var deviceNames: [DeviceID: String] { get async throws }
    /// Gives this device another name.
    func setDeviceName(_ name: String) async throws

    /// The open conflicts, newest first.
    func conflicts(limit: Int) async throws -> [SyncConflict]
    /// Writes the lost values of conflicts again, which closes the conflicts on all devices.
    func takeBack(_ conflicts: [SyncConflict.ID], force: Bool) async throws
    /// Closes conflicts on all devices. The current values stay.
    func dismiss(_ conflicts: [SyncConflict.ID]) async throws

    /// The records that the remote refuses.
    func quarantined() async throws -> [QuarantinedRecord]
    /// Releases refused records, so that the next sync tries them again.
    func retry(_ records: [RecordKey]) async throws
    /// Replaces this device's versions of refused records with the remote's.
    func discard(_ records: [RecordKey]) async throws
}

extension SyncCoordinator: SyncService {}
