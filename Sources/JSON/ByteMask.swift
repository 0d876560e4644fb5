/// Tests eight bytes at once (SIMD within a register): each result has bit 7 set in bytes that match. The lowest such
/// byte is exact; those above it may be set wrongly, by a borrow.
enum ByteMask {
    static let highBits: UInt64 = 0x8080_8080_8080_8080
    private static let lowBits: UInt64 = 0x0101_0101_0101_0101

    /// The bytes that end the plain run of a string: quotes, backslashes, control characters.
    @inline(__always)
    static func stringStops(_ word: UInt64) -> UInt64 {
        let quotes = word ^ (lowBits &* UInt64(UInt8(ascii: "\"")))
        let backslashes = word ^ (lowBits &* UInt64(UInt8(ascii: "\\")))
        let quoteStops = (quotes &- lowBits) & ~quotes
        let backslashStops = (backslashes &- lowBits) & ~backslashes
        let controlStops = (word &- lowBits &* 0x20) & ~word
        return (quoteStops | backslashStops | controlStops) & highBits
    }
}
