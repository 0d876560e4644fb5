/// A change of a field that may be empty: a new value, or none any more.
public enum Change<Value: Hashable & Sendable>: Hashable, Sendable {
    /// The field gets this value.
    case set(Value)
    /// The field is emptied.
    case clear

    /// A new value, or ``clear`` for nil.
    public init(_ value: Value?) { self = value.map(Self.set) ?? .clear }

    /// What turns `original` into `value`; nil where they are the same.
    public init?(from original: Value?, to value: Value?) {
        guard original != value else { return nil }
        self.init(value)
    }

    /// The new value; nil for none any more.
    public var value: Value? {
        if case .set(let value) = self { value } else { nil }
    }
}
