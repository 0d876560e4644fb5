import CZlib

/// Bodies in gzip (RFC 1952), by the system's zlib.
package enum Gzip {
    /// Why bytes could not be expanded.
    package enum Failure: Error, Equatable {
        /// The bytes are not one whole member of gzip, or are damaged.
        case malformed
        /// The output exceeds the limit or the available memory.
        case tooLarge
    }

    /// DEFLATE makes at most this many bytes of output from one byte of input.
    private static let largestRatio = 1032

    /// The expanded size according to the trailer, which the sender can forge; 0 without a trailer.
    package static func claimedSize(of input: [UInt8]) -> Int {
        input.suffix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    /// The expanded content of `input`, which must be exactly one member.
    ///
    /// A few kilobytes can expand to gigabytes, so callers set the limit. It allocates no more memory than the limit,
    /// and no more than `input` can expand to.
    /// - Parameter limit: The most bytes of output.
    package static func expand(_ input: [UInt8], limit: Int) throws(Failure) -> [UInt8] {
        try expand(input, limit: limit, windowBits: MAX_WBITS + 16)
    }

    /// The content of `input`, which is one stream of DEFLATE (RFC 1951) with nothing around it, as in a zip archive.
    /// - Parameter limit: The most bytes of output.
    package static func inflate(_ input: [UInt8], limit: Int) throws(Failure) -> [UInt8] {
        try expand(input, limit: limit, windowBits: -MAX_WBITS)
    }

    private static func expand(_ input: [UInt8], limit: Int, windowBits: CInt) throws(Failure) -> [UInt8] {
        guard let count = UInt32(exactly: input.count) else { throw .tooLarge }
        guard count > 0 else { throw .malformed }
        // One byte more, to tell output beyond the limit from input that is cut short.
        let most = min(max(limit, 0), input.count * largestRatio, Int(UInt32.max) - 1) + 1
        // The stream keeps one address: zlib refuses a stream that has moved.
        let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
        defer { stream.deallocate() }
        stream.initialize(to: z_stream())
        guard inflateInit2_(stream, windowBits, ZLIB_VERSION, CInt(MemoryLayout<z_stream>.size)) == Z_OK else {
            throw .tooLarge
        }
        defer { inflateEnd(stream) }
        var status = Z_OK
        let output = [UInt8](unsafeUninitializedCapacity: most) { output, size in
            input.withUnsafeBufferPointer { input in
                stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
                stream.pointee.avail_in = count
                stream.pointee.next_out = output.baseAddress
                stream.pointee.avail_out = UInt32(most)
                status = CZlib.inflate(stream, Z_FINISH)
            }
            size = most - Int(stream.pointee.avail_out)
        }
        guard output.count <= limit, status != Z_MEM_ERROR else { throw .tooLarge }
        guard status == Z_STREAM_END, stream.pointee.avail_in == 0 else { throw .malformed }
        return output
    }

    /// The bytes as one member; nil if there is not enough memory.
    /// - Parameter level: 1 for quick to 9 for small.
    package static func compress(_ bytes: [UInt8], level: Int) -> [UInt8]? {
        guard let writer = GzipWriter(level: level) else { return nil }
        return bytes.withUnsafeBytes { writer.write($0) } + writer.finish()
    }

    /// Whether a client that sends this `Accept-Encoding` accepts gzip. Without the field, gzip is not used.
    package static func isAccepted(by field: String?) -> Bool {
        field?.split(separator: ",").contains { coding in
            let parts = coding.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() }
            // Weight 0 means that it is not taken.
            return parts.first == "gzip"
                && parts.dropFirst().allSatisfy { !$0.hasPrefix("q=") || (Double($0.dropFirst(2)) ?? 0) > 0 }
        } ?? false
    }
}
