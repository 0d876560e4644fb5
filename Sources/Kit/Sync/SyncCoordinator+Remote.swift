import TodoLocal
import TodoRepositories
import TodoSync

// The remote: which it is, who this device is to it, and what it has.
extension SyncCoordinator {
    /// The remote; nil if none is set up, or the store is not synced.
    public var remote: RemoteConfiguration? {
        get async throws { try await settings.remote }
    }

    /// Sets up a remote, or takes it away. Nothing is sent yet, and no record is changed.
    ///
    /// A sync of this process is cancelled, and one of another process waited for: it must not end on the state of a
    /// remote that it has not spoken to. What this device keeps to prove who it is stays as long as it is the same person
    /// at the same place, and is forgotten otherwise: no remote is shown the token of another.
    /// - Parameters:
    ///   - configuration: the remote; nil takes it away.
    ///   - merging: whether to-dos that belong to another remote may go to this one, to be merged with what is there.
    /// - Throws: `other-remote` if they do and may not; `usage`, also if the store is not synced;
    ///   `bad-configuration`, `syncing`.
    public func setRemote(_ configuration: RemoteConfiguration?, merging: Bool = false) async throws {
        // What is mistyped is told before anything is waited for.
        try await settings.check(configuration)
        while let running {
            running.task.cancel()
            _ = await running.task.result
        }
        let lock = try await lock(patience: times.patience)
        defer { withExtendedLifetime(lock) {} }
        try await settings.set(configuration, merging: merging)
        (remoteNumber, isFirstPullOver) = (remoteNumber + 1, false)
        await feed.publish()
    }

    /// Keeps a token with which this device proves who it is, in a file beside the database that only its owner can read.
    /// The remote is asked before; a token that it does not take leaves the one before in its place.
    /// - Throws: `no-remote`, `usage`, `bad-configuration`, `not-authorised`, `unreachable`, `remote-refused`.
    public func signIn(token: String) async throws { try await settings.signIn(token: token) }

    /// Signs a person in at Firebase, and takes over the person's id as the user of the remote. The password is used
    /// once; what keeps the person signed in lies in a file beside the database that only its owner can read.
    /// - Throws: `no-remote`, `usage`, `not-authorised`, `unreachable`.
    public func signIn(email: String, password: String) async throws {
        guard let named = try await settings.signIn(email: email, password: password) else { return }
        try await setRemote(named)
    }

    /// Asks the remote whether it can be used: that it is there, knows who asks, and lets the user's records be read.
    /// Each question is asked once, and waited for ten seconds at most: a person wants to know.
    /// - Throws: `no-remote`, `unreachable`, `not-authorised`, `remote-refused`, `bad-configuration`.
    public func check() async throws { try await settings.check() }

    /// Asks a `todo-server` that has just answered whether it can also store what it is sent; other servers are not asked.
    /// - Throws: `unreachable` if it cannot, as if its disk is full; `no-remote`, `not-authorised`.
    public func checkStorage() async throws { try await settings.checkStorage() }

    /// Compares all records with the remote's, register by register.
    /// - Throws: `no-remote`, `unreachable`, `not-authorised`, `remote-refused`.
    public func verify() async throws -> SyncVerification {
        let remote = try await settings.remoteStore()
        do {
            let verification = try await SyncEngine.verify(replication, against: remote)
            var outcome = try await replication.outcome()
            outcome.documentsRead += verification.documentsRead
            try await replication.note(outcome)
            return verification
        } catch {
            throw TodoError.explaining(error)
        }
    }
}
