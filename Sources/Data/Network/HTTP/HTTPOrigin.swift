import Foundation
package import HTTPTypes

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Scheme, host and port of a request, which credentials belong to (RFC 6454).
package struct HTTPOrigin: Sendable, Equatable, CustomStringConvertible {
    package let scheme: String
    package let host: String
    package let port: Int

    /// The origin of a request; throws unless it has a plain `http` or `https` authority.
    package init(_ request: HTTPRequest) throws(HTTPTransportError) {
        guard let scheme = request.scheme?.lowercased(), scheme == "http" || scheme == "https" else {
            throw .invalid("the scheme is neither http nor https")
        }
        guard let authority = request.authority, let (host, port) = Self.split(authority.lowercased()) else {
            throw .invalid("the authority is not host or host:port")
        }
        self.scheme = scheme
        self.host = host
        self.port = port ?? (scheme == "https" ? 443 : 80)
    }

    /// Splits `host`, `host:port`, `[v6]` or `[v6]:port`; nil for anything else, in particular `user:password@host`,
    /// which libcurl would send as credentials.
    private static func split(_ authority: String) -> (host: String, port: Int?)? {
        let allowed = authority.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
            case UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"): true
            case UInt8(ascii: ":"), UInt8(ascii: "["), UInt8(ascii: "]"): true
            default: false
            }
        }
        guard allowed else { return nil }
        let afterHost =
            authority.hasPrefix("[")
            ? authority.firstIndex(of: "]").map(authority.index(after:))
            : authority.firstIndex(of: ":") ?? authority.endIndex
        guard let afterHost, afterHost != authority.startIndex else { return nil }
        let host = String(authority[..<afterHost])
        let rest = authority[afterHost...]
        if rest.isEmpty { return (host, nil) }
        guard rest.first == ":", let port = UInt16(rest.dropFirst()), port > 0 else { return nil }
        return (host, Int(port))
    }

    package var description: String { "\(scheme)://\(host):\(port)" }

    /// Whether it is this machine, so that nothing sent there leaves it.
    var isLoopback: Bool { Self.isLoopback(host: host) }

    /// Whether `host`, with an IPv6 address in brackets, is this machine: `localhost` (RFC 6761, 6.3), 127.0.0.0/8,
    /// ::1, or an IPv4 address of these mapped to IPv6.
    static func isLoopback(host: String) -> Bool {
        var name = host.lowercased()
        if name.hasSuffix(".") { name.removeLast() }
        if name == "localhost" { return true }
        if name.hasPrefix("["), name.hasSuffix("]") {
            var address = in6_addr()
            guard inet_pton(AF_INET6, String(name.dropFirst().dropLast()), &address) == 1 else { return false }
            let bytes = withUnsafeBytes(of: address) { Array($0) }
            return bytes == [UInt8](repeating: 0, count: 15) + [1]
                || bytes.starts(with: [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF, 127])
        }
        // As libcurl parses it: `127.1` and `0x7f000001` are 127.0.0.1 too.
        var address = in_addr()
        guard inet_aton(name, &address) != 0 else { return false }
        return UInt32(bigEndian: address.s_addr) >> 24 == 127
    }
}

extension HTTPTransportError {
    package static func invalid(_ reason: String) -> HTTPTransportError {
        HTTPTransportError(.invalidRequest, requestMayHaveReachedServer: false, diagnostic: reason)
    }
}
