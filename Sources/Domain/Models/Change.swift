/// A change of an optional field: a new value, no value, or no change.
///
/// An optional could not express this: nil might mean either that the field is cleared or that it is kept.
public enum Change<Value: Sendable>: Sendable {
    /// The field gets this value.
    case set(Value)
    /// The field is emptied.
    case clear
    /// The field stays as it is.
    case keep

    /// A new value, or ``clear`` for nil.
    public init(_ value: Value?) { self = value.map(Self.set) ?? .clear }

    /// The change that turns `original` into `value`.
    public init(from original: Value?, to value: Value?) where Value: Equatable {
        self = original == value ? .keep : Self(value)
    }

    /// Whether the field is kept.
    public var isKept: Bool {
        if case .keep = self { true } else { false }
    }

    /// The new value; nil if there is none.
    public var value: Value? {
        if case .set(let value) = self { value } else { nil }
    }

    /// The same change with its value transformed.
    public func map<Result>(_ transform: (Value) throws -> Result) rethrows -> Change<Result> {
        switch self {
        case .set(let value): .set(try transform(value))
        case .clear: .clear
        case .keep: .keep
        }
    }
}

// Apart from the type, whose first use for each kind of value would otherwise look up the conformance of that kind: each
// such search costs a command as much as reading its database (docs/performance.md).
extension Change: Equatable where Value: Equatable {}
extension Change: Hashable where Value: Hashable {}
