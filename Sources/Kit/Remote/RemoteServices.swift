public import TodoNetwork
public import TodoSync

/// What a store reaches its remote with. An app can give its own; the defaults are those of the platform.
public struct RemoteServices: Sendable {
    /// What sends requests; nil for libcurl on Linux and macOS, and URLSession elsewhere.
    ///
    /// A remote that names a file of certificate authorities needs a transport with `HTTPCapabilities.ownAuthorities`
    /// that has been given the file.
    public var transport: (any HTTPTransport)?

    /// Where the credentials of this device are; nil for a file of mode 0600 beside the database on Linux and macOS, which the
    /// command shares, and the Keychain elsewhere. An app of macOS that shares nothing can give a `KeychainSecret`.
    public var secret: (any SecretStore)?

    /// What gives the tokens of requests, if the app signs its users in itself; nil for what the remote's configuration says
    /// (``RemoteConfiguration/credentials``). Signing in through ``SyncCoordinator`` is refused then.
    public var credentials: (any CredentialProvider)?

    /// A remote of the app's own, whatever remote is set up in the data; nil for the one that is. A store that is opened as one
    /// that is not synced (``StackConfiguration/isSyncEnabled``) refuses to sync with it (`usage`).
    public var remote: (any RemoteStore)?

    /// What this platform has.
    public static let platform = RemoteServices()

    /// A set of services.
    /// - Parameters:
    ///   - transport: what sends requests; nil for the platform's.
    ///   - secret: where the credentials of this device are; nil for the platform's place.
    ///   - credentials: what gives the tokens of requests; nil for what the remote's configuration says.
    ///   - remote: a remote of the app's own; nil for the one that is set up in the data.
    public init(
        transport: (any HTTPTransport)? = nil, secret: (any SecretStore)? = nil,
        credentials: (any CredentialProvider)? = nil, remote: (any RemoteStore)? = nil
    ) {
        (self.transport, self.secret, self.credentials, self.remote) = (transport, secret, credentials, remote)
    }

    /// Where the credentials for a database are; nil if there is no place for them.
    func secret(beside database: String?) -> (any SecretStore)? {
        secret ?? database.map(PlatformSecret.beside)
    }

    /// The transport for a remote.
    /// - Throws: `bad-configuration` for an authority file that would not be read.
    func transport(certificateAuthorityFile: String?) throws -> any HTTPTransport {
        try transport?.checked(certificateAuthorityFile: certificateAuthorityFile)
            ?? PlatformTransport.make(certificateAuthorityFile: certificateAuthorityFile)
    }
}
