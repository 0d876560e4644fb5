#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A port of 127.0.0.1 for a program that has to be told one.
package enum FreePort {
    /// One that nobody uses at this moment.
    package static func find() throws -> Int {
        let (socket, port) = try Posix.listen()
        close(socket)
        return port
    }
}

/// The few socket calls that the scripted server needs, the same on Linux and Darwin.
enum Posix {
    struct Failure: Error, CustomStringConvertible {
        let call: String
        let code = errno
        var description: String { "\(call): \(String(cString: strerror(code)))" }
    }

    /// Opens a socket that listens on a free port of 127.0.0.1.
    static func listen() throws -> (socket: Int32, port: Int) {
        #if canImport(Darwin)
            let stream = SOCK_STREAM
        #else
            let stream = Int32(SOCK_STREAM.rawValue)
        #endif
        let socket = socket(AF_INET, stream, 0)
        guard socket >= 0 else { throw Failure(call: "socket") }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafeMutableBytes(of: &address) { bytes -> String? in
            // The buffer is a sockaddr_in, which the socket calls know as a sockaddr.
            guard let pointer = bytes.bindMemory(to: sockaddr.self).baseAddress else { return "address" }
            if bind(socket, pointer, length) != 0 { return "bind" }
            #if canImport(Glibc)
                if Glibc.listen(socket, 256) != 0 { return "listen" }
            #elseif canImport(Musl)
                if Musl.listen(socket, 256) != 0 { return "listen" }
            #else
                if Darwin.listen(socket, 256) != 0 { return "listen" }
            #endif
            return getsockname(socket, pointer, &length) == 0 ? nil : "getsockname"
        }
        if let result {
            let failure = Failure(call: result)
            close(socket)
            throw failure
        }
        return (socket, Int(UInt16(bigEndian: address.sin_port)))
    }

    /// Waits until one of the descriptors can be read, has failed or was closed by its peer; false when the time is up.
    static func waitReadable(_ descriptors: Int32..., milliseconds: Int32 = -1) -> Bool {
        var polled = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        return poll(&polled, nfds_t(polled.count), milliseconds) > 0
    }

    static func accept(_ listener: Int32) -> Int32? {
        var one: Int32 = 1
        #if canImport(Glibc)
            let socket = Glibc.accept(listener, nil, nil)
        #elseif canImport(Musl)
            let socket = Musl.accept(listener, nil, nil)
        #else
            let socket = Darwin.accept(listener, nil, nil)
            setsockopt(socket, SOL_SOCKET, SO_NOSIGPIPE, &one, socklen_t(MemoryLayout<Int32>.size))
        #endif
        guard socket >= 0 else { return nil }
        setsockopt(socket, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<Int32>.size))
        return socket
    }

    /// Sends all bytes; false when the peer is gone.
    static func sendAll(_ socket: Int32, _ bytes: [UInt8]) -> Bool {
        #if canImport(Darwin)
            let flags: Int32 = 0
        #else
            let flags = Int32(MSG_NOSIGNAL)
        #endif
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes {
                send(socket, $0.baseAddress?.advanced(by: sent), $0.count - sent, flags)
            }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }

    /// Returns the next bytes; nil when the peer is gone.
    static func receive(_ socket: Int32, atMost limit: Int = 64 << 10) -> [UInt8]? {
        let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
            count = max(0, recv(socket, buffer.baseAddress, limit, 0))
        }
        return bytes.isEmpty ? nil : bytes
    }

    /// Makes the next `close` send a reset instead of an orderly end.
    static func resetOnClose(_ socket: Int32) {
        var option = linger(l_onoff: 1, l_linger: 0)
        setsockopt(socket, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    }

    /// Makes the kernel hold little of what the peer sends, so that backpressure shows early.
    static func shrinkReceiveBuffer(_ socket: Int32) {
        var size: Int32 = 16 << 10
        setsockopt(socket, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
    }
}
