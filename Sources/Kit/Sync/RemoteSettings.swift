import Basics
import Foundation
import TodoLocal
import TodoNetwork
import TodoSync

/// The configured remote, this device's credentials for it, and the connection.
actor RemoteSettings {
    private let stack: LocalStack
    private let replication: ReplicationDAO
    /// A remote that is used for syncing instead of the configured one.
    private let substitute: (any RemoteStore)?
    private let services: RemoteServices
    private var connection: RemoteConnection?

    init(
        _ replication: ReplicationDAO, of stack: LocalStack, substitute: (any RemoteStore)?, services: RemoteServices
    ) {
        self.stack = stack
        self.replication = replication
        self.substitute = substitute
        self.services = services
    }

    /// The configured remote; nil if none is set up, or if the store is not synced.
    var remote: RemoteConfiguration? {
        get async throws {
            guard stack.configuration.isSyncEnabled else { return nil }
            return try await replication.remote().map(RemoteConfiguration.init)
        }
    }

    /// Whether there is a remote to sync with: one that is set up, or one of the app's own.
    var hasRemote: Bool {
        get async throws { hasRemote(with: try await remote) }
    }

    /// The same, when the configured remote has been read already.
    nonisolated func hasRemote(with remote: RemoteConfiguration?) -> Bool {
        remote != nil || (services.remote != nil && stack.configuration.isSyncEnabled)
    }

    /// Checks that a configuration can be used. nil is always valid.
    /// - Throws: `usage`, also if the store is not synced; `bad-configuration`.
    func check(_ configuration: RemoteConfiguration?) throws {
        guard stack.configuration.isSyncEnabled else { throw Self.notSynced }
        _ = try configuration.map(connect)
    }

    private static let notSynced = TodoError(.usage, "This store was opened as one that is not synced.")

    /// Checks that a remote that is not set up yet accepts a token.
    func check(_ configuration: RemoteConfiguration, token: String) async throws {
        try check(configuration)
        try await Self.check(
            connect(configuration).trying(token: token, environment: stack.environment).remote.askingOnce)
    }

    /// Stores another remote, or removes it. No sync may be running.
    /// - Throws: `other-remote`.
    func set(_ configuration: RemoteConfiguration?, merging: Bool, moved: Bool) async throws {
        let former = try await remote
        var configuration = configuration
        if let former { configuration?.adoptPerson(of: former) }
        let keepsSecret = former.map { configuration?.sharesSecret(with: $0) ?? false } ?? true
        try await replication.setRemote(configuration?.row, merging: merging, moved: moved) { [secret] in
            if !keepsSecret, let secret { try RemoteConnection.forget(secret) }
        }
        // The next use makes a new connection. The old one may still have a token that was removed.
        connection = nil
    }

    /// Stores a token once the remote accepts it.
    func signIn(token: String) async throws {
        let connection = try await connected()
        try await Self.check(connection.trying(token: token, environment: stack.environment).remote.askingOnce)
        try await keep(acceptedBy: connection.configuration) { try connection.signIn(token: token) }
    }

    /// Stores a token that the remote of a configuration has accepted.
    /// - Throws: `other-remote`, `no-remote`.
    func keep(token: String, for configuration: RemoteConfiguration) async throws {
        let connection = try await connected()
        try await keep(acceptedBy: configuration) { try connection.signIn(token: token) }
    }

    /// Signs a user in at Firebase.
    /// - Returns: the configuration that names the user; nil if it already does.
    func signIn(email: String, password: String) async throws -> RemoteConfiguration? {
        var configuration = try await connected().configuration
        // Use a separate connection, because its secret must not be stored before it is known to which remote it belongs.
        let given = GivenSecret()
        let user = try await RemoteConnection(
            configuration, secret: given, services: services, environment: stack.environment
        ).signIn(email: email, password: password, now: stack.environment.now())
        try await keep(acceptedBy: configuration) { [secret] in
            guard let secret, let kept = given.read() else { return }
            do throws(CredentialError) { try secret.write(kept) } catch { throw TodoError(error) }
        }
        // The next use makes a new connection. The present one may still be that of the previous user.
        connection = nil
        guard configuration.user != user else { return nil }
        configuration.user = user
        return configuration
    }

    /// Stores credentials that the remote of a configuration has accepted, unless another remote was set up while this one
    /// was asked. No remote is shown the token of another one. No other remote can be set up during the call.
    /// - Throws: `other-remote`, and the errors of `store`.
    private func keep(acceptedBy accepting: RemoteConfiguration, _ store: @Sendable () throws -> Void) async throws {
        try await replication.withRemote { row in
            guard let present = row.map(RemoteConfiguration.init), present.sharesSecret(with: accepting) else {
                throw TodoError(.otherRemote, "The remote was changed meanwhile, so this sign-in is not kept.")
            }
            try store()
        }
    }

    /// Checks that `remote` has the space that was moved there, if one was moved.
    /// - Throws: `other-remote` if it is not.
    func confirmMove(to remote: any RemoteStore) async throws {
        guard let expected = try await replication.remote()?.expectedGeneration else { return }
        guard try await remote.head()?.generation == expected else {
            throw TodoError(
                .otherRemote, "The space that these to-dos belong to is not at the remote: it was not moved there.",
                remedies: [.mergeRemotes])
        }
        try await replication.confirmMove()
    }

    /// Checks whether the remote can be used.
    func check() async throws {
        do {
            try await Self.check(remoteStore(askingOnce: true))
        } catch let error as TodoError where error.code == .unreachable {
            // A server that has lost its database also refuses to read. It tells the reason when it is asked for its state.
            if let trouble = try? await storageTrouble() { try Self.refuseTrouble(trouble) }
            throw error
        }
    }

    /// Asks a `todo-server` whether it can store data.
    func checkStorage() async throws {
        let trouble: String?
        do {
            trouble = try await storageTrouble()
        } catch {
            throw TodoError.explaining(error)
        }
        try Self.refuseTrouble(trouble)
    }

    /// The reason why a `todo-server` stores nothing now; nil if it does store data, or if the remote is another one.
    private func storageTrouble() async throws -> String? {
        try ownRemote == nil ? await connected().remote.askingOnce.trouble() : nil
    }

    private static func refuseTrouble(_ trouble: String?) throws {
        guard let trouble else { return }
        throw TodoError(.unreachable, "The server answers, but stores nothing now. \(trouble)".trimmed)
    }

    private static func check(_ remote: any RemoteStore) async throws {
        do {
            // A missing head looks like a missing project. Only a query distinguishes the two.
            if try await remote.head() == nil { _ = try await remote.page(of: .tag, afterID: nil, limit: 1) }
        } catch {
            throw TodoError.explaining(error)
        }
    }

    private func connect(_ configuration: RemoteConfiguration) throws -> RemoteConnection {
        try RemoteConnection(
            configuration, secret: secret, services: services, environment: stack.environment)
    }

    /// The store for this device's credentials; nil for a store in memory, unless the app supplies one.
    private var secret: (any SecretStore)? { services.secret(beside: stack.path) }

    /// The connection to the remote, whose configuration another process may have changed.
    /// - Throws: `no-remote`.
    func connected() async throws -> RemoteConnection {
        guard let configuration = try await remote else { throw TodoError.noRemote }
        if let connection, connection.configuration == configuration { return connection }
        let connection = try connect(configuration)
        self.connection = connection
        return connection
    }

    /// The connection to the remote that is synced with; nil if there is none, or if an app's own remote takes its place.
    func followed() async -> RemoteConnection? {
        guard substitute == nil, services.remote == nil else { return nil }
        return try? await connected()
    }

    /// The remote of the app's own; nil if there is none.
    /// - Throws: `usage` if the store is not synced.
    private var ownRemote: (any RemoteStore)? {
        get throws {
            guard let own = services.remote else { return nil }
            guard stack.configuration.isSyncEnabled else { throw Self.notSynced }
            return own
        }
    }

    /// The remote itself.
    /// - Parameters:
    ///   - silence: how long the remote may be silent before it counts as unreachable; nil for half a minute.
    ///   - askingOnce: whether requests are not retried.
    /// - Throws: `no-remote`, `not-authorised`; `usage` for a remote of the app's own if the store is not synced.
    func remoteStore(
        silence: Duration? = nil, askingOnce: Bool = false, patience: Duration? = nil
    ) async throws -> any RemoteStore {
        if let own = try ownRemote { return own }
        let connection = try await connected()
        if let substitute { return substitute }
        let remote = try askingOnce ? connection.remote.askingOnce : connection.remote
        // Half of the time is left for the last attempt, so that its failure is told before the patience ends.
        return silence.map(remote.waiting) ?? patience.map { remote.retrying(within: $0 / 2) } ?? remote
    }
}

