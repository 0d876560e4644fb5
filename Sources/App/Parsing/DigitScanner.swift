/// Takes numbers and single characters off the front of ASCII text.
struct DigitScanner {
    private var rest: Substring.UTF8View

    init(_ text: some StringProtocol) { rest = Substring(text).utf8 }

    var isAtEnd: Bool { rest.isEmpty }

    /// Takes this character where it is the next one.
    mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard let first = rest.first, UInt32(first) == character.value else { return false }
        rest.removeFirst()
        return true
    }

    /// Takes exactly so many digits; more may follow.
    mutating func number(digits count: Int) -> Int? {
        let digits = rest.prefix(count)
        guard digits.count == count, digits.allSatisfy(Self.isDigit) else { return nil }
        return take(digits)
    }

    /// Takes all digits that come next, where there are so many.
    mutating func number(digits range: ClosedRange<Int>) -> Int? {
        let digits = rest.prefix(while: Self.isDigit)
        return range ~= digits.count ? take(digits) : nil
    }

    private mutating func take(_ digits: Substring.UTF8View) -> Int {
        rest.removeFirst(digits.count)
        return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { 0x30...0x39 ~= byte }

    /// Takes the digits of a fraction of a second, from 1 to 9; what is below a millisecond is dropped.
    mutating func milliseconds() -> Int? {
        let before = rest.count
        guard let fraction = number(digits: 1...9) else { return nil }
        switch before - rest.count {
        case 1: return fraction * 100
        case 2: return fraction * 10
        case let digits: return (3..<digits).reduce(fraction) { value, _ in value / 10 }
        }
    }
}
