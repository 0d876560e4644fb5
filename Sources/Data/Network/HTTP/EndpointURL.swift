import Foundation
import HTTPTypes

/// `scheme://host[:port][/path]`: where a service lies.
struct EndpointURL: Sendable, Equatable {
    let scheme: String
    let authority: String
    private let host: String
    let basePath: String

    /// Reads a URL; nil if it is of another form, above all if it holds a password, a query or a fragment.
    init?(_ text: String) {
        guard let url = URLComponents(string: text), url.user == nil, url.password == nil, url.query == nil,
            url.fragment == nil, let scheme = url.scheme?.lowercased(), scheme == "http" || scheme == "https",
            let host = url.percentEncodedHost, !host.isEmpty
        else { return nil }
        self.scheme = scheme
        self.host = host
        authority = host + (url.port.map { ":\($0)" } ?? "")
        let path = url.percentEncodedPath
        basePath = path.hasSuffix("/") ? String(path.dropLast()) : path
    }

    /// Whether what is sent there can be read on the way.
    var isClearText: Bool { scheme == "http" && !HTTPOrigin.isLoopback(host: host) }

    /// A request to a path below.
    func request(_ method: HTTPRequest.Method, _ path: String, fields: HTTPFields = [:]) -> HTTPRequest {
        HTTPRequest(method: method, scheme: scheme, authority: authority, path: basePath + path, headerFields: fields)
    }
}
