import Basics
package import Foundation

/// UUIDs that are derived from a seed.
final class SeededUUIDs: Sendable {
    private let generator: Locked<SeededGenerator>

    init(seed: UInt64) { generator = Locked(SeededGenerator(seed: seed)) }

    func next() -> UUID { generator.withLock { $0.uuid() } }
}

extension SeededGenerator {
    /// A random UUID (version 4).
    package mutating func uuid() -> UUID {
        var bytes = withUnsafeBytes(of: (next(), next())) { Array($0) }
        bytes[6] = bytes[6] & 0x0F | 0x40
        bytes[8] = bytes[8] & 0x3F | 0x80
        return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }
}
