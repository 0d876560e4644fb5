/// Base64 (RFC 4648). Writes the standard alphabet with padding, or the URL-safe one without. Reads both, with or
/// without padding.
package enum Base64 {
    /// The ASCII of the standard alphabet, with padding.
    package static func encode(_ bytes: [UInt8]) -> [UInt8] { encode(bytes, standard, isPadded: true) }

    /// The text in the alphabet for URLs and file names, without padding, as in web tokens (RFC 7515, 2).
    package static func urlText(_ bytes: some Sequence<UInt8>) -> String {
        String(decoding: encode(Array(bytes), urlSafe, isPadded: false), as: UTF8.self)
    }

    private static func encode(_ bytes: [UInt8], _ alphabet: [UInt8], isPadded: Bool) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        var start = 0
        while start < bytes.count {
            let count = min(3, bytes.count - start)
            var group: UInt32 = 0
            for index in 0..<3 { group = group << 8 | (index < count ? UInt32(bytes[start + index]) : 0) }
            for index in 0..<4 {
                let sextet = Int(group >> (18 - 6 * UInt32(index)) & 63)
                if index <= count {
                    text.append(alphabet[sextet])
                } else if isPadded {
                    text.append(padding)
                }
            }
            start += 3
        }
        return text
    }

    /// The decoded bytes; nil if `text` is not base64.
    package static func decode(_ text: some StringProtocol) -> [UInt8]? {
        var text = String(text)
        return text.withUTF8(decode)
    }

    /// The decoded bytes; nil if `text` is not base64.
    package static func decode(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        var digits = text[...]
        while digits.last == padding, text.count - digits.count < 2 { digits = digits.dropLast() }
        let isPadded = digits.count < text.count
        guard digits.count % 4 != 1, !isPadded || text.count % 4 == 0 else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(digits.count / 4 * 3 + 2)
        var group: UInt32 = 0
        var bits: UInt32 = 0
        for digit in digits {
            guard let sextet = sextet(digit) else { return nil }
            group = group << 6 | sextet
            bits += 6
            if bits >= 8 {
                bits -= 8
                bytes.append(UInt8(truncatingIfNeeded: group >> bits))
            }
        }
        return bytes
    }

    private static let padding = UInt8(ascii: "=")
    private static let standard = Array((letters + "+/").utf8)
    private static let urlSafe = Array((letters + "-_").utf8)
    private static let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"

    private static func sextet(_ digit: UInt8) -> UInt32? {
        switch digit {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(digit - UInt8(ascii: "A"))
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(digit - UInt8(ascii: "a") + 26)
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(digit - UInt8(ascii: "0") + 52)
        case UInt8(ascii: "+"), UInt8(ascii: "-"): 62
        case UInt8(ascii: "/"), UInt8(ascii: "_"): 63
        default: nil
        }
    }
}
