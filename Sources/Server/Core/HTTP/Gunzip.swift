/// Decompresses a gzip member (RFC 1952) of DEFLATE data (RFC 1951) up to a limit.
///
/// A few kilobytes can expand to gigabytes, so callers must set the limit.
package struct Gunzip {
    /// Why decompression failed.
    package enum Failure: Error, Equatable {
        /// The bytes are not gzip, or damaged.
        case malformed
        /// The output exceeds the limit.
        case tooLarge
    }

    private let input: [UInt8]
    private let limit: Int
    private var position = 0
    private var bits: UInt32 = 0
    private var bitCount = 0
    private var output: [UInt8] = []

    private init(_ input: [UInt8], limit: Int) {
        self.input = input
        self.limit = limit
    }

    /// The expanded size according to the trailer, which anybody can forge; 0 if there is none.
    package static func claimedSize(of input: [UInt8]) -> Int {
        input.suffix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    /// The decompressed `input`, at most `limit` bytes.
    package static func expand(_ input: [UInt8], limit: Int) throws(Failure) -> [UInt8] {
        var reader = Gunzip(input, limit: limit)
        try reader.readHeader()
        try reader.readBlocks()
        try reader.readTrailer()
        return reader.output
    }

    // MARK: Frame

    private mutating func readHeader() throws(Failure) {
        // The magic number, and DEFLATE.
        guard try byte() == 0x1F, try byte() == 0x8B, try byte() == 8 else { throw .malformed }
        let flags = try byte()
        guard flags & 0xE0 == 0 else { throw .malformed }
        // Skips the time, flags and operating system.
        try skip(6)
        if flags & 4 != 0 { try skip(Int(byte()) | Int(byte()) << 8) }
        // Skips the name and the comment.
        for flag in [8, 16] as [UInt8] where flags & flag != 0 {
            while try byte() != 0 {}
        }
        if flags & 2 != 0 { try skip(2) }
    }

    private mutating func readTrailer() throws(Failure) {
        bitCount = 0
        var numbers: [UInt32] = []
        for _ in 0..<2 {
            var number: UInt32 = 0
            for shift in [0, 8, 16, 24] as [UInt32] { number |= UInt32(try byte()) << shift }
            numbers.append(number)
        }
        guard position == input.count, numbers == [Self.checksum(output), UInt32(truncatingIfNeeded: output.count)]
        else { throw .malformed }
    }

    private static let checksums: [UInt32] = (0..<256).map { byte in
        (0..<8).reduce(UInt32(byte)) { sum, _ in sum & 1 == 0 ? sum >> 1 : sum >> 1 ^ 0xEDB8_8320 }
    }

    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(UInt32.max) { $0 >> 8 ^ checksums[Int(UInt8(truncatingIfNeeded: $0) ^ $1)] }
    }

    // MARK: Blocks

    private mutating func readBlocks() throws(Failure) {
        var isLast = false
        while !isLast {
            isLast = try take(1) == 1
            switch try take(2) {
            case 0: try readStored()
            case 1: try readCompressed(Self.fixedLengths, Self.fixedDistances)
            case 2:
                let (lengths, distances) = try readCodes()
                try readCompressed(lengths, distances)
            default: throw .malformed
            }
        }
    }

    private mutating func readStored() throws(Failure) {
        // Skips the rest of the byte; a length and its complement follow.
        bitCount = 0
        let count = Int(try byte()) | Int(try byte()) << 8
        let complement = Int(try byte()) | Int(try byte()) << 8
        guard count == complement ^ 0xFFFF, input.count - position >= count else { throw .malformed }
        guard output.count + count <= limit else { throw .tooLarge }
        output += input[position..<position + count]
        position += count
    }

    private mutating func readCompressed(_ lengths: Code, _ distances: Code) throws(Failure) {
        while true {
            let symbol = try read(lengths)
            if symbol == 256 { return }
            if symbol < 256 {
                guard output.count < limit else { throw .tooLarge }
                output.append(UInt8(symbol))
                continue
            }
            guard symbol - 257 < Self.lengthBases.count else { throw .malformed }
            let length = try Self.lengthBases[symbol - 257] + take(Self.lengthBits[symbol - 257])
            let index = try read(distances)
            guard index < Self.distanceBases.count else { throw .malformed }
            let distance = try Self.distanceBases[index] + take(index < 2 ? 0 : index / 2 - 1)
            guard distance <= output.count else { throw .malformed }
            guard output.count + length <= limit else { throw .tooLarge }
            // One by one, since it may repeat what it appends itself.
            for _ in 0..<length { output.append(output[output.count - distance]) }
        }
    }

    private mutating func readCodes() throws(Failure) -> (Code, Code) {
        let lengthCount = try take(5) + 257
        let distanceCount = try take(5) + 1
        let count = try take(4) + 4
        var sizes = [Int](repeating: 0, count: 19)
        for index in [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15].prefix(count) {
            sizes[index] = try take(3)
        }
        let code = try Code(sizes)
        sizes = []
        while sizes.count < lengthCount + distanceCount {
            let symbol = try read(code)
            switch symbol {
            case 16:
                guard let last = sizes.last else { throw .malformed }
                sizes += Array(repeating: last, count: try take(2) + 3)
            case 17: sizes += Array(repeating: 0, count: try take(3) + 3)
            case 18: sizes += Array(repeating: 0, count: try take(7) + 11)
            default: sizes.append(symbol)
            }
        }
        guard sizes.count == lengthCount + distanceCount else { throw .malformed }
        return (try Code(Array(sizes[..<lengthCount])), try Code(Array(sizes[lengthCount...])))
    }

    private static let lengthBases = [
        3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227,
        258,
    ]
    private static let lengthBits = [
        0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
    ]
    private static let distanceBases = [
        1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097,
        6145, 8193, 12289, 16385, 24577,
    ]
    private static let fixedLengths = Code(
        valid: (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 })
    private static let fixedDistances = Code(valid: Array(repeating: 5, count: 30))
}

