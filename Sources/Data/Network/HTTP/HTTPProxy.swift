import Foundation

/// Which proxy carries the requests, if any.
public struct HTTPProxy: Sendable {
    private let http: String?
    private let https: String?

    /// Hosts that are reached without a proxy, as `NO_PROXY` spells them: a comma-separated list of names (which cover
    /// their subdomains), addresses and CIDR blocks, or `*`.
    let bypass: String

    /// No proxy, whatever the environment says.
    public static let none = HTTPProxy(environment: [:])

    /// What the environment of this process says now; read once, so a later `setenv` changes nothing.
    public static var fromEnvironment: HTTPProxy {
        HTTPProxy(environment: ProcessInfo.processInfo.environment)
    }

    /// Reads `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy`, the lower case before the upper case. Requests to
    /// this machine itself go through none of them.
    ///
    /// `HTTP_PROXY` in upper case is not read: a web server may set it from a `Proxy:` header (CVE-2016-5385).
    public init(environment: [String: String]) {
        func value(_ names: String...) -> String? {
            names.lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
        }
        let all = value("all_proxy", "ALL_PROXY")
        http = value("http_proxy") ?? all
        https = value("https_proxy", "HTTPS_PROXY") ?? all
        bypass = value("no_proxy", "NO_PROXY") ?? ""
    }

    /// The proxy on the way to an origin; nil for none. It may hold a password, so it must never be shown.
    ///
    /// What is meant for this machine never goes through one, whatever the environment says: for the proxy,
    /// `127.0.0.1` is another machine, and it would read what is sent there in clear text, tokens too.
    func url(for origin: HTTPOrigin) -> String? {
        if origin.isLoopback { return nil }
        return origin.scheme == "https" ? https : http
    }
}
