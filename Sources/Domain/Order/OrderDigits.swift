/// Base-62 digits as the bytes that represent them, and the integers at the beginning of keys.
enum OrderDigits {
    static let zero = UInt8(ascii: "0")
    static let nine = UInt8(ascii: "z")
    static let smallestPositiveHead = UInt8(ascii: "a")
    /// `A` and 26 zeros, the smallest integer.
    static let smallestInteger = [UInt8(ascii: "A")] + Array(repeating: zero, count: 26)

    private static let all = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)

    static func isDigit(_ byte: UInt8) -> Bool { value(of: byte) != nil }

    /// The value of a digit, 0 to 61; nil for any other byte.
    static func value(of byte: UInt8) -> Int? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(byte - UInt8(ascii: "0"))
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(byte - UInt8(ascii: "A")) + 10
        case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(byte - UInt8(ascii: "a")) + 36
        default: nil
        }
    }

    /// A digit.
    /// - Precondition: the value is 0 to 61.
    static func digit(_ value: Int) -> UInt8 { all[value] }

    /// How many values `count` digits can represent.
    static func span(of count: Int) -> Int64 { (0..<count).reduce(1) { product, _ in product * 62 } }

    /// The last `count` digits of a number, which must not be negative.
    static func digits(of number: Int64, count: Int) -> [UInt8] {
        var (digits, rest) = ([UInt8](repeating: zero, count: count), number)
        for index in digits.indices.reversed() {
            digits[index] = digit(Int(rest % 62))
            rest /= 62
        }
        return digits
    }

    /// The length in bytes of an integer with this first letter, including the letter; nil for any other byte.
    static func integerLength(_ head: UInt8) -> Int? {
        switch head {
        case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(head - UInt8(ascii: "a")) + 2
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(UInt8(ascii: "Z") - head) + 2
        default: nil
        }
    }

    /// The next integer; nil after the greatest.
    static func incremented(_ integer: [UInt8]) -> [UInt8]? {
        var integer = integer
        for index in integer.indices.dropFirst().reversed() {
            guard integer[index] == nine else {
                integer[index] = digit((value(of: integer[index]) ?? 0) + 1)
                return integer
            }
            integer[index] = zero
        }
        switch integer[0] {
        case UInt8(ascii: "z"): return nil
        case UInt8(ascii: "Z"): return [smallestPositiveHead, zero]
        case UInt8(ascii: "a")...: integer.append(zero)
        default: integer.removeLast()
        }
        integer[0] += 1
        return integer
    }

    /// The previous integer; nil before the smallest.
    static func decremented(_ integer: [UInt8]) -> [UInt8]? {
        var integer = integer
        for index in integer.indices.dropFirst().reversed() {
            guard integer[index] == zero else {
                integer[index] = digit((value(of: integer[index]) ?? 1) - 1)
                return integer
            }
            integer[index] = nine
        }
        switch integer[0] {
        case UInt8(ascii: "A"): return nil
        case smallestPositiveHead: return [UInt8(ascii: "Z"), nine]
        case ...UInt8(ascii: "Z"): integer.append(nine)
        default: integer.removeLast()
        }
        integer[0] -= 1
        return integer
    }
}
