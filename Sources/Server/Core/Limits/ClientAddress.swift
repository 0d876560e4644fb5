import Foundation
import NIOCore

/// A client's address as limits count it: an IPv4 address, or an IPv6 network of 64 bits, which is the usual size for
/// one customer.
package struct ClientAddress: Hashable, Sendable {
    private let bytes: [UInt8]
    /// Whether it is this machine.
    let isLoopback: Bool

    /// The peer of a connection.
    init(_ address: SocketAddress?) {
        switch address {
        case .v4(let address):
            self.init(v4: withUnsafeBytes(of: address.address.sin_addr) { Array($0) })
        case .v6(let address):
            let bytes = withUnsafeBytes(of: address.address.sin6_addr) { Array($0) }
            if bytes.starts(with: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]) {
                self.init(v4: Array(bytes.suffix(4)))
            } else {
                self.init(
                    bytes: Array(bytes.prefix(8)), isLoopback: bytes.dropLast().allSatisfy { $0 == 0 } && bytes[15] == 1
                )
            }
        case .unixDomainSocket, nil: self.init(bytes: [], isLoopback: address != nil)
        }
    }

    /// The client's address behind a proxy: the last one in `X-Forwarded-For`, which the proxy itself saw.
    init?(forwardedFor header: String) {
        let last = header.split(separator: ",").last?.trimming { $0 == " " } ?? ""
        guard let address = try? SocketAddress(ipAddress: String(last), port: 0) else { return nil }
        self.init(address)
    }

    /// Whether `host` always means this machine, so that other machines cannot reach a server that is bound to it.
    package static func isLoopback(host: String) -> Bool {
        if host == "localhost" { return true }
        return (try? SocketAddress(ipAddress: host, port: 0)).map { ClientAddress($0).isLoopback } ?? false
    }

    private init(v4 bytes: [UInt8]) { self.init(bytes: bytes, isLoopback: bytes[0] == 127) }

    private init(bytes: [UInt8], isLoopback: Bool) {
        self.bytes = bytes
        self.isLoopback = isLoopback
    }
}

extension ClientAddress: CustomStringConvertible {
    /// The address as text.
    package var description: String {
        if bytes.count == 4 { return bytes.map(String.init).joined(separator: ".") }
        let groups = stride(from: 0, to: bytes.count, by: 2).map { index in
            String(Int(bytes[index]) << 8 | Int(bytes[index + 1]), radix: 16)
        }
        return groups.isEmpty ? "local" : groups.joined(separator: ":") + "::/64"
    }
}

extension Substring {
    fileprivate func trimming(_ isSpace: (Character) -> Bool) -> Substring {
        var text = drop(while: isSpace)
        while let last = text.last, isSpace(last) { text.removeLast() }
        return text
    }
}
