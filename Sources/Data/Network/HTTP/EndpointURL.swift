import Foundation
import HTTPTypes

/// The location of a service: `scheme://host[:port][/path]`.
struct EndpointURL: Sendable, Equatable {
    let scheme: String
    let authority: String
    private let host: String
    let basePath: String

    /// Parses a URL; nil if it has another form, in particular if it contains a password, a query or a fragment.
    init?(_ text: String) {
        guard let url = URLComponents(string: text), url.user == nil, url.password == nil, url.query == nil,
            url.fragment == nil, let scheme = url.scheme?.lowercased(), scheme == "http" || scheme == "https",
            let host = url.percentEncodedHost, !host.isEmpty, url.port.map({ 1...65535 ~= $0 }) ?? true
        else { return nil }
        self.scheme = scheme
        self.host = host
        authority = host + (url.port.map { ":\($0)" } ?? "")
        let path = url.percentEncodedPath
        basePath = path.hasSuffix("/") ? String(path.dropLast()) : path
    }

    /// Whether others can read what is sent there on the way.
    var isClearText: Bool { scheme == "http" && !HTTPOrigin.isLoopback(host: host) }

    /// A request to a path relative to this URL.
    func request(_ method: HTTPRequest.Method, _ path: String, fields: HTTPFields = [:]) -> HTTPRequest {
        HTTPRequest(method: method, scheme: scheme, authority: authority, path: basePath + path, headerFields: fields)
    }
}
