/// Consumes numbers and characters from the front of ASCII text.
public struct DigitScanner {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var position = 0

    /// Runs `body` with a scanner over the UTF-8 of a text.
    public static func scan<Result>(
        _ text: some StringProtocol, _ body: (inout DigitScanner) throws -> Result
    ) rethrows -> Result {
        var text = String(text)
        return try text.withUTF8 { bytes in
            var scanner = DigitScanner(utf8: bytes)
            return try body(&scanner)
        }
    }

    /// A scanner over bytes that must outlive it.
    init(utf8 bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    /// Whether everything has been consumed.
    public var isAtEnd: Bool { position == bytes.count }

    /// Consumes exactly `count` digits; more may follow.
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

    /// Consumes all consecutive digits if their number is in `range`.
    public mutating func number(digits range: ClosedRange<Int>) -> Int? {
        let count = bytes[position...].prefix { $0 &- UInt8(ascii: "0") < 10 }.count
        return range ~= count ? number(digits: count) : nil
    }

    /// Consumes this character if it is next.
    public mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    /// Consumes one of several ASCII characters.
    public mutating func take(anyOf characters: StaticString) -> Bool {
        characters.withUTF8Buffer { set in
            guard position < bytes.count, set.contains(bytes[position]) else { return false }
            position += 1
            return true
        }
    }

    /// Consumes one or more fractional digits of a second; returns nanoseconds and the number of digits. Digits below a
    /// nanosecond are dropped.
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
