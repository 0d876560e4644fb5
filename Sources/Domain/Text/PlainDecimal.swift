/// Plain decimal numbers: digits, one point and a sign. Exponents, hexadecimal digits and `inf`, which `Double`
/// accepts, are refused.
package enum PlainDecimal {
    /// The number; nil for anything else.
    package static func parse(_ text: some StringProtocol) -> Double? {
        var digits = Substring(text).utf8
        if let sign = digits.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") { digits.removeFirst() }
        let parts = digits.split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
        guard digits.count <= 30, parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy { 0x30...0x39 ~= $0 } }) else {
            return nil
        }
        return Double(text)
    }
}
