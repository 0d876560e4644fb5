/// Takes numbers and single characters off the front of ASCII text.
public struct DigitScanner {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var position = 0

    /// Runs `body` over the UTF-8 of a text.
    public static func scan<Result>(
        _ text: some StringProtocol, _ body: (inout DigitScanner) throws -> Result
    ) rethrows -> Result {
        var text = String(text)
        return try text.withUTF8 { bytes in
            var scanner = DigitScanner(utf8: bytes)
            return try body(&scanner)
        }
    }

    /// Reads bytes that live at least as long.
    init(utf8 bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    /// Whether all is taken.
    public var isAtEnd: Bool { position == bytes.count }

    /// Takes exactly so many digits; more may follow.
    public mutating func number(digits count: Int) -> Int? {
        guard bytes.count - position >= count else { return nil }
        var number = 0
        for byte in bytes[position..<position + count] {
            guard byte &- UInt8(ascii: "0") < 10 else { return nil }
            number = number * 10 + Int(byte &- UInt8(ascii: "0"))
        }
        position += count
        return number
    }

    /// Takes all digits that come next, where there are so many.
    public mutating func number(digits range: ClosedRange<Int>) -> Int? {
        let count = bytes[position...].prefix { $0 &- UInt8(ascii: "0") < 10 }.count
        return range ~= count ? number(digits: count) : nil
    }

    /// Takes this character if it is the next one.
    public mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    /// Takes one of several ASCII characters.
    public mutating func take(anyOf characters: StaticString) -> Bool {
        characters.withUTF8Buffer { set in
            guard position < bytes.count, set.contains(bytes[position]) else { return false }
            position += 1
            return true
        }
    }

    /// Takes the digits of a fraction of a second, one or more, in nanoseconds and how many they were; what is below a
    /// nanosecond is dropped.
    public mutating func fraction() -> (nanoseconds: Int, digits: Int)? {
        var (nanoseconds, unit) = (0, 100_000_000)
        let first = position
        while position < bytes.count, case let digit = bytes[position] &- UInt8(ascii: "0"), digit < 10 {
            nanoseconds += Int(digit) * unit
            unit /= 10
            position += 1
        }
        return position > first ? (nanoseconds, position - first) : nil
    }
}
