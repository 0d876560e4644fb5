package import FirestoreWire

/// Values, told apart as a query does it: `1` and `1.0` are one.
///
/// Whether a value is among them costs the same however many there are: equal values have equal sort keys.
package struct ValueSet: Sendable {
    private var keys: Set<[UInt8]> = []

    /// No values.
    package init() {}

    /// The set of `values`.
    package init(_ values: [Value]) {
        keys.reserveCapacity(values.count)
        for value in values { insert(value) }
    }

    /// Adds a value; false if it is there already.
    @discardableResult
    package mutating func insert(_ value: Value) -> Bool { keys.insert(Self.key(value)).inserted }

    /// Whether a value that equals `value` is there.
    package func contains(_ value: Value) -> Bool { keys.contains(Self.key(value)) }

    private static func key(_ value: Value) -> [UInt8] {
        var key = OrderedKey()
        key.append(value)
        return key.bytes
    }
}
