extension Value {
    /// Firestore's total order of values of all types, by which queries sort.
    ///
    /// The order of types is null, boolean, number, timestamp, string, bytes, reference, geo point, array, vector, map.
    /// NaN comes before all other numbers; integers and doubles are compared by their exact values; strings by their
    /// UTF-8 bytes; references by their segments; an array or map comes before a longer one that begins with it.
    ///
    /// Source: <https://cloud.google.com/firestore/docs/concepts/data-types#value_type_ordering>
    public func compare(_ other: Value) -> Ordering {
        switch (self, other) {
        case (.boolean(let left), .boolean(let right)): return Ordering(left ? 1 : 0, right ? 1 : 0)
        case (.integer(let left), .integer(let right)): return Ordering(left, right)
        case (.integer(let left), .double(let right)): return Self.compare(left, right)
        case (.double(let left), .integer(let right)): return Self.compare(right, left).reversed
        case (.double(let left), .double(let right)): return Self.compare(left, right)
        case (.timestamp(let left), .timestamp(let right)): return Ordering(left, right)
        case (.string(let left), .string(let right)): return Ordering.bytes(left, right)
        case (.bytes(let left), .bytes(let right)): return Ordering.bytes(left, right)
        case (.reference(let left), .reference(let right)): return ResourceName.compare(left, right)
        case (.geoPoint(let left), .geoPoint(let right)):
            return Ordering(left.latitude, right.latitude).then(Ordering(left.longitude, right.longitude))
        case (.array(let left), .array(let right)): return Self.compare(left, right)
        case (.map(let left), .map(let right)):
            switch (left.vector, right.vector) {
            case (let left?, let right?): return Ordering(left.count, right.count).then(Self.compare(left, right))
            case (nil, nil): return Self.compare(left, right)
            case (let left, _): return left != nil ? .before : .after
            }
        default: return Ordering(rank, other.rank)
        }
    }

    /// Whether the two are equal in a query: `1` and `1.0` are, and so are `0.0` and `-0.0`.
    package func isEquivalent(to other: Value) -> Bool { compare(other) == .same }

    /// Whether a range filter compares the two types: an inequality only finds values of the same type.
    package func isComparable(to other: Value) -> Bool {
        if case .map(let left) = self, case .map(let right) = other {
            return (left.vector == nil) == (right.vector == nil)
        }
        return rank == other.rank
    }

    private var rank: Int {
        switch self {
        case .null: 0
        case .boolean: 1
        case .integer, .double: 2
        case .timestamp: 3
        case .string: 4
        case .bytes: 5
        case .reference: 6
        case .geoPoint: 7
        case .array: 8
        case .map: 9
        }
    }

    private static func compare(_ left: Double, _ right: Double) -> Ordering {
        if left.isNaN || right.isNaN { return Ordering(left.isNaN ? 0 : 1, right.isNaN ? 0 : 1) }
        return Ordering(left, right)
    }

    /// Compares as numbers: beyond 2^53 doubles cannot represent every integer, so the integer is never converted.
    private static func compare(_ left: Int64, _ right: Double) -> Ordering {
        if right.isNaN { return .after }
        if right >= 0x1p63 { return .before }
        if right < -0x1p63 { return .after }
        let whole = right.rounded(.towardZero)
        return Ordering(left, Int64(whole)).then(Ordering(whole, right))
    }

    private static func compare(_ left: [Value], _ right: [Value]) -> Ordering {
        for (left, right) in zip(left, right) {
            let order = left.compare(right)
            if order != .same { return order }
        }
        return Ordering(left.count, right.count)
    }

    private static func compare(_ left: Fields, _ right: Fields) -> Ordering {
        for (left, right) in zip(left, right) {
            let order = Ordering.bytes(left.name, right.name).then(left.value.compare(right.value))
            if order != .same { return order }
        }
        return Ordering(left.count, right.count)
    }
}

extension Fields {
    /// The elements of a vector embedding, which is sent as a map with a special type; nil for any other map.
    package var vector: [Value]? {
        guard count == 2, case .string("__vector__")? = self["__type__"], case .array(let elements)? = self["value"]
        else { return nil }
        return elements
    }
}
