/// What becomes of a field that may be empty: a new value, none any more, or what it is.
///
/// It is said with one of these, and never with nil, of which nobody could tell whether it empties the field or leaves it
/// alone.
public enum Change<Value: Hashable & Sendable>: Hashable, Sendable {
    /// The field gets this value.
    case set(Value)
    /// The field is emptied.
    case clear
    /// The field stays as it is.
    case keep

    /// A new value, or ``clear`` for nil.
    public init(_ value: Value?) { self = value.map(Self.set) ?? .clear }

    /// What turns `original` into `value`.
    public init(from original: Value?, to value: Value?) {
        self = original == value ? .keep : Self(value)
    }

    /// Whether the field stays as it is.
    public var isKept: Bool { self == .keep }

    /// The new value; nil where there is none.
    public var value: Value? {
        if case .set(let value) = self { value } else { nil }
    }

    /// The same change of a field whose value is what `transform` makes of this one's.
    public func map<Result>(_ transform: (Value) throws -> Result) rethrows -> Change<Result> {
        switch self {
        case .set(let value): .set(try transform(value))
        case .clear: .clear
        case .keep: .keep
        }
    }
}
