import Foundation
import TodoLocal
import TodoRepositories
import TodoSync

// The remote: which it is, who this device is to it, and the way there.
extension SyncCoordinator {
    /// The remote; nil where none is set up, or the store is not synced.
    public var remote: RemoteConfiguration? {
        get async throws {
            guard stack.configuration.isSyncEnabled else { return nil }
            return try await replication.remote().map(RemoteConfiguration.init)
        }
    }

    /// Sets up a remote, or takes it away. Nothing is sent yet, and no record is changed.
    ///
    /// A sync of this process is cancelled, and one of another process waited for: it must not end on the state of a
    /// remote that it has not spoken to. What this device keeps to prove who it is stays as long as it is the same person
    /// at the same place, and is forgotten otherwise: no remote is shown the token of another.
    /// - Parameters:
    ///   - configuration: the remote; nil takes it away.
    ///   - merging: whether to-dos that belong to another remote may go to this one, to be merged with what is there.
    /// - Throws: `other-remote` where they do and may not; `usage`, also where the store is not synced;
    ///   `bad-configuration`, `syncing`.
    public func setRemote(_ configuration: RemoteConfiguration?, merging: Bool = false) async throws {
        guard stack.configuration.isSyncEnabled else {
            throw TodoError(.usage, "This store was opened as one that is not synced.")
        }
        // What is mistyped is told before anything is waited for.
        _ = try configuration.map(connect)
        while let running {
            running.task.cancel()
            _ = await running.task.result
        }
        let lock = try await lock(patience: .seconds(30))
        defer { withExtendedLifetime(lock) {} }
        let former = try await remote
        var configuration = configuration
        if let former { configuration?.adoptPerson(of: former) }
        let keepsSecret = former.map { configuration?.sharesSecret(with: $0) ?? false } ?? true
        try await replication.setRemote(configuration?.row, merging: merging) { [secretPath] in
            if !keepsSecret, let secretPath { try RemoteConnection.forgetSecret(at: secretPath) }
        }
        // The next one to need it connects; the old one may know a token that was forgotten.
        connection = nil
        (remoteNumber, isFirstPullOver) = (remoteNumber + 1, false)
        await publish()
    }

    /// Keeps a token with which this device proves who it is, in a file beside the database that only its owner can read.
    /// The remote is asked before; a token that it does not take leaves the one before in its place.
    /// - Throws: `no-remote`, `usage`, `bad-configuration`, `not-authorised`, `unreachable`, `remote-refused`.
    public func signIn(token: String) async throws {
        let connection = try await connected()
        try await Self.check(connection.trying(token: token, environment: stack.environment))
        try connection.signIn(token: token)
    }

    /// Signs a person in at Firebase, and takes over the person's id as the user of the remote. The password is used
    /// once; what keeps the person signed in lies in a file beside the database that only its owner can read.
    /// - Throws: `no-remote`, `usage`, `not-authorised`, `unreachable`.
    public func signIn(email: String, password: String) async throws {
        let connection = try await connected()
        var configuration = connection.configuration
        let user = try await connection.signIn(email: email, password: password, now: stack.environment.now())
        guard configuration.user != user else { return }
        guard configuration.user.isEmpty else {
            throw TodoError(.otherRemote, "Somebody else than the user of this remote has signed in.")
        }
        configuration.user = user
        try await setRemote(configuration)
    }

    /// Asks the remote whether it can be used: that it is there, knows who asks, and lets the user's records be read.
    /// Each question is asked once, and waited for ten seconds at most: a person wants to know.
    /// - Throws: `no-remote`, `unreachable`, `not-authorised`, `remote-refused`, `bad-configuration`.
    public func check() async throws { try await Self.check(connected()) }

    /// Asks a `todo-server` that has just answered whether it can also store what it is sent; other servers are not asked.
    /// - Throws: `unreachable` where it cannot, as where its disk is full; `no-remote`, `not-authorised`.
    public func checkStorage() async throws {
        let trouble: String?
        do {
            trouble = try await connected().remote.askingOnce.trouble()
        } catch {
            throw Self.explained(error)
        }
        guard let trouble else { return }
        throw TodoError(.unreachable, "The server answers, but stores nothing now. \(trouble)".trimmed)
    }

    private static func check(_ connection: RemoteConnection) async throws {
        do {
            let remote = try connection.remote.askingOnce
            // A missing head says as little as a missing project; only a query tells them apart.
            if try await remote.head() == nil { _ = try await remote.page(of: .tag, afterID: nil, limit: 1) }
        } catch {
            throw explained(error)
        }
    }

    private func connect(_ configuration: RemoteConfiguration) throws -> RemoteConnection {
        try RemoteConnection(configuration, secretPath: secretPath, environment: stack.environment)
    }

    /// Where this device keeps what proves who it is; nil for a store in memory.
    private var secretPath: String? { stack.path.map { $0 + ".credentials" } }

    /// The way to the remote, which another process may have changed.
    func connected() async throws -> RemoteConnection {
        guard let configuration = try await remote else { throw TodoError.noRemote }
        if let connection, connection.configuration == configuration { return connection }
        let connection = try connect(configuration)
        self.connection = connection
        return connection
    }

    /// The remote itself.
    /// - Throws: `no-remote`, `not-authorised`.
    func remoteStore(askingOnce: Bool = false) async throws -> any RemoteStore {
        let connection = try await connected()
        if let substitute { return substitute }
        return askingOnce ? try connection.remote.askingOnce : try connection.remote
    }
}

extension RemoteConfiguration {
    /// Whether what proves who somebody is at `other` is to be shown here as well.
    fileprivate func sharesSecret(with other: RemoteConfiguration) -> Bool {
        isSameDoor(as: other) && (other.user.isEmpty || user == other.user)
    }

    /// Whoever has signed in stays who it is, where nobody is named.
    fileprivate mutating func adoptPerson(of former: RemoteConfiguration) {
        if user.isEmpty, isSameDoor(as: former) { user = former.user }
    }

    private func isSameDoor(as other: RemoteConfiguration) -> Bool {
        (url, project, credentials) == (other.url, other.project, other.credentials)
    }
}