extension Gunzip {
    /// A canonical Huffman code: the number of symbols for each length in bits, and the symbols by their codes.
    private struct Code {
        var counts = [Int](repeating: 0, count: 16)
        var symbols: [Int] = []

        /// The code for symbols with these lengths in bits, 0 for absent symbols.
        init(_ sizes: [Int]) throws(Failure) {
            self.init(valid: sizes)
            var left = 1
            for count in counts.dropFirst() {
                left = left * 2 - count
                guard left >= 0 else { throw .malformed }
            }
        }

        init(valid sizes: [Int]) {
            for size in sizes where size > 0 { counts[size] += 1 }
            symbols = sizes.indices.filter { sizes[$0] > 0 }
                .sorted { (sizes[$0], $0) < (sizes[$1], $1) }
        }
    }

    private mutating func read(_ code: Code) throws(Failure) -> Int {
        var (value, first, index) = (0, 0, 0)
        for count in code.counts.dropFirst() {
            value |= try take(1)
            if value - first < count { return code.symbols[index + value - first] }
            index += count
            first = (first + count) << 1
            value <<= 1
        }
        throw .malformed
    }

    /// The next `count` bits, at most 13, lowest bit first.
    private mutating func take(_ count: Int) throws(Failure) -> Int {
        while bitCount < count {
            bits |= UInt32(try byte()) << UInt32(bitCount)
            bitCount += 8
        }
        let value = Int(bits & (1 << UInt32(count) - 1))
        bits >>= UInt32(count)
        bitCount -= count
        return value
    }

    private mutating func byte() throws(Failure) -> UInt8 {
        guard position < input.count else { throw .malformed }
        defer { position += 1 }
        return input[position]
    }

    private mutating func skip(_ count: Int) throws(Failure) {
        guard input.count - position >= count else { throw .malformed }
        position += count
    }
}
