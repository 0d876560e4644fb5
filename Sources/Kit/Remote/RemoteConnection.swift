import FirestoreWire
import Foundation
import TodoNetwork
import TodoSync

/// A connection to a remote. It is made from the configuration and kept until that changes.
struct RemoteConnection: Sendable {
    let configuration: RemoteConfiguration
    let service: FirestoreService
    private let space: FirestoreRemote?
    /// The signed-in user, if the remote uses Firebase accounts.
    private let firebase: FirebaseCredentials?
    private let keptSecret: (any SecretStore)?
    private let services: RemoteServices

    /// - Parameters:
    ///   - secret: the stored credentials of this device; nil if there is no place for them.
    ///   - token: a token to use instead of the stored one.
    ///   - services: the services that send requests.
    /// - Throws: `usage`, `bad-configuration`.
    init(
        _ configuration: RemoteConfiguration, secret: (any SecretStore)?, token: BearerToken? = nil,
        services: RemoteServices = .platform, environment: TodoEnvironment
    ) throws {
        self.configuration = configuration
        self.services = services
        do {
            let database = try configuration.firestore()
            let transport = try services.transport(
                certificateAuthorityFile: configuration.certificateAuthorityFile)
            let (credentials, firebase) = try Self.credentials(
                of: configuration, secret: secret, token: token, transport: transport, services: services)
            self.firebase = firebase
            keptSecret = secret
            service = FirestoreService(
                database, transport: transport, credentials: credentials,
                surroundings: .init(serverClock: ServerClock(now: environment.now)))
            space = configuration.user.isEmpty ? nil : try FirestoreRemote(service, space: configuration.user)
        } catch let error as CredentialError {
            throw TodoError(error)
        }
    }

    /// The provider of the tokens for requests. It is returned a second time if it signs users in at Firebase.
    private static func credentials(
        of configuration: RemoteConfiguration, secret: (any SecretStore)?, token: BearerToken?,
        transport: any HTTPTransport, services: RemoteServices
    ) throws -> (any CredentialProvider, FirebaseCredentials?) {
        if let own = services.credentials { return (own, nil) }
        switch configuration.credentials {
        case .kept:
            guard let secret else { throw nothingKept }
            return (token.map { StaticTokenCredentials($0) } ?? StaticTokenCredentials(KeptToken(secret)), nil)
        case .tokenFile(let path): return (StaticTokenCredentials(file: path), nil)
        case .tokenVariable(let name): return (try StaticTokenCredentials(variable: name), nil)
        case .command(let words): return (CommandCredentials(words), nil)
        case .emulator:
            return (try EmulatorCredentials.user(configuration.user, audience: configuration.project), nil)
        case .firebase(let apiKey, let identityURL, let tokenURL):
            guard let secret else { throw nothingKept }
            var accounts = FirebaseAccounts(apiKey: Secret(apiKey))
            if let identityURL { accounts.identityURL = identityURL }
            if let tokenURL { accounts.tokenURL = tokenURL }
            let signedIn = FirebaseCredentials(accounts: accounts, refreshToken: secret, transport: transport)
            return (signedIn, signedIn)
        }
    }

    private static let nothingKept = TodoError(
        .badConfiguration, "A store in memory keeps no token; name a file, a variable or a command for it.")

    /// The user's space on the remote.
    /// - Throws: `not-authorised` if no user has signed in yet, so that the user is not known.
    var remote: FirestoreRemote {
        get throws {
            guard let space else {
                throw TodoError(.notAuthorised, "Nobody has signed in yet.")
            }
            return space
        }
    }

    /// Whether the remote announces changes by itself, as far as is known.
    var announcesChanges: Bool { service.changeFeed != nil }

    /// Waits until a space of the remote has moved beyond a commit, or may no longer be read. Returns false if it has not done so for a while, so that the caller
    /// should ask again. Returns nil if the remote does not announce changes.
    /// - Parameters:
    ///   - sequence: the last known commit of the own space.
    ///   - shared: those of the shared spaces, by their names.
    func waitForChange(after sequence: Int64, _ shared: [String: Int64] = [:]) async throws -> Bool? {
        guard announcesChanges else { return nil }
        do {
            // A server that knows no shared spaces has the feed of a single one.
            if shared.isEmpty {
                if try await service.waitForChange(space: configuration.user, after: sequence) != nil { return true }
            } else {
                let places = shared.map { ("spaces/\($0)", $1) } + [("users/\(configuration.user)", sequence)]
                let spaces = Dictionary(places, uniquingKeysWith: { first, _ in first })
                if try await service.waitForChanges(of: spaces) { return true }
            }
        } catch let error as FirestoreError {
            throw TodoError.explaining(RemoteFailure(error, ofCommit: false))
        }
        return announcesChanges ? false : nil
    }

