public import TodoDomain

/// Where the calendars are served, and how.
public struct DavConfiguration: Sendable {
    /// The address to listen on. Anything but this machine needs ``certificate``.
    public var host = "127.0.0.1"
    /// The port to listen on; 0 takes any that is free.
    public var port = Settings.Dav().port
    /// The names by which clients may address the server besides those of this machine and ``host``.
    public var names: [String] = []
    /// The PEM files of the certificate with its chain, and of its key; nil for plain HTTP.
    public var certificate: (chain: String, key: String)?
    /// The file for the server’s own state; nil to keep it in memory.
    public var stateFile: String?
    /// The file of the passwords.
    public var passwordFile: String
    /// Which to-dos are served, and what clients may do.
    public var settings = Settings.Dav()

    /// How long 16 KiB of a request's body, or its end, may take to arrive.
    package var bodyPeriod: Duration = .seconds(30)

    /// The usual configuration.
    /// - Parameter passwordFile: the file of the passwords.
    public init(passwordFile: String) { self.passwordFile = passwordFile }

    /// The address by which clients reach it.
    public func url(port: Int) -> String {
        let name = certificate == nil ? host : names.first ?? host
        return "\(certificate == nil ? "http" : "https")://\(name.contains(":") ? "[\(name)]" : name):\(port)"
    }
}
