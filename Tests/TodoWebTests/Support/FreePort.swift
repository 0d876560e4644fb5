import Foundation

/// A port of this machine that nobody listens to.
func freePort() throws -> Int {
    #if canImport(Darwin)
        let socket = Foundation.socket(AF_INET, SOCK_STREAM, 0)
    #else
        let socket = Foundation.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #endif
    defer { close(socket) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isKnown = withUnsafeMutableBytes(of: &address) { bytes in
        // The buffer is a sockaddr_in, which the socket calls know as a sockaddr.
        guard let pointer = bytes.bindMemory(to: sockaddr.self).baseAddress else { return false }
        return bind(socket, pointer, size) == 0 && getsockname(socket, pointer, &size) == 0
    }
    guard isKnown else { throw CocoaError(.fileReadUnknown) }
    return Int(UInt16(bigEndian: address.sin_port))
}
