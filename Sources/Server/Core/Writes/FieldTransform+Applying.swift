import FirestoreWire

extension FieldTransform {
    /// Changes its field in `fields` and returns what the reply tells of it.
    /// - Parameter time: The time of the request.
    func apply(to fields: inout Fields, at time: Timestamp) throws(Status) -> Value {
        let current = fields[fieldPath]
        switch operation {
        case .requestTime:
            // Milliseconds, as Google's servers have it.
            let value = Value.timestamp(Timestamp(milliseconds: time.milliseconds) ?? time)
            fields[fieldPath] = value
            return value
        case .increment(let operand): return set(current?.number.map { $0.adding(operand) } ?? operand, in: &fields)
        case .maximum(let operand):
            return set(current?.number.map { $0.greater(operand) } ?? operand, in: &fields)
        case .minimum(let operand):
            return set(current?.number.map { $0.smaller(operand) } ?? operand, in: &fields)
        case .appendMissingElements(let elements):
            var result = current?.elements ?? []
            for element in try Value.stored(elements, inArray: false)
            where !result.contains(where: { $0.isEquivalent(to: element) }) {
                result.append(element)
            }
            fields[fieldPath] = .array(result)
            return .null
        case .removeAllFromArray(let elements):
            let result = (current?.elements ?? []).filter { value in
                !elements.contains { $0.isEquivalent(to: value) }
            }
            fields[fieldPath] = .array(result)
            return .null
        }
    }

    private func set(_ value: Value, in fields: inout Fields) -> Value {
        // -0.0 is stored as 0.0.
        var value = value
        if case .double(let number) = value, number == 0 { value = .double(0) }
        fields[fieldPath] = value
        return value
    }
}

extension Value {
    fileprivate var number: Value? {
        switch self {
        case .integer, .double: self
        default: nil
        }
    }

    fileprivate var elements: [Value]? {
        if case .array(let elements) = self { elements } else { nil }
    }

    private var double: Double {
        switch self {
        case .integer(let value): Double(value)
        case .double(let value): value
        default: .nan
        }
    }

    /// The sum of two numbers: of integers an integer, held at the end of its range where it would overflow.
    fileprivate func adding(_ other: Value) -> Value {
        guard case .integer(let left) = self, case .integer(let right) = other else {
            return .double(double + other.double)
        }
        let (sum, overflowed) = left.addingReportingOverflow(right)
        return .integer(overflowed ? (right < 0 ? .min : .max) : sum)
    }

    /// The greater of two numbers, this one where they are equal; NaN where one is.
    fileprivate func greater(_ other: Value) -> Value {
        if let nan = notANumber(other) { return nan }
        return other.compare(self) == .after ? other : self
    }

    /// The smaller of two numbers, this one where they are equal; NaN where one is.
    fileprivate func smaller(_ other: Value) -> Value {
        if let nan = notANumber(other) { return nan }
        return other.compare(self) == .before ? other : self
    }

    private func notANumber(_ other: Value) -> Value? {
        double.isNaN || other.double.isNaN ? .double(.nan) : nil
    }
}
