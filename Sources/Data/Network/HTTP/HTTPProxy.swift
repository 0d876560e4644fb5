import Foundation

/// The proxy for requests, if any.
public struct HTTPProxy: Sendable {
    private let http: String?
    private let https: String?

    /// Hosts that are reached without a proxy, in the form of `NO_PROXY`: a comma-separated list of names (including
    /// their subdomains), addresses and CIDR blocks, or `*`.
    let bypass: String

    /// No proxy, whatever the environment says.
    public static let none = HTTPProxy(environment: [:])

    /// The proxy from the current environment; a later `setenv` has no effect.
    public static var fromEnvironment: HTTPProxy {
        HTTPProxy(environment: ProcessInfo.processInfo.environment)
    }

    /// Reads `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy`, preferring lower case. Requests to this machine
    /// itself never use a proxy.
    ///
    /// `HTTP_PROXY` in upper case is ignored: a web server may set it from a `Proxy:` header (CVE-2016-5385).
    public init(environment: [String: String]) {
        func value(_ names: String...) -> String? {
            names.lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
        }
        let all = value("all_proxy", "ALL_PROXY")
        http = value("http_proxy") ?? all
        https = value("https_proxy", "HTTPS_PROXY") ?? all
        bypass = value("no_proxy", "NO_PROXY") ?? ""
    }

    /// The proxy for an origin; nil for none. It may contain a password, so it must never be shown.
    ///
    /// Requests to this machine never use a proxy, even if the environment names one. To the proxy, `127.0.0.1` is
    /// another machine, and it would see the request in clear text, including tokens.
    func url(for origin: HTTPOrigin) -> String? {
        if origin.isLoopback { return nil }
        return origin.scheme == "https" ? https : http
    }
}
