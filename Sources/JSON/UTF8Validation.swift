/// Validates UTF-8. The standard library's own validation requires macOS 15 and iOS 18.
enum UTF8Validation {
    /// Whether `bytes` are well formed (The Unicode Standard, table 3-7): no overlong forms, no surrogates, nothing
    /// beyond U+10FFFF, no truncated character.
    static func isValid(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var index = 0
        while index < bytes.count {
            let length: Int
            // The range of the second byte covers all the special cases.
            var second: ClosedRange<UInt8> = 0x80...0xBF
            switch bytes[index] {
            case 0..<0x80:
                index += 1
                continue
            case 0xC2...0xDF: length = 2
            case 0xE0: (length, second) = (3, 0xA0...0xBF)
            case 0xED: (length, second) = (3, 0x80...0x9F)
            case 0xE1...0xEF: length = 3
            case 0xF0: (length, second) = (4, 0x90...0xBF)
            case 0xF1...0xF3: length = 4
            case 0xF4: (length, second) = (4, 0x80...0x8F)
            default: return false
            }
            guard bytes.count - index >= length, second.contains(bytes[index + 1]) else { return false }
            for offset in 2..<length where bytes[index + offset] & 0xC0 != 0x80 { return false }
            index += length
        }
        return true
    }
}
