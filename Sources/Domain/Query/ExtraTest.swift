public import JSON

/// A test of a property that an app or an import has given a to-do (``Todo/extras``).
public enum ExtraTest: Hashable, Sendable {
    /// It is there, or is not.
    case exists(Bool)
    /// It is this value. A whole number never equals a number with a fraction or an exponent.
    case equals(JSONValue)
    /// Its ``SortValue`` lies in a range, which includes its start but not its end; nil for an open end. Texts lie
    /// between texts, and numbers between numbers; true counts as 1 and false as 0. A missing property lies in no
    /// range.
    case range(from: SortValue?, until: SortValue?)

    /// Whether a value passes; nil for a missing property.
    public func isMet(by value: JSONValue?) -> Bool {
        let value = value ?? .null
        switch self {
        case .exists(let exists): return value.isNull != exists
        case .equals(.double(let other)): return if case .double(let double) = value { double == other } else { false }
        case .equals(let other): return value == other
        case .range(let start, let end):
            guard !value.isNull else { return false }
            let value = SortValue(extra: value)
            let (low, high) = Self.bounds(from: start, until: end)
            return low.map { value >= $0 } ?? true && value < high
        }
    }

    /// The ends of a range. An open end is that of the numbers or of the texts, depending on the other end.
    package static func bounds(from start: SortValue?, until end: SortValue?) -> (low: SortValue?, high: SortValue) {
        switch (start, end) {
        case (nil, .text(let end)): (.text(""), .text(end))
        case (.integer, nil), (.real, nil): (start, .text(""))
        default: (start, end ?? .text(SortValue.absentExtra))
        }
    }
}

extension ExtraTest: CustomStringConvertible {
    /// The test in words, without the values.
    public var description: String {
        switch self {
        case .exists(let exists): exists ? "is there" : "is not there"
        case .equals: "is a value"
        case .range: "lies in a range"
        }
    }
}

extension SortValue {
    /// The value of a property by which to-dos are sorted: numbers, then texts, then a missing property. True is 1 and
    /// false is 0; arrays and objects are their canonical JSON.
    package init(extra value: JSONValue?) {
        switch value ?? .null {
        case .null: self = .text(Self.absentExtra)
        case .bool(let bool): self = .integer(bool ? 1 : 0)
        case .integer(let integer): self = .integer(integer)
        case .double(let double): self = Int64(exactly: double).map(SortValue.integer) ?? .real(double)
        case .string(let text): self = .text(text)
        case .array, .object: self = .text((value ?? .null).canonicalJSON)
        }
    }

    /// After all texts that people write.
    package static let absentExtra = "\u{10FFFF}"
}

// The value of `equals` is encoded as a JSON text: an encoder would write 1.0 as 1, which is another value.
extension ExtraTest: Codable {
    private struct Coded: Codable {
        var exists: Bool?
        var equals: String?
        var from: SortValue?
        var until: SortValue?
    }

    /// Reads a test.
    public init(from decoder: any Decoder) throws {
        let coded = try Coded(from: decoder)
        switch (coded.exists, coded.equals) {
        case (let exists?, nil): self = .exists(exists)
        case (nil, let json?): self = .equals(try JSONValue(parsing: json))
        case (nil, nil): self = .range(from: coded.from, until: coded.until)
        default:
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "two tests in one"))
        }
    }

    /// Writes the test.
    public func encode(to encoder: any Encoder) throws {
        var coded = Coded()
        switch self {
        case .exists(let exists): coded.exists = exists
        case .equals(let value): coded.equals = value.canonicalJSON
        case .range(let start, let end):
            coded.from = start
            coded.until = end
        }
        try coded.encode(to: encoder)
    }
}
