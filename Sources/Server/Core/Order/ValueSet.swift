package import FirestoreWire

/// A set of values by a query's notion of equality: `1` and `1.0` are equal.
///
/// Equal values have equal sort keys, so lookups take constant time.
package struct ValueSet: Sendable {
    private var keys: Set<[UInt8]> = []

    /// An empty set.
    package init() {}

    /// The set of `values`.
    package init(_ values: [Value]) {
        keys.reserveCapacity(values.count)
        for value in values { insert(value) }
    }

    /// Adds a value; false if it was already there.
    @discardableResult
    package mutating func insert(_ value: Value) -> Bool { keys.insert(Self.key(value)).inserted }

    /// Whether a value equal to `value` is in the set.
    package func contains(_ value: Value) -> Bool { keys.contains(Self.key(value)) }

    private static func key(_ value: Value) -> [UInt8] {
        var key = OrderedKey()
        key.append(value)
        return key.bytes
    }
}
