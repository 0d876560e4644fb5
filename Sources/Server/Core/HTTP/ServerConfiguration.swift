/// The PEM files of a certificate chain and its private key.
package struct CertificateFiles: Sendable {
    /// The path of the certificate chain.
    package var certificate: String
    /// The path of the private key.
    package var key: String

    /// A pair of files.
    package init(certificate: String, key: String) {
        self.certificate = certificate
        self.key = key
    }
}

/// The configuration of the server.
package struct ServerConfiguration: Sendable {
    /// The address to listen on.
    package var host: String
    /// The port to listen on; 0 for any free one.
    package var port: Int
    /// The path of the database file, which is created if it is missing.
    package var database: String
    /// The limits for clients.
    package var limits: Limits
    /// The certificate; nil for HTTP without TLS.
    package var certificate: CertificateFiles?
    /// Whether requests come from a proxy on this machine that names the client in `X-Forwarded-For`.
    package var isBehindProxy = false
    /// The origins whose web pages may use the server, such as `https://todo.example.org`; none by default.
    package var allowedOrigins = AllowedOrigins()

    /// A server on `host` and `port` with its documents in `database`.
    package init(
        host: String = "127.0.0.1", port: Int = 8080, database: String, limits: Limits = .development
    ) {
        self.host = host
        self.port = port
        self.database = database
        self.limits = limits
    }
}
