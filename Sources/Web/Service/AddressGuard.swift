package import HTTPTypes
package import Hummingbird

/// Keeps out what other web pages make a browser send.
///
/// A page whose name is made to resolve to this machine (DNS rebinding) is recognised by `Host`, one that posts a form by
/// `Sec-Fetch-Site`, or by `Origin` where a browser does not send that.
package struct AddressGuard: Sendable {
    /// The names that a browser may use, in lower case and without a port.
    private let names: Set<String>
    private let scheme: String

    /// - Parameters:
    ///   - host: the address that is listened to.
    ///   - names: other names by which clients may call it.
    ///   - isEncrypted: whether requests come over TLS.
    package init(host: String, names: [String], isEncrypted: Bool) {
        scheme = isEncrypted ? "https" : "http"
        self.names = Set((names + [host]).map { $0.lowercased() })
    }

    /// Whether a request was meant for this server.
    package func isMeant(_ request: Request) -> Bool { request.head.authority.map(isKnown) ?? false }

    /// Why a request is refused; nil if it may go on.
    package func refusal(of request: Request) -> Refusal? {
        guard let authority = request.head.authority, isKnown(authority) else { return .otherHost }
        guard request.method != .get, request.method != .head else { return nil }
        // The browser's own verdict, which no script can set. It knows the requested address: behind a proxy with TLS
        // `Origin` has that one and `Host` another. Nothing is weaker for it: another port of this machine is `same-site`, and a
        // page whose name resolves here, `same-origin` to itself, is refused above, or by the certificate of the proxy.
        if let site = request.headers[.fetchSite] {
            return site == "same-origin" || site == "none" ? nil : .otherPage
        }
        if let origin = request.headers[.origin], origin.lowercased() != "\(scheme)://\(authority)".lowercased() {
            return .otherPage
        }
        return nil
    }

    /// Why a request is refused.
    package enum Refusal: Sendable {
        /// It was meant for another server.
        case otherHost
        /// A page of another server sent it.
        case otherPage
    }

    private func isKnown(_ authority: String) -> Bool {
        let host = Self.host(of: authority.lowercased())
        return Self.isLoopback(host) || names.contains(host)
    }

    /// Whether a host is a name of this machine.
    package static func isLoopback(_ host: String) -> Bool {
        let host = host.lowercased()
        return host == "localhost" || host == "::1"
            || host.hasPrefix("127.") && host.allSatisfy { $0.isNumber || $0 == "." }
    }

    /// The host in `host`, `host:port`, `[v6]` or `[v6]:port`.
    package static func host(of authority: String) -> String {
        if authority.hasPrefix("[") { return String(authority.dropFirst().prefix { $0 != "]" }) }
        return String(authority.prefix { $0 != ":" })
    }

    /// The port in the same; nil for the usual one.
    package static func port(of authority: String) -> String? {
        let rest = authority.hasPrefix("[") ? authority.drop { $0 != "]" } : authority[...]
        guard let colon = rest.firstIndex(of: ":") else { return nil }
        let port = rest[rest.index(after: colon)...]
        return port.isEmpty || !port.allSatisfy({ $0.isASCII && $0.isNumber }) ? nil : String(port)
    }
}

extension HTTPField.Name {
    /// Which site's page made the browser send a request.
    package static let fetchSite = HTTPField.Name("Sec-Fetch-Site").unsafelyUnwrapped  // a valid name
    /// The purpose: `navigate` where a person goes to another page.
    package static let fetchMode = HTTPField.Name("Sec-Fetch-Mode").unsafelyUnwrapped  // a valid name
}
