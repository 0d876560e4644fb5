import FirestoreWire
import HTTPTypes
import Hummingbird
import JSON

/// Refuses requests of web pages that are not allowed.
///
/// Any page can make a browser send requests to this machine, and to a network behind a firewall. The browser reports
/// the page (`Origin`), and sends a preflight request before most requests. It does not before some (a form, a
/// text/plain body). If the page's own name is made to resolve to this server (DNS rebinding), the browser treats the
/// server as the page's own.
struct WebPageGuard: Sendable {
    private let allowedOrigins: AllowedOrigins
    /// Whether requests are allowed without a token. They then have to be addressed to a name of this machine.
    private let isOpen: Bool

    init(_ configuration: ServerConfiguration, isOpen: Bool) {
        allowedOrigins = configuration.allowedOrigins
        self.isOpen = isOpen
    }

    /// Throws if a page that is not allowed sent `request`.
    /// - Throws: ``Status`` PERMISSION_DENIED; INVALID_ARGUMENT for a body of a type that any page can send.
    func check(_ request: Request) throws(Status) {
        if let origin = request.headers[.origin], !isAllowed(origin, by: request.head.authority) {
            throw Status(
                .permissionDenied,
                "The web page \(Self.quoted(origin)) may not ask this server; name its origin with --allow-origin.")
        }
        if isOpen, !Self.isAddressedToThisMachine(request) {
            throw Status(
                .permissionDenied,
                """
                The request is addressed to \(Self.quoted(request.head.authority ?? "")); without tokens this server \
                answers to localhost, 127.0.0.1 and [::1] alone.
                """)
        }
        guard hasBody(request), !Self.isJSON(request.headers[.contentType]), !Self.wasAskedFor(request) else { return }
        throw Status(
            .invalidArgument,
            "A body must be sent as application/json, not as \(Self.quoted(request.headers[.contentType] ?? "")).")
    }

    /// Whether `Host` is a name of this machine. A request without it does not come from a browser.
    static func isAddressedToThisMachine(_ request: Request) -> Bool {
        guard let authority = request.head.authority else { return true }
        return ClientAddress.isLoopback(host: host(of: authority.lowercased()))
    }

    /// Whether pages of `origin` are allowed: it is listed, or equal to the destination, for instance behind the same
    /// proxy.
    private func isAllowed(_ origin: String, by authority: String?) -> Bool {
        if allowedOrigins.allows(origin) { return true }
        guard let authority else { return false }
        return ["http://", "https://"].contains { ($0 + authority).lowercased() == origin.lowercased() }
    }

    private func hasBody(_ request: Request) -> Bool {
        request.headers[.transferEncoding] != nil || request.headers[.contentLength].map { $0 != "0" } ?? false
    }

    /// Whether the request required a preflight, as these fields do. Google's JavaScript clients send JSON as
    /// text/plain, with the second field.
    private static func wasAskedFor(_ request: Request) -> Bool {
        request.headers[.authorization] != nil || request.headers[.googleClient] != nil
    }

    private static func isJSON(_ type: String?) -> Bool {
        let name = type?.prefix { $0 != ";" }.lowercased().filter { $0 != " " && $0 != "\t" } ?? ""
        return name == "application/json" || name.hasPrefix("application/") && name.hasSuffix("+json")
    }

    /// The host name or address in `host`, `host:port`, `[v6]` or `[v6]:port`.
    private static func host(of authority: String) -> String {
        if authority.hasPrefix("[") { return String(authority.dropFirst().prefix { $0 != "]" }) }
        return String(authority.prefix { $0 != ":" })
    }

    /// Text from a client, made safe to repeat.
    private static func quoted(_ text: String) -> String { JSONValue.string(String(text.prefix(200))).canonicalJSON }
}

extension HTTPField.Name {
    /// Identifies Google's clients.
    fileprivate static let googleClient = HTTPField.Name("X-Goog-Api-Client").unsafelyUnwrapped  // a valid name
}
