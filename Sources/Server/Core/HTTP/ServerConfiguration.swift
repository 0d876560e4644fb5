/// The PEM files of a certificate, with those that lead to its authority, and of its private key.
public struct CertificateFiles: Sendable {
    /// The certificate.
    public var certificate: String
    /// The private key.
    public var key: String

    /// The two files.
    public init(certificate: String, key: String) {
        self.certificate = certificate
        self.key = key
    }
}

/// How the server is set up.
public struct ServerConfiguration: Sendable {
    /// The address to listen on.
    public var host: String
    /// The port to listen on; 0 for any that is free.
    public var port: Int
    /// The database file; it is made if it is missing.
    public var database: String
    /// What clients may take.
    public var limits: Limits
    /// The certificate; nil for HTTP without TLS.
    public var certificate: CertificateFiles?
    /// Whether requests come from a proxy on this machine that names the client in `X-Forwarded-For`.
    public var isBehindProxy = false
    /// The origins whose web pages may ask, such as `https://todo.example.org`; none at first.
    public var allowedOrigins = AllowedOrigins()

    /// A server on `host` and `port` with its documents in `database`.
    public init(
        host: String = "127.0.0.1", port: Int = 8080, database: String, limits: Limits = .development
    ) {
        self.host = host
        self.port = port
        self.database = database
        self.limits = limits
    }
}
