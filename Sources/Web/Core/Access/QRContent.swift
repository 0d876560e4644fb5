/// The codewords of a QR code: the bytes of its text, and those by which what cannot be read is made up for (Reed and Solomon).
enum QRContent {
    /// How a version of level M divides its codewords.
    private struct Layout {
        /// Those for correction in each block.
        let correction: Int
        /// How many blocks there are, and how many codewords of data each of them has; later ones have one more.
        let blocks: [Int]
    }

    private static let layouts: [Layout] = [
        Layout(correction: 10, blocks: [16]), Layout(correction: 16, blocks: [28]),
        Layout(correction: 26, blocks: [44]),
        Layout(correction: 18, blocks: [32, 32]), Layout(correction: 24, blocks: [43, 43]),
        Layout(correction: 16, blocks: [27, 27, 27, 27]), Layout(correction: 18, blocks: [31, 31, 31, 31]),
        Layout(correction: 22, blocks: [38, 38, 39, 39]), Layout(correction: 22, blocks: [36, 36, 36, 37, 37]),
        Layout(correction: 26, blocks: [43, 43, 43, 43, 44]),
    ]

    /// Where the middles of the small squares are.
    static func alignments(of version: Int) -> [Int] {
        guard version > 1 else { return [] }
        let last = 10 + 4 * version
        return version < 7 ? [6, last] : [6, (6 + last) / 2, last]
    }

    /// The smallest version that has room for some bytes, and its codewords in the order in which they are drawn; nil for too many.
    static func codewords(of bytes: [UInt8]) -> (version: Int, codewords: [UInt8])? {
        for (index, layout) in layouts.enumerated() {
            let version = index + 1
            let room = layout.blocks.reduce(0, +)
            let count = version < 10 ? 8 : 16
            guard 4 + count + bytes.count * 8 <= room * 8 else { continue }
            // In this order: the mode (bytes), the number of bytes, the bytes, the terminator, and padding.
            var bits = bitsOf(0b0100, 4) + bitsOf(bytes.count, count)
            for byte in bytes { bits += bitsOf(Int(byte), 8) }
            bits += Array(repeating: false, count: min(4, room * 8 - bits.count))
            bits += Array(repeating: false, count: (8 - bits.count % 8) % 8)
            var data = stride(from: 0, to: bits.count, by: 8).map { start in
                bits[start..<start + 8].reduce(UInt8(0)) { $0 << 1 | ($1 ? 1 : 0) }
            }
            for index in 0..<room - data.count { data.append(index % 2 == 0 ? 0xEC : 0x11) }
            return (version, interleaved(data, layout))
        }
        return nil
    }

    private static func bitsOf(_ value: Int, _ count: Int) -> [Bool] {
        (0..<count).map { value >> (count - 1 - $0) & 1 == 1 }
    }

    private static func interleaved(_ data: [UInt8], _ layout: Layout) -> [UInt8] {
        var blocks: [[UInt8]] = []
        var start = 0
        for count in layout.blocks {
            blocks.append(Array(data[start..<start + count]))
            start += count
        }
        let corrections = blocks.map { correction(of: $0, count: layout.correction) }
        var result: [UInt8] = []
        for index in 0..<(layout.blocks.max() ?? 0) {
            for block in blocks where index < block.count { result.append(block[index]) }
        }
        for index in 0..<layout.correction {
            for block in corrections { result.append(block[index]) }
        }
        return result
    }

    /// The remainder when the data, as a polynomial over the field of 256, is divided by the product of (x - 2^i).
    private static func correction(of data: [UInt8], count: Int) -> [UInt8] {
        var divisor: [UInt8] = Array(repeating: 0, count: count - 1) + [1]
        var root: UInt8 = 1
        for _ in 0..<count {
            for index in 0..<count {
                divisor[index] = product(divisor[index], root)
                if index + 1 < count { divisor[index] ^= divisor[index + 1] }
            }
            root = product(root, 2)
        }
        var rest = Array(repeating: UInt8(0), count: count)
        for byte in data {
            let factor = byte ^ rest.removeFirst()
            rest.append(0)
            for index in 0..<count { rest[index] ^= product(divisor[index], factor) }
        }
        return rest
    }

    /// The product in the field of 256 elements of x^8 + x^4 + x^3 + x^2 + 1.
    private static func product(_ left: UInt8, _ right: UInt8) -> UInt8 {
        var result = 0
        for bit in (0..<8).reversed() {
            result = result << 1 ^ (result >> 7 & 1) * 0x11D
            result ^= Int(right >> bit & 1) * Int(left)
        }
        return UInt8(truncatingIfNeeded: result)
    }

    /// The remainder of bits, divided as a polynomial over the field of two.
    static func remainder(of bits: Int, by divisor: Int) -> Int {
        var rest = bits
        let degree = Int.bitWidth - 1 - divisor.leadingZeroBitCount
        while rest >= 1 << degree {
            rest ^= divisor << (Int.bitWidth - 1 - rest.leadingZeroBitCount - degree)
        }
        return rest
    }
}
