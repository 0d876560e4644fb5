import TodoLocal
import TodoRepositories
import TodoSync

// The configured remote, this device's credentials for it, and its data.
extension SyncCoordinator {
    /// The configured remote; nil if none is set up, or if the store is not synced.
    public var remote: RemoteConfiguration? {
        get async throws { try await settings.remote }
    }

    /// Sets up a remote, or removes it. Nothing is sent yet, and no record is changed.
    ///
    /// A sync of this process is cancelled, and the call waits for a sync of another process. Such a sync must not finish
    /// with the state of a remote that it has not talked to. The stored credentials stay if the user and the server stay the
    /// same. Otherwise they are removed, so that no remote is shown the token of another one. Automatic syncing starts again
    /// with this remote.
    /// - Parameters:
    ///   - configuration: the remote; nil removes it.
    ///   - merging: whether to-dos that belong to another remote may be merged into this one.
    ///   - moved: whether the space of the previous remote was moved to this one, by `todo-server export` and `import`. The
    ///     next sync continues where the last one ended. If it does not find that space, it fails with `other-remote` and
    ///     changes nothing.
    /// - Throws: `other-remote` if the to-dos belong to another remote and may not be merged; `usage`, also if the store is
    ///   not synced; `bad-configuration`, `syncing`.
    public func setRemote(
        _ configuration: RemoteConfiguration?, merging: Bool = false, moved: Bool = false
    ) async throws {
        try await replaceRemote(configuration, merging: merging, moved: moved)
        scheduler.restart(self)
    }

    private func replaceRemote(
        _ configuration: RemoteConfiguration?, merging: Bool = false, moved: Bool = false
    ) async throws {
        // Report mistakes before waiting for anything.
        try await settings.check(configuration)
        await endSync()
        let lock = try await lock(patience: times.patience)
        defer { withExtendedLifetime(lock) {} }
        try await settings.set(configuration, merging: merging, moved: moved)
        remoteNumber = remoteNumber + 1
        isFirstPullOver = false
        await feed.publish()
    }

    /// Sets up a remote and stores its token, once the remote accepts the token. If it does not accept it, everything stays
    /// as it is.
    /// - Parameters:
    ///   - configuration: the remote, whose credentials are ``RemoteConfiguration/Credentials/kept``.
    ///   - token: the token with which this device authenticates itself.
    ///   - merging: whether to-dos that belong to another remote may be merged into this one.
    /// - Throws: `not-authorised`, `unreachable` or `remote-refused` if the remote does not accept the token, and the errors
    ///   of ``setRemote(_:merging:moved:)``; `other-remote` also if another remote is set up meanwhile. That remote does not
    ///   get this token.
    public func setRemote(_ configuration: RemoteConfiguration, token: String, merging: Bool = false) async throws {
        try await settings.check(configuration, token: token)
        try await replaceRemote(configuration, merging: merging)
        // Restart the scheduler only now, so that the first sync with the remote has the token.
        defer { scheduler.restart(self) }
        try await settings.keep(token: token, for: configuration)
        try await replication.forgetFailure(.notAuthorised)
    }

    /// Stores the token with which this device authenticates itself, in a file beside the database that only its owner can
    /// read, or in the Keychain (``RemoteServices/secret``). The remote is asked first. If it does not accept the token, the
    /// previous one stays.
    /// - Throws: `no-remote`, `usage`, `bad-configuration`, `not-authorised`, `unreachable`, `remote-refused`;
    ///   `other-remote` if another remote is set up before this one has answered. That remote does not get the token.
    public func signIn(token: String) async throws {
        try await settings.signIn(token: token)
        // End a sync that still waits with the former token. Otherwise it would fail once more.
        await endSync()
        try await replication.forgetFailure(.notAuthorised)
        scheduler.restart(self)
    }

    /// Signs a user in at Firebase, and adopts the user's id for the remote. The password is used once. The refresh token is
    /// stored like a token.
    /// - Throws: `no-remote`, `usage`, `not-authorised`, `unreachable`; `other-remote` if a person other than the remote's
    ///   user has signed in, or if another remote is set up meanwhile.
    public func signIn(email: String, password: String) async throws {
        if let named = try await settings.signIn(email: email, password: password) { try await replaceRemote(named) }
        await endSync()
        try await replication.forgetFailure(.notAuthorised)
        scheduler.restart(self)
    }

    /// Checks whether the remote can be used: it has to exist, recognize the credentials, and allow the user's records to be
    /// read. Requests are not retried and take at most ten seconds each, because a person is waiting.
    /// - Throws: `no-remote`, `unreachable`, `not-authorised`, `remote-refused`, `bad-configuration`.
    public func check() async throws { try await settings.check() }

    /// Asks a reachable `todo-server` whether it can also store data. Other servers are not asked.
    /// - Throws: `unreachable` if it cannot, for example because its disk is full; `no-remote`, `not-authorised`.
    package func checkStorage() async throws { try await settings.checkStorage() }

    /// Compares all records with the remote's, register by register.
    /// - Throws: `no-remote`, `unreachable`, `not-authorised`, `remote-refused`.
    public func verify() async throws -> SyncVerification {
        let remote = try await settings.remoteStore()
        do {
            let verification = try await SyncEngine.verify(replication, against: remote)
            // This only updates the counts, without waiting. If another program is writing, or nothing can be written, the
            // comparison is still valid.
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
