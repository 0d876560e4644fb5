public import Foundation

/// A place in a manual order: a text that is compared byte by byte, and between any two of which there is another one.
///
/// The keys are those of rocicorp's fractional indexing over the digits `0-9 A-Z a-z`. A key is an integer, whose first
/// letter says how long it is (`a0` … `az`, `b00` … upwards, `Zz` … `Z0`, `Yzz` … downwards), and a fraction without a
/// zero at its end, so that appending and prepending keep keys short.
///
/// A store sorts by (key, id). What bears no position, or one that names another container than the one it is in, or
/// whose key is no valid one, has the key ``init(createdAt:)``; so every item has a key, and inserting beside what was
/// never placed writes nothing but the position of what is inserted. What a place between two neighbours takes is said
/// by ``OrderGap``.
public struct OrderKey: Hashable, Sendable, LosslessStringConvertible {
    /// The longest key, in bytes. Only some 24,000 insertions at one spot, each beside the one before, make one so long.
    public static let maximumLength = 4096

    /// The first key of an empty list.
    public static let first = OrderKey(digits: [OrderDigits.smallestPositiveHead, OrderDigits.zero])

    /// The key as text.
    public let description: String

    /// A key that was read; nil for what is none: another alphabet, an integer that breaks off, a fraction that ends with
    /// a zero, or more than ``maximumLength`` bytes.
    public init?(_ description: String) {
        let digits = Array(description.utf8.prefix(Self.maximumLength + 1))
        guard Self.isValid(digits) else { return nil }
        self.description = description
    }

    /// The key of what was never placed, so that such items are sorted by the time at which they were made: `i` and nine
    /// digits of the milliseconds since 1970, or, before that, `R` and nine digits of what they leave of 62⁹. Times that
    /// nine digits cannot count have the key of the last or the first that they can.
    public init(createdAt: Date) {
        let span = OrderDigits.span(of: 9)
        let milliseconds = min(max(createdAt.milliseconds, -span), span - 1)
        let isNegative = milliseconds < 0
        let head = UInt8(ascii: isNegative ? "R" : "i")
        self.init(digits: [head] + OrderDigits.digits(of: isNegative ? milliseconds + span : milliseconds, count: 9))
    }

    /// A key of digits that are known to be a valid one.
    init(digits: [UInt8]) { description = String(decoding: digits, as: UTF8.self) }

    /// The bytes of the text.
    var digits: [UInt8] { Array(description.utf8) }

    static func isValid(_ digits: [UInt8]) -> Bool {
        guard digits.count <= maximumLength, digits.allSatisfy(OrderDigits.isDigit),
            let length = digits.first.flatMap(OrderDigits.integerLength), digits.count >= length
        else { return false }
        if digits.count > length { return digits.last != OrderDigits.zero }
        // Nothing would go before the smallest integer.
        return digits != OrderDigits.smallestInteger
    }
}

extension OrderKey: Comparable {
    /// Keys are ordered by their bytes, as SQLite orders text.
    public static func < (left: OrderKey, right: OrderKey) -> Bool {
        left.description.utf8.lexicographicallyPrecedes(right.description.utf8)
    }
}
