public import TodoNetwork
public import TodoSync

/// The services with which a store reaches its remote. An app can supply its own. The defaults are those of the platform.
public struct RemoteServices: Sendable {
    /// The transport that sends requests; nil for libcurl on Linux and macOS, and URLSession elsewhere.
    ///
    /// A remote that names a file of certificate authorities needs a transport with `HTTPCapabilities.ownAuthorities`
    /// that has been given the file.
    public var transport: (any HTTPTransport)?

    /// The store for this device's credentials; nil for a file of mode 0600 beside the database on Linux and macOS, and the
    /// Keychain elsewhere. The command shares the file. A macOS app that shares nothing can supply a `KeychainSecret`.
    public var secret: (any SecretStore)?

    /// The provider of the tokens for requests, if the app itself signs its users in; nil for the credentials in the
    /// remote's configuration (``RemoteConfiguration/credentials``). If there is a provider, ``SyncCoordinator`` refuses to
    /// sign in.
    public var credentials: (any CredentialProvider)?

    /// A remote of the app's own, which is used instead of the remote that is set up in the data; nil for that one. A store
    /// whose configuration disables syncing (``StackConfiguration/isSyncEnabled``) refuses to sync with it (`usage`).
    public var remote: (any RemoteStore)?

    /// The services of this platform.
    public static let platform = RemoteServices()

    /// A set of services.
    /// - Parameters:
    ///   - transport: the transport that sends requests; nil for the platform's.
    ///   - secret: the store for this device's credentials; nil for the platform's.
    ///   - credentials: the provider of the tokens for requests; nil for the credentials in the remote's configuration.
    ///   - remote: a remote of the app's own; nil for the one that is set up in the data.
    public init(
        transport: (any HTTPTransport)? = nil, secret: (any SecretStore)? = nil,
        credentials: (any CredentialProvider)? = nil, remote: (any RemoteStore)? = nil
    ) {
        self.transport = transport
        self.secret = secret
        self.credentials = credentials
        self.remote = remote
    }

    /// The store for the credentials of a database; nil if there is no place for them.
    func secret(beside database: String?) -> (any SecretStore)? {
        secret ?? database.map(PlatformSecret.beside)
    }

    /// The transport for a remote.
    /// - Throws: `bad-configuration` for an authority file that the transport would not read.
    func transport(certificateAuthorityFile: String?) throws -> any HTTPTransport {
        try transport?.checked(certificateAuthorityFile: certificateAuthorityFile)
            ?? PlatformTransport.make(certificateAuthorityFile: certificateAuthorityFile)
    }
}
