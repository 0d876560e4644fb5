import TodoLocal
import TodoRepositories
import TodoSync

// The configured remote, this device's credentials for it, and its data.
extension SyncCoordinator {
    /// The remote; nil if none is set up, or the store is not synced.
    public var remote: RemoteConfiguration? {
        get async throws { try await settings.remote }
    }

    /// Sets up a remote, or removes it. Nothing is sent yet, and no record is changed.
    ///
    /// A sync of this process is cancelled, and one of another process waited for: it must not finish with the state of
    /// a remote that it has not talked to. The stored credentials stay if the user and the server stay the same, and
    /// are removed otherwise: no remote is shown another's token. Automatic syncing begins again with this remote.
    /// - Parameters:
    ///   - configuration: the remote; nil removes it.
    ///   - merging: whether to-dos that belong to another remote may be merged into this one.
    ///   - moved: whether the space of the remote so far was moved to this one, by `todo-server export` and `import`. The
    ///     next sync goes on where the last one ended; it fails with `other-remote`, and changes nothing, if what it finds
    ///     is not that space.
    /// - Throws: `other-remote` if they belong to another one and may not be merged; `usage`, also if the store is not
    ///   synced; `bad-configuration`, `syncing`.
    public func setRemote(
        _ configuration: RemoteConfiguration?, merging: Bool = false, moved: Bool = false
    ) async throws {
        try await replaceRemote(configuration, merging: merging, moved: moved)
        scheduler.restart(self)
    }

    private func replaceRemote(
        _ configuration: RemoteConfiguration?, merging: Bool = false, moved: Bool = false
    ) async throws {
        // Reports mistakes before waiting for anything.
        try await settings.check(configuration)
        await endSync()
        let lock = try await lock(patience: times.patience)
        defer { withExtendedLifetime(lock) {} }
        try await settings.set(configuration, merging: merging, moved: moved)
        (remoteNumber, isFirstPullOver) = (remoteNumber + 1, false)
        await feed.publish()
    }

    /// Sets up a remote and stores the token for it, once it accepts that; if it does not, everything stays as it is.
    /// - Parameters:
    ///   - configuration: the remote, whose credentials are ``RemoteConfiguration/Credentials/kept``.
    ///   - token: the token with which this device authenticates itself.
    ///   - merging: whether to-dos that belong to another remote may be merged into this one.
    /// - Throws: `not-authorised`, `unreachable` or `remote-refused` if the remote does not accept the token, and what
    ///   ``setRemote(_:merging:moved:)`` throws; `other-remote` also if somebody sets up another remote meanwhile, which is not
    ///   given this token.
    public func setRemote(_ configuration: RemoteConfiguration, token: String, merging: Bool = false) async throws {
        try await settings.check(configuration, token: token)
        try await replaceRemote(configuration, merging: merging)
        // Only now, so that the first sync with the remote has the token.
        defer { scheduler.restart(self) }
        try await settings.keep(token: token, for: configuration)
        try await replication.forgetFailure(.notAuthorised)
    }

    /// Stores the token with which this device authenticates itself: in a file beside the database that only its owner can
    /// read, or in the Keychain (``RemoteServices/secret``). The remote is asked first; if it does not accept the token, the previous one stays.
    /// - Throws: `no-remote`, `usage`, `bad-configuration`, `not-authorised`, `unreachable`, `remote-refused`; `other-remote` if
    ///   another remote is set up before this one has answered, which is not given its token.
    public func signIn(token: String) async throws {
        try await settings.signIn(token: token)
        // One that is still waiting with the former token would fail for want of one once more.
        await endSync()
        try await replication.forgetFailure(.notAuthorised)
        scheduler.restart(self)
    }

    /// Signs a user in at Firebase, and adopts the user's id for the remote. The password is used once; the refresh
    /// token is stored as a token is.
    /// - Throws: `no-remote`, `usage`, `not-authorised`, `unreachable`; `other-remote` if somebody else than the user of the
    ///   remote has signed in, or if another remote is set up meanwhile.
    public func signIn(email: String, password: String) async throws {
        if let named = try await settings.signIn(email: email, password: password) { try await replaceRemote(named) }
        await endSync()
        try await replication.forgetFailure(.notAuthorised)
        scheduler.restart(self)
    }

    /// Checks whether the remote can be used: that it exists, recognizes the credentials, and allows the user's records
    /// to be read. Requests are not retried and take at most ten seconds each, since a person is waiting.
    /// - Throws: `no-remote`, `unreachable`, `not-authorised`, `remote-refused`, `bad-configuration`.
    public func check() async throws { try await settings.check() }

    /// Asks a reachable `todo-server` whether it can also store data; other servers are not asked.
    /// - Throws: `unreachable` if it cannot, for example because its disk is full; `no-remote`, `not-authorised`.
    public func checkStorage() async throws { try await settings.checkStorage() }

    /// Compares all records with the remote's, register by register.
    /// - Throws: `no-remote`, `unreachable`, `not-authorised`, `remote-refused`.
    public func verify() async throws -> SyncVerification {
        let remote = try await settings.remoteStore()
        do {
            let verification = try await SyncEngine.verify(replication, against: remote)
            // Only counted, which does not wait: while another program writes, or where nothing can be written, the
            // comparison counts all the same.
            if var outcome = try? await replication.outcome() {
                outcome.documentsRead += verification.documentsRead
                try? await replication.note(outcome)
            }
            return verification
        } catch {
            throw TodoError.explaining(error)
        }
    }
}
