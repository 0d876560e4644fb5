import FirestoreWire

/// A transform whose elements were validated and deduplicated before it enters the queue of commits.
struct ValidTransform: Sendable {
    private enum Operation {
        case requestTime
        case increment(Value)
        case maximum(Value)
        case minimum(Value)
        /// The elements, each once.
        case append([Value])
        case remove(ValueSet)
    }

    /// The field that it changes.
    let path: FieldPath
    private let operation: Operation

    /// Whether the result depends on the time of the commit.
    var usesTime: Bool {
        if case .requestTime = operation { true } else { false }
    }

    /// Checks `transform`.
    init(_ transform: FieldTransform) throws(Status) {
        path = transform.fieldPath
        try path.requireUnreserved()
        switch transform.operation {
        case .requestTime: operation = .requestTime
        case .increment(let operand): operation = .increment(operand)
        case .maximum(let operand): operation = .maximum(operand)
        case .minimum(let operand): operation = .minimum(operand)
        case .removeAllFromArray(let elements): operation = .remove(ValueSet(elements))
        case .appendMissingElements(let elements):
            var known = ValueSet()
            let elements = try Value.stored(elements, inArray: false).filter { known.insert($0) }
            // The document will contain all of them.
            guard Value.array(elements).storageSize <= Document.maximumStorageSize else { throw .tooLargeDocument }
            operation = .append(elements)
        }
    }

    /// Throws if a field is transformed together with one inside it.
    static func requireApart(_ transforms: [ValidTransform]) throws(Status) {
        let paths = transforms.map(\.path).sorted { $0.precedes($1) }
        // In this order, a path is directly followed by those inside it.
        for (outer, inner) in zip(paths, paths.dropFirst()) where inner.isInside(outer) {
            throw Status(
                .invalidArgument,
                "Cannot transform property \(outer) and its nested property at the same time.")
        }
    }

    /// Changes its field in `fields` and returns the result for the reply.
    /// - Parameters:
    ///   - time: The time of the request.
    ///   - effort: The cost of the commit so far.
    func apply(to fields: inout Fields, at time: Timestamp, _ effort: inout Effort) throws(Status) -> Value {
        try fields.update(path) { (value: inout Value?) throws(Status) in
            switch operation {
            case .requestTime:
                // Milliseconds, as on Google's servers.
                return Self.set(&value, .timestamp(Timestamp(milliseconds: time.milliseconds) ?? time))
            case .increment(let operand): return Self.set(&value, value?.number.map { $0.adding(operand) } ?? operand)
            case .maximum(let operand): return Self.set(&value, value?.number.map { $0.greater(operand) } ?? operand)
            case .minimum(let operand): return Self.set(&value, value?.number.map { $0.smaller(operand) } ?? operand)
            case .append(let new):
                var elements = Self.takeElements(of: &value)
                try effort.spend(Value.array(elements).storageSize + Value.array(new).storageSize)
                let known = ValueSet(elements)
                elements += new.filter { !known.contains($0) }
                value = .array(elements)
            case .remove(let removed):
                var elements = Self.takeElements(of: &value)
                try effort.spend(Value.array(elements).storageSize)
                elements.removeAll { removed.contains($0) }
                value = .array(elements)
            }
            return .null
        }
    }

    /// The elements of an array, which `value` no longer holds: a uniquely referenced array is changed without copying.
    private static func takeElements(of value: inout Value?) -> [Value] {
        defer { value = nil }
        if case .array(let elements)? = value { return elements }
        return []
    }

    private static func set(_ value: inout Value?, _ new: Value) -> Value {
        // -0.0 is stored as 0.0.
        var new = new
        if case .double(let number) = new, number == 0 { new = .double(0) }
        value = new
        return new
    }
}

extension Value {
    fileprivate var number: Value? {
        switch self {
        case .integer, .double: self
        default: nil
        }
    }

    private var double: Double {
        switch self {
        case .integer(let value): Double(value)
        case .double(let value): value
        default: .nan
        }
    }

    /// The sum of two numbers: for integers an integer, clamped on overflow.
    fileprivate func adding(_ other: Value) -> Value {
        guard case .integer(let left) = self, case .integer(let right) = other else {
            return .double(double + other.double)
        }
        let (sum, overflowed) = left.addingReportingOverflow(right)
        return .integer(overflowed ? (right < 0 ? .min : .max) : sum)
    }

    /// The greater of two numbers, this one if they are equal; NaN if one of them is.
    fileprivate func greater(_ other: Value) -> Value {
        if let nan = notANumber(other) { return nan }
        return other.compare(self) == .after ? other : self
    }

    /// The smaller of two numbers, this one if they are equal; NaN if one of them is.
    fileprivate func smaller(_ other: Value) -> Value {
        if let nan = notANumber(other) { return nan }
        return other.compare(self) == .before ? other : self
    }

    private func notANumber(_ other: Value) -> Value? {
        double.isNaN || other.double.isNaN ? .double(.nan) : nil
    }
}