/// Holds the secret of a sign-in until it is known to which remote it belongs.
private final class GivenSecret: SecretStore {
    private let given = Locked<Secret?>(nil)

    var place: String { "memory" }
    func read() -> Secret? { given.withLock { $0 } }
    func write(_ secret: Secret) { given.withLock { $0 = secret } }
    func remove() { given.withLock { $0 = nil } }
}

extension TodoError {
    /// How long the remote asks clients to wait before the next request; nil if it does not ask.
    var retryAfter: Duration? { (underlying as? RemoteFailure)?.retryAfter }

    /// An error of a sync in the terms of this library. Errors that do not come from a sync are returned as they are.
    static func explaining(_ error: any Error, after report: SyncReport) -> any Error {
        let isUnknown = (error as? RemoteFailure)?.kind == .outcomeUnknown
        guard isUnknown || report.pulled > 0 || report.pushed > 0, let explained = explaining(error) as? TodoError
        else {
            return explaining(error)
        }
        return explained.with(effect: .syncBrokeOff)
    }

    /// An error of a failed request that is not part of a sync, in the terms of this library.
    static func explaining(_ error: any Error) -> any Error {
        switch error {
        case let failure as RemoteFailure where failure.kind == .cancelled: CancellationError()
        case let failure as RemoteFailure: TodoError(failure)
        case let error as SyncError: TodoError(error)
        default: error
        }
    }
}

extension RemoteConfiguration {
    /// Whether credentials for `other` may also be used here.
    fileprivate func sharesSecret(with other: RemoteConfiguration) -> Bool {
        isSameDoor(as: other) && (other.user.isEmpty || user == other.user)
    }

    /// Keeps the signed-in user if the configuration names none.
    fileprivate mutating func adoptPerson(of former: RemoteConfiguration) {
        if user.isEmpty, isSameDoor(as: former) { user = former.user }
    }

    private func isSameDoor(as other: RemoteConfiguration) -> Bool {
        (RemoteRow.address(url), project, credentials)
            == (RemoteRow.address(other.url), other.project, other.credentials)
    }
}
