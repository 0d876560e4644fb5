import CZlib

/// Compresses a stream of bytes into one member of gzip. It takes a quarter of a megabyte for any amount of bytes.
package final class GzipWriter {
    /// The size of the buffer for output.
    private static let piece = 32 << 10

    /// The stream keeps one address: zlib refuses a stream that has moved.
    private let stream: UnsafeMutablePointer<z_stream>

    /// Returns nil if there is not enough memory.
    /// - Parameter level: 1 for quick to 9 for small.
    package init?(level: Int) {
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        let status = deflateInit2_(
            stream, CInt(min(max(level, 1), 9)), Z_DEFLATED, MAX_WBITS + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
            CInt(MemoryLayout<z_stream>.size))
        guard status == Z_OK else { return nil }
    }

    deinit {
        deflateEnd(stream)
        stream.deallocate()
    }

    /// Compresses `bytes`.
    /// - Returns: the output that is ready, which is often empty.
    package func write(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
        var output: [UInt8] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            let part = UnsafeRawBufferPointer(rebasing: rest.prefix(1 << 30))
            output += run(part, Z_NO_FLUSH)
            rest = rest.dropFirst(part.count)
        }
        return output
    }

    /// The rest of the output. Nothing can be written after it.
    package func finish() -> [UInt8] { run(UnsafeRawBufferPointer(start: nil, count: 0), Z_FINISH) }

    private func run(_ input: UnsafeRawBufferPointer, _ flush: CInt) -> [UInt8] {
        stream.pointee.next_in = UnsafeMutablePointer(
            mutating: input.bindMemory(to: UInt8.self).baseAddress)
        stream.pointee.avail_in = UInt32(input.count)
        var output: [UInt8] = []
        // If the output fills the buffer, there is more of it.
        repeat {
            output += [UInt8](unsafeUninitializedCapacity: Self.piece) { room, count in
                stream.pointee.next_out = room.baseAddress
                stream.pointee.avail_out = UInt32(Self.piece)
                deflate(stream, flush)
                count = Self.piece - Int(stream.pointee.avail_out)
            }
        } while stream.pointee.avail_out == 0
        return output
    }
}
