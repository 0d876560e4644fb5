/// The origins of web pages that may use the server from a browser, such as `https://app.example.org`; none by default.
package struct AllowedOrigins: Sendable, Equatable {
    private var origins: Set<String> = []

    /// No origins.
    package init() {}

    /// Whether no page is allowed.
    package var isEmpty: Bool { origins.isEmpty }

    /// Allows the pages of `origin`: a scheme, a host and, unless it is the scheme's default, a port.
    /// - Returns: false for a text that no browser would send as an origin.
    package mutating func allow(_ origin: String) -> Bool {
        let origin = origin.lowercased()
        guard let scheme = ["https://", "http://"].first(where: origin.hasPrefix) else { return false }
        var host = origin.dropFirst(scheme.count)
        if let colon = host.lastIndex(of: ":"), !host.hasSuffix("]") {
            let digits = host[host.index(after: colon)...]
            guard let port = UInt16(digits), digits == String(port), port > 0, port != (scheme == "http://" ? 80 : 443)
            else { return false }
            host = host[..<colon]
        }
        let isPlain = host.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"),
                UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: ":"):
                true
            default: false
            }
        }
        guard !host.isEmpty, isPlain else { return false }
        origins.insert(origin)
        return true
    }

    /// Whether pages of `origin`, as sent by a browser, are allowed.
    package func allows(_ origin: String) -> Bool { origins.contains(origin) }
}
