import Foundation

/// A connection on which a test sends what no client would send.
package final class RawConnection: Sendable {
    private let socket: Int32

    /// Connects to `authority`, a port of this machine.
    /// - Parameter source: The last number of the address that it comes from, in 127.0.0.0/24, all of which Linux has.
    package init(_ authority: String, from source: UInt8? = nil) throws {
        #if canImport(Darwin)
            socket = Foundation.socket(AF_INET, SOCK_STREAM, 0)
        #else
            socket = Foundation.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #endif
        let port = authority.split(separator: ":").last.flatMap { UInt16($0) } ?? 0
        let isConnected =
            source.map { source in Self.with(host: source, port: 0) { bind(socket, $0, $1) } == 0 } ?? true
            && Self.with(host: 1, port: port) { connect(socket, $0, $1) } == 0
        guard isConnected else {
            close(socket)
            throw CocoaError(.fileReadUnknown)
        }
        var limit = timeval(tv_sec: 600, tv_usec: 0)
        setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit { close(socket) }

    /// Calls `body` with an address of this machine.
    private static func with(
        host: UInt8, port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = (0x7F00_0000 + UInt32(host)).bigEndian
        address.sin_port = port.bigEndian
        return withUnsafeBytes(of: &address) { bytes in
            // The buffer is a sockaddr_in, which the socket calls know as a sockaddr.
            bytes.bindMemory(to: sockaddr.self).baseAddress.map {
                body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            } ?? -1
        }
    }

    /// Makes the kernel hold little of what comes.
    package func shrink() {
        var size: Int32 = 4 << 10
        setsockopt(socket, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
    }

    /// Sends text; false if the peer is gone.
    @discardableResult
    package func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    /// Sends bytes; false if the peer is gone.
    @discardableResult
    package func send(_ bytes: [UInt8]) -> Bool { Posix.sendAll(socket, bytes) }

    /// Signals that nothing more will be sent.
    package func finish() { shutdown(socket, Int32(SHUT_WR)) }

    /// Returns everything up to the end of the connection; nil if it does not end within ten minutes.
    package func readToEnd() -> String? {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = recv(socket, &buffer, buffer.count, 0)
            if count < 0, errno == EAGAIN || errno == EWOULDBLOCK { return nil }
            guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
            bytes += buffer[..<count]
        }
    }

    /// Returns one HTTP answer, head and body as received; nil if it is not complete within ten minutes.
    package func readAnswer() -> [UInt8]? {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = recv(socket, &buffer, buffer.count, 0)
            if count > 0 { bytes += buffer[..<count] }
            if Self.isWhole(bytes) { return bytes }
            guard count > 0 else { return nil }
        }
    }

    /// Whether an answer is complete (RFC 9112, 6.3); one without a length ends with its head.
    private static func isWhole(_ bytes: [UInt8]) -> Bool {
        guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { return false }
        let head = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).lowercased()
        let body = bytes[end.upperBound...]
        if head.contains("\r\ntransfer-encoding: chunked") {
            return body.starts(with: Array("0\r\n\r\n".utf8)) || body.suffix(7) == Array("\r\n0\r\n\r\n".utf8)[...]
        }
        let length = head.components(separatedBy: "\r\ncontent-length: ").dropFirst().first.flatMap {
            Int($0.prefix { $0.isNumber })
        }
        return body.count >= length ?? 0
    }
}
