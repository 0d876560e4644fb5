import Basics
public import Foundation

/// The identifier of a model: 1 to 64 of the characters `0-9 A-Z a-z _ -`, the same on every device.
///
/// `Todo.ID` and `Tag.ID` are different types, so that one cannot be used in place of the other.
public struct Identifier<Model>: Hashable, Sendable, Comparable, RawRepresentable, LosslessStringConvertible {
    /// The text of the identifier.
    public let rawValue: String

    /// An identifier with this text; nil if its length or its characters are not allowed.
    public init?(rawValue: String) {
        guard 1...64 ~= rawValue.utf8.count, rawValue.utf8.allSatisfy(Self.isAllowed) else { return nil }
        self.rawValue = rawValue
    }

    /// An identifier with this text; nil if its length or its characters are not allowed.
    public init?(_ description: String) { self.init(rawValue: description) }

    /// A new identifier: a random UUID, see ``TodoEnvironment/randomUUID()``.
    public init() { self.init(Randomness.uuid()) }

    /// An identifier from a UUID, in lower case.
    public init(_ uuid: UUID) { rawValue = uuid.uuidString.lowercased() }

    /// A stored identifier, which was valid when it was stored.
    package init(stored rawValue: String) { self.rawValue = rawValue }

    /// The text of the identifier.
    public var description: String { rawValue }

    /// Identifiers are ordered by their bytes, as SQLite orders text.
    public static func < (left: Self, right: Self) -> Bool {
        left.rawValue.utf8.lexicographicallyPrecedes(right.rawValue.utf8)
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "_"), UInt8(ascii: "-"):
            true
        default: false
        }
    }
}

extension Identifier: Codable {
    /// Decodes the text of an identifier.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let identifier = Self(rawValue: try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not an identifier")
        }
        self = identifier
    }

    /// Encodes the text of the identifier.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }
}
