import Foundation

/// A connection on which a test sends what no client would.
final class RawConnection {
    private let socket: Int32

    /// Connects to `authority`, a port of this machine.
    init(_ authority: String) throws {
        #if canImport(Darwin)
            socket = Foundation.socket(AF_INET, SOCK_STREAM, 0)
        #else
            socket = Foundation.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #endif
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        address.sin_port = in_port_t(authority.split(separator: ":").last.flatMap { UInt16($0) } ?? 0).bigEndian
        let result = withUnsafeBytes(of: &address) { bytes in
            // The buffer is a sockaddr_in, which the socket calls know as a sockaddr.
            bytes.bindMemory(to: sockaddr.self).baseAddress.map {
                connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else { throw CocoaError(.fileReadUnknown) }
        var limit = timeval(tv_sec: 30, tv_usec: 0)
        setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit { close(socket) }

    /// Makes the kernel hold little of what comes.
    func shrink() {
        var size: Int32 = 4 << 10
        setsockopt(socket, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
    }

    /// Sends text; false where the peer is gone.
    @discardableResult
    func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    /// Sends bytes; false where the peer is gone.
    @discardableResult
    func send(_ bytes: [UInt8]) -> Bool {
        Foundation.send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count
    }

    /// Says that nothing more is sent.
    func finish() { shutdown(socket, Int32(SHUT_WR)) }

    /// All that comes until the peer ends the connection; nil where it does not for half a minute.
    func readToEnd() -> String? {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = recv(socket, &buffer, buffer.count, 0)
            if count < 0, errno == EAGAIN || errno == EWOULDBLOCK { return nil }
            guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
            bytes += buffer[..<count]
        }
    }
}
