/// A JSON document as a value, with integers separate from other numbers.
///
/// An integer outside the range of `Int64`, and any number with a fraction or an exponent, is a ``double(_:)``. Object
/// keys are unique; reading a text with a duplicate key fails. Canonically equivalent keys (an accent written in two
/// ways) count as the same key.
public enum JSONValue: Hashable, Sendable {
    /// JSON's null.
    case null
    /// True or false.
    case bool(Bool)
    /// A whole number, written without a fraction or an exponent.
    case integer(Int64)
    /// Any other number.
    case double(Double)
    /// A string.
    case string(String)
    /// An array.
    case array([JSONValue])
    /// An object; the order of its members is not kept.
    case object([String: JSONValue])
}

extension JSONValue {
    /// Equal values have equal ``canonicalJSON`` texts, so strings are compared by their bytes, not by canonical
    /// equivalence like Swift's `String`, and `-0.0` differs from `0.0`.
    public static func == (left: JSONValue, right: JSONValue) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.bool(let left), .bool(let right)): left == right
        case (.integer(let left), .integer(let right)): left == right
        case (.double(let left), .double(let right)): left.bitPattern == right.bitPattern
        case (.string(let left), .string(let right)): left.utf8.elementsEqual(right.utf8)
        case (.array(let left), .array(let right)): left == right
        case (.object(let left), .object(let right)):
            left.count == right.count
                && left.allSatisfy { key, value in
                    guard let index = right.index(forKey: key) else { return false }
                    return right[index].key.utf8.elementsEqual(key.utf8) && right[index].value == value
                }
        default: false
        }
    }

    /// Combines what equal values share; strings hash like `String`, which is coarser than their bytes.
    public func hash(into hasher: inout Hasher) {
        switch self {
        case .null: hasher.combine(0)
        case .bool(let bool): hasher.combine(bool)
        case .integer(let integer): hasher.combine(integer)
        case .double(let double): hasher.combine(double.bitPattern)
        case .string(let string): hasher.combine(string)
        case .array(let elements): hasher.combine(elements)
        case .object(let members): hasher.combine(members)
        }
    }
}

extension JSONValue {
    /// The members of an object; nil for every other kind of value.
    public var members: [String: JSONValue]? {
        if case .object(let members) = self { members } else { nil }
    }

    /// The elements of an array; nil for every other kind of value.
    public var elements: [JSONValue]? {
        if case .array(let elements) = self { elements } else { nil }
    }

    /// The text of a string; nil for every other kind of value.
    public var string: String? {
        if case .string(let string) = self { string } else { nil }
    }

    /// The value of an integer; nil for every other kind of value.
    public var integer: Int64? {
        if case .integer(let integer) = self { integer } else { nil }
    }

    /// The value of any number; nil for every other kind of value.
    public var number: Double? {
        switch self {
        case .integer(let integer): Double(integer)
        case .double(let double): double
        default: nil
        }
    }

    /// The value of a boolean; nil for every other kind of value.
    public var bool: Bool? {
        if case .bool(let bool) = self { bool } else { nil }
    }

    /// Whether arrays and objects are nested deeper than `levels`. It does not recurse, so that it can run before code
    /// that could exhaust the stack.
    public func isNested(deeperThan levels: Int) -> Bool {
        var rest = [(value: self, levels: 0)]
        while let (value, above) = rest.popLast() {
            switch value {
            case .array(let elements):
                guard above < levels else { return true }
                rest += elements.lazy.filter(\.isContainer).map { ($0, above + 1) }
            case .object(let members):
                guard above < levels else { return true }
                rest += members.values.lazy.filter(\.isContainer).map { ($0, above + 1) }
            default: break
            }
        }
        return false
    }

    private var isContainer: Bool {
        switch self {
        case .array, .object: true
        default: false
        }
    }

    /// Whether this is JSON's `null`.
    public var isNull: Bool { self == .null }

    /// Whether JSON can represent all its numbers: there is no NaN and no infinity.
    package var isFinite: Bool {
        switch self {
        case .double(let double): double.isFinite
        case .array(let elements): elements.allSatisfy(\.isFinite)
        case .object(let members): members.values.allSatisfy(\.isFinite)
        default: true
        }
    }

    /// The member of an object; nil if it is missing, or if this is not an object.
    public subscript(key: String) -> JSONValue? { members?[key] }

    /// The element of an array at a position, from 0; nil if there is none.
    public subscript(position: Int) -> JSONValue? {
        guard let elements, elements.indices.contains(position) else { return nil }
        return elements[position]
    }
}

// No literal `nil`: in `value ?? nil` it would silently be JSON's null instead of the absence of a value.
extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByFloatLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// A string.
    public init(stringLiteral value: String) { self = .string(value) }
    /// An integer.
    public init(integerLiteral value: Int64) { self = .integer(value) }
    /// A double.
    public init(floatLiteral value: Double) { self = .double(value) }
    /// A boolean.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    /// An array.
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    /// An object; of duplicate keys the last value is kept.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(Dictionary(elements, uniquingKeysWith: { _, last in last }))
    }
}

extension JSONValue: Codable {
    /// The longest path of names above a value that is read or written, including the document that it is a part of.
    private static let longestPath = 2 * JSONReader.maximumDepth

    /// Reads any value from any format that `Codable` knows.
    /// - Throws: `DecodingError`, also for a value nested so deep that it might exhaust the stack: more than
    ///   ``JSONReader/maximumDepth`` levels, and as many in the document that it is a part of.
    public init(from decoder: any Decoder) throws {
        guard decoder.codingPath.count <= Self.longestPath else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "nested too deeply"))
        }
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let bool = try? container.decode(Bool.self) {
            self = .bool(bool)
        } else if let integer = try? container.decode(Int64.self) {
            self = .integer(integer)
        } else if let double = try? container.decode(Double.self) {
            self = .double(double)
        } else if let string = try? container.decode(String.self) {
            self = .string(string)
        } else if let elements = try? container.decode([JSONValue].self) {
            self = .array(elements)
        } else {
            self = .object(try container.decode([String: JSONValue].self))
        }
    }

    /// Writes the value to any format that `Codable` knows.
    /// - Throws: `EncodingError`, also for a value that ``init(from:)`` would refuse because it is nested too deep.
    public func encode(to encoder: any Encoder) throws {
        guard encoder.codingPath.count <= Self.longestPath else {
            throw EncodingError.invalidValue(
                self, .init(codingPath: encoder.codingPath, debugDescription: "nested too deeply"))
        }
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let bool): try container.encode(bool)
        case .integer(let integer): try container.encode(integer)
        case .double(let double): try container.encode(double)
        case .string(let string): try container.encode(string)
        case .array(let elements): try container.encode(elements)
        case .object(let members): try container.encode(members)
        }
    }
}
