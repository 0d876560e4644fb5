/// Lengths and plain decimal numbers as they are typed.
enum Metres {
    /// The length in metres of a number with its unit: `500m`, `1.5 km`, `3mi`; nil for anything else.
    static func parse(_ text: String) -> Double? {
        let text = text.trimmed.lowercased()
        let digits = text.prefix { $0.isASCII && $0.isNumber || $0 == "." }
        let unit: Double
        switch String(text.dropFirst(digits.count)).trimmed {
        case "m": unit = 1
        case "km": unit = 1000
        // The international mile of 1959.
        case "mi": unit = 1609.344
        default: return nil
        }
        return number(digits).map { $0 * unit }
    }

    /// Digits, one point and a sign, but no exponent, hexadecimal or `inf`, which `Double` accepts.
    static func number(_ text: some StringProtocol) -> Double? {
        var digits = Substring(text).utf8
        if let sign = digits.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") { digits.removeFirst() }
        let parts = digits.split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
        guard digits.count <= 30, parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy { 0x30...0x39 ~= $0 } }) else {
            return nil
        }
        return Double(text)
    }
}
