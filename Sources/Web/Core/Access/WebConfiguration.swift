public import TodoKit
import WebService

/// Where the pages are served, and from which database.
public struct WebConfiguration: Sendable {
    /// The address to listen on. Anything but this machine needs ``certificate`` and ``passwordFile``.
    public var host = "127.0.0.1"
    /// The port to listen on; 0 takes any that is free.
    public var port = WebConfiguration.usualPort
    /// The names by which browsers may address the server besides those of this machine and ``host``.
    public var names: [String] = []
    /// The certificate and its key; nil for plain HTTP.
    public var certificate: Certificate?
    /// The file that keeps the password; nil if only links open the pages.
    public var passwordFile: String?
    /// The file that keeps who is signed in while the server is not running; nil to forget it.
    public var sessionFile: String?
    /// The file by which another process hands links to this one; nil if none does.
    public var linkFile: String?
    /// The settings of the person.
    public var settings = UserSettings()

    /// The default port.
    public static let usualPort = 8486

    /// Two PEM files.
    public struct Certificate: Sendable {
        /// The path of the certificate with its chain.
        public let chain: String
        /// The path of the private key.
        public let key: String

        /// A certificate.
        public init(chain: String, key: String) {
            self.chain = chain
            self.key = key
        }
    }

    /// The usual configuration.
    public init() {}

    /// Whether only this machine can reach the server.
    public var isLocal: Bool { Self.isLoopback(host) }

    /// The address by which browsers reach it: by its first name, if it has one and other machines reach it, or a certificate is
    /// for that name.
    public func url(port: Int) -> String {
        let name = isLocal && certificate == nil ? host : names.first ?? host
        return "\(certificate == nil ? "http" : "https")://\(name.contains(":") ? "[\(name)]" : name):\(port)"
    }

    /// Whether a host is a name of this machine.
    public static func isLoopback(_ host: String) -> Bool { AddressGuard.isLoopback(host) }
}
