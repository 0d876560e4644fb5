import TodoKit

/// Parses distances for `--within`: a number and its unit, `500m`, `1.5 km`, `3mi`.
package enum Distance {
    /// The distance in metres.
    /// - Throws: ``TodoError`` with code `bad-distance`, including for a number without a unit.
    package static func parse(_ text: String) throws -> Double {
        let text = text.trimmed.lowercased()
        let number = text.prefix { $0.isASCII && $0.isNumber || $0 == "." }
        let unit: Double? =
            switch String(text.dropFirst(number.count)).trimmed {
            case "m": 1
            case "km": 1000
            // The international mile of 1959.
            case "mi": 1609.344
            default: nil
            }
        guard let unit, let count = PlainDecimal.parse(number) else {
            throw TodoError(.badDistance, "A distance is a number with its unit, such as 500m, 1.5km or 3mi.")
        }
        return count * unit
    }
}

/// Plain decimal numbers: digits, one point, a sign, but no exponent, hexadecimal or `inf`, which `Double` accepts.
enum PlainDecimal {
    /// Parses a number given as an argument.
    /// - Throws: ``TodoError`` with code `usage`.
    @Sendable static func read(_ text: String) throws -> Double {
        guard let number = parse(text.trimmed) else {
            throw TodoError(.usage, "\(Sanitized.quoted(text)) is not a plain number such as 47.3769.")
        }
        return number
    }

    static func parse(_ text: some StringProtocol) -> Double? {
        var digits = Substring(text).utf8
        if let sign = digits.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") { digits.removeFirst() }
        let parts = digits.split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
        guard digits.count <= 30, parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy { 0x30...0x39 ~= $0 } }) else {
            return nil
        }
        return Double(text)
    }
}
