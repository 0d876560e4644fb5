/// A type whose coded form is a JSON value of its own.
public protocol JSONRepresentable: Codable {
    /// Reads the value; nil if it is not of this type.
    init?(json: JSONValue)
    /// The value as JSON; ``init(json:)`` makes an equal value from it.
    var json: JSONValue { get }
}

extension JSONRepresentable {
    /// Decodes ``json``.
    /// - Throws: `DecodingError.dataCorrupted` for a value that is not of this type.
    public init(from decoder: any Decoder) throws {
        guard let value = Self(json: try JSONValue(from: decoder)) else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "no value of the type \(Self.self)"))
        }
        self = value
    }

    /// Encodes ``json``.
    public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
}
