/// A Firestore value.
///
/// `==` is true for values that are the same on the wire: `1` differs from `1.0`, `0.0` from `-0.0`, and strings are
/// compared by their bytes. Use ``isEquivalent(to:)`` for a query's notion of equality, and ``compare(_:)`` for its
/// order.
///
/// Source: <https://cloud.google.com/firestore/docs/reference/rest/v1/Value>
public enum Value: Sendable {
    /// The null value.
    case null
    /// True or false.
    case boolean(Bool)
    /// A 64-bit integer; on the wire a string of digits.
    case integer(Int64)
    /// A double, including `NaN` and infinities.
    case double(Double)
    /// A point in time; Firestore stores microseconds and rounds down.
    case timestamp(Timestamp)
    /// Text.
    case string(String)
    /// Bytes, in base64 on the wire.
    case bytes([UInt8])
    /// The full resource name of a document, as received; `ResourceName` validates it.
    case reference(String)
    /// A point on the earth.
    case geoPoint(GeoPoint)
    /// A list; Firestore does not allow a list directly inside a list.
    case array([Value])
    /// A map from names to values.
    case map(Fields)
}

extension Value: Equatable {
    /// Whether both are the same on the wire.
    public static func == (left: Value, right: Value) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.boolean(let left), .boolean(let right)): left == right
        case (.integer(let left), .integer(let right)): left == right
        // All NaNs are written alike, and zero with its sign.
        case (.double(let left), .double(let right)):
            left.isNaN ? right.isNaN : left.bitPattern == right.bitPattern
        case (.timestamp(let left), .timestamp(let right)): left == right
        case (.string(let left), .string(let right)), (.reference(let left), .reference(let right)):
            Ordering.sameBytes(left, right)
        case (.bytes(let left), .bytes(let right)): left == right
        case (.geoPoint(let left), .geoPoint(let right)): left == right
        case (.array(let left), .array(let right)): left == right
        case (.map(let left), .map(let right)): left == right
        default: false
        }
    }
}

// No literal nil: `fields[name] == nil` must test whether there is a field, not whether it is null.
extension Value: ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// A boolean.
    public init(booleanLiteral value: Bool) { self = .boolean(value) }
    /// An integer.
    public init(integerLiteral value: Int64) { self = .integer(value) }
    /// A double.
    public init(floatLiteral value: Double) { self = .double(value) }
    /// A string.
    public init(stringLiteral value: String) { self = .string(value) }
    /// An array.
    public init(arrayLiteral elements: Value...) { self = .array(elements) }
    /// A map; of duplicate names the last value is kept.
    public init(dictionaryLiteral elements: (String, Value)...) { self = .map(Fields(elements)) }
}
