package import Foundation

/// Random bytes that cannot be guessed. All ids, tokens, salts and names of temporary files are made of them.
///
/// They come from the kernel (getrandom), which needs no file. Foundation's `UUID()` opens `/dev/urandom`. If it
/// cannot, without a free descriptor or without `/dev`, all its UUIDs are the same: zeros.
package enum Randomness {
    /// Random bytes.
    package static func bytes(_ count: Int) -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count + 7)
        while bytes.count < count { withUnsafeBytes(of: generator.next()) { bytes += $0 } }
        return Array(bytes.prefix(count))
    }

    /// A random UUID (RFC 9562, version 4).
    package static func uuid() -> UUID {
        var bytes = bytes(16)
        bytes[6] = bytes[6] & 0x0F | 0x40
        bytes[8] = bytes[8] & 0x3F | 0x80
        return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }
}