    /// A connection to the same remote with another token.
    func trying(token: String, environment: TodoEnvironment) throws -> RemoteConnection {
        guard services.credentials == nil else { throw Self.signsInByItself }
        guard case .kept = configuration.credentials else { throw Self.takesNoToken }
        do {
            return try RemoteConnection(
                configuration, secret: keptSecret, token: BearerToken(token), services: services,
                environment: environment)
        } catch let error as CredentialError {
            throw TodoError(error)
        }
    }

    private static let takesNoToken = TodoError(
        .usage, "The token of this remote is not kept by this program, so there is no sign-in.")

    private static let signsInByItself = TodoError(
        .usage, "This app signs in by itself, so there is no other sign-in.", effect: .nothingChanged)

    /// Stores a token for this remote.
    func signIn(token: String) throws {
        guard services.credentials == nil else { throw Self.signsInByItself }
        guard case .kept = configuration.credentials, let keptSecret else { throw Self.takesNoToken }
        do {
            try KeptToken(keptSecret).set(BearerToken(token))
        } catch {
            throw TodoError(error)
        }
    }

    /// Removes the stored token or sign-in.
    static func forget(_ secret: any SecretStore) throws {
        do {
            try secret.remove()
        } catch {
            throw TodoError(error)
        }
    }

    /// Signs a user in, and returns the user's id. If the configuration names a user, it must be this one.
    func signIn(email: String, password: String, now: Date) async throws -> String {
        guard services.credentials == nil else { throw Self.signsInByItself }
        guard let firebase else {
            throw TodoError(.usage, "This remote takes a token, not an e-mail address and a password.")
        }
        do {
            try await firebase.signIn(email: email, password: Secret(password), at: now) {
                [known = configuration.user] id in
                guard known.isEmpty || known == id else {
                    throw TodoError(
                        .otherRemote, "The person who signed in is not the user of this remote.",
                        effect: .nothingChanged)
                }
            }
            guard let id = try await firebase.token(at: now, replacing: nil)?.subject else {
                throw CredentialError(.unavailable, "unexpected token")
            }
            return id
        } catch let error as CredentialError {
            throw TodoError(error)
        }
    }
}

extension TodoError {
    /// The meaning of a credential failure for a person.
    init(_ error: CredentialError) {
        let code: Code =
            switch error.code {
            case .signInAgain, .notSignedIn, .signInRefused, .invalidKey: .notAuthorised
            case .unavailable: .unreachable
            case .insecureFile, .unreadableFile, .missingVariable, .commandFailed, .commandTimeout, .malformedToken:
                .badConfiguration
            }
        self.init(code, error.description, underlying: error)
    }

    /// The meaning of a sync failure for a person.
    init(_ failure: RemoteFailure) {
        if let error = failure.underlying as? FirestoreError, case .credentials(let credentials) = error {
            self.init(credentials)
            return
        }
        let code: Code =
            switch failure.kind {
            case .unauthenticated, .denied: .notAuthorised
            case .transient, .outcomeUnknown, .lostRace, .cancelled: .unreachable
            case .refused, .overQuota: .remoteRefused
            }
        var remedies: [Remedy] = []
        if case .transport(let error)? = failure.underlying as? FirestoreError, error.code == .certificate {
            remedies = [.nameAuthority]
        }
        // The server knows who is asking, but the records are not that user's.
        if failure.kind == .denied { remedies = [.checkUser] }
        self.init(code, failure.message, remedies: remedies, underlying: failure)
    }

    /// The reason why a sync gave up, for a person.
    init(_ error: SyncError) {
        switch error {
        case .tooBusy:
            self.init(.syncing, "Other devices are writing to the remote all the time; try again.", underlying: error)
        case .refusesAll(let status):
            self.init(
                .remoteRefused,
                """
                The remote refuses everything that is sent (\(status)); nothing was set aside. Check its security rules \
                and who is signed in.
                """, underlying: error)
        case .unreadable:
            self.init(
                .remoteRefused,
                "What the remote has of this record cannot be read by this version of the program.",
                effect: .nothingChanged, underlying: error)
        case .foreignSpace:
            self.init(
                .remoteRefused,
                "What the remote has for this user is not ours, and was left alone. Check the project and the user.",
                underlying: error)
        }
    }
}
