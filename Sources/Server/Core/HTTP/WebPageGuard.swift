import FirestoreWire
import HTTPTypes
import Hummingbird
import JSON

/// Keeps out web pages that nobody has let in.
///
/// A browser sends to this machine, and into the network behind a firewall, what any page asks it to send. It says
/// which page that is (`Origin`), and asks before it sends most things, but not before all (a form, a body of text/plain);
/// and where a page's own name is made to lead here (DNS rebinding), it takes this server for the page's own.
struct WebPageGuard: Sendable {
    private let allowedOrigins: AllowedOrigins
    /// Whether requests are let in without a token, so that what they are addressed to has to be a name of this machine.
    private let isOpen: Bool

    init(_ configuration: ServerConfiguration, isOpen: Bool) {
        allowedOrigins = configuration.allowedOrigins
        self.isOpen = isOpen
    }

    /// Requires that no strange page sent `request`.
    /// - Throws: ``Status`` PERMISSION_DENIED; INVALID_ARGUMENT for a body of a type that any page may send.
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

    /// Whether the name in `Host` is one of this machine. A request without one comes from no browser.
    static func isAddressedToThisMachine(_ request: Request) -> Bool {
        guard let authority = request.head.authority else { return true }
        return ClientAddress.isLoopback(host: host(of: authority.lowercased()))
    }

    /// Whether pages of `origin` may ask: one that is named, or one that lies where the request goes, behind the same
    /// proxy for instance.
    private func isAllowed(_ origin: String, by authority: String?) -> Bool {
        if allowedOrigins.allows(origin) { return true }
        guard let authority else { return false }
        return ["http://", "https://"].contains { ($0 + authority).lowercased() == origin.lowercased() }
    }

    private func hasBody(_ request: Request) -> Bool {
        request.headers[.transferEncoding] != nil || request.headers[.contentLength].map { $0 != "0" } ?? false
    }

    /// Whether no page can have sent it without the browser asking first: with these fields it has to. Google's clients
    /// for JavaScript send JSON as text/plain, and the second of them.
    private static func wasAskedFor(_ request: Request) -> Bool {
        request.headers[.authorization] != nil || request.headers[.googleClient] != nil
    }

    private static func isJSON(_ type: String?) -> Bool {
        let name = type?.prefix { $0 != ";" }.lowercased().filter { $0 != " " && $0 != "\t" } ?? ""
        return name == "application/json" || name.hasPrefix("application/") && name.hasSuffix("+json")
    }

    /// The name or address in `host`, `host:port`, `[v6]` or `[v6]:port`.
    private static func host(of authority: String) -> String {
        if authority.hasPrefix("[") { return String(authority.dropFirst().prefix { $0 != "]" }) }
        return String(authority.prefix { $0 != ":" })
    }

    /// What a stranger sent, as it may be repeated.
    private static func quoted(_ text: String) -> String { JSONValue.string(String(text.prefix(200))).canonicalJSON }
}

extension HTTPField.Name {
    /// Which of Google's clients asks.
    fileprivate static let googleClient = HTTPField.Name("X-Goog-Api-Client").unsafelyUnwrapped  // a valid name
}
