public import Foundation

/// A position in a manual order: a text that is compared byte by byte. Between any two keys there is always another.
///
/// The keys are those of rocicorp's fractional indexing over the digits `0-9 A-Z a-z`. A key is an integer and a
/// fraction without trailing zeros. The first letter of the integer determines its length: `a0` … `az`, `b00` …
/// upwards, `Zz` … `Z0`, `Yzz` … downwards. So appending and prepending keep keys short.
///
/// A store sorts by (key, id). Every item has a key. It is ``init(createdAt:)`` for an item without a position, with a
/// position in a container other than its own, or with an invalid key. So inserting next to items that were never
/// placed writes only the position of the inserted item. `OrderGap` determines what an insertion between two
/// neighbours requires.
public struct OrderKey: Hashable, Sendable, LosslessStringConvertible {
    /// The maximum length of a key in bytes. It takes about 24,000 insertions at one spot, each next to the previous
    /// one, to exceed it.
    public static let maximumLength = 4096

    /// The first key of an empty list.
    public static let first = OrderKey(digits: [OrderDigits.smallestPositiveHead, OrderDigits.zero])

    /// The key as text.
    public let description: String

    /// Parses a key; nil if it is invalid: other characters, an incomplete integer, a fraction with a trailing zero, or
    /// more than ``maximumLength`` bytes.
    public init?(_ description: String) {
        let digits = Array(description.utf8.prefix(Self.maximumLength + 1))
        guard Self.isValid(digits) else { return nil }
        self.description = description
    }

    /// The key of an item that was never placed, so that such items are sorted by creation date: `i` and nine digits of
    /// the milliseconds since 1970. Before 1970 it is `R` and nine digits of 62⁹ minus the milliseconds before 1970.
    /// Times beyond nine digits are clamped.
    public init(createdAt: Date) {
        let span = OrderDigits.span(of: 9)
        let milliseconds = min(max(createdAt.milliseconds, -span), span - 1)
        let isNegative = milliseconds < 0
        let head = UInt8(ascii: isNegative ? "R" : "i")
        self.init(digits: [head] + OrderDigits.digits(of: isNegative ? milliseconds + span : milliseconds, count: 9))
    }

    /// A key from digits that are known to be valid.
    init(digits: [UInt8]) { description = String(decoding: digits, as: UTF8.self) }

    /// The bytes of the text.
    var digits: [UInt8] { Array(description.utf8) }

    static func isValid(_ digits: [UInt8]) -> Bool {
        guard digits.count <= maximumLength, digits.allSatisfy(OrderDigits.isDigit),
            let length = digits.first.flatMap(OrderDigits.integerLength), digits.count >= length
        else { return false }
        if digits.count > length { return digits.last != OrderDigits.zero }
        // No key would fit before the smallest integer.
        return digits != OrderDigits.smallestInteger
    }
}

extension OrderKey: Codable {
    /// Decodes the text of a key.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let key = Self(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a key of an order")
        }
        self = key
    }

    /// Encodes the text of the key.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

extension OrderKey: Comparable {
    /// Keys are ordered by their bytes, as SQLite orders text.
    public static func < (left: OrderKey, right: OrderKey) -> Bool {
        left.description.utf8.lexicographicallyPrecedes(right.description.utf8)
    }
}
