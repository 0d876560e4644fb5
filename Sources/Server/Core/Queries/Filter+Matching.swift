import FirestoreWire

/// A filter prepared for many documents, with its lists of values as sets.
indirect enum FilterMatcher: Sendable {
    case all([FilterMatcher])
    case any([FilterMatcher])
    case comparison(FieldPath, Filter.FieldOperator, Value)
    case isIn(FieldPath, ValueSet)
    case isNotIn(FieldPath, ValueSet)
    case containsAny(FieldPath, ValueSet)
    case unary(FieldPath, Filter.UnaryOperator)

    init(_ filter: Filter) {
        switch filter {
        case .composite(.and, let filters): self = .all(filters.map(FilterMatcher.init))
        case .composite(.or, let filters): self = .any(filters.map(FilterMatcher.init))
        case .field(let path, .in, let operand): self = .isIn(path, ValueSet(operand.elements))
        case .field(let path, .notIn, let operand): self = .isNotIn(path, ValueSet(operand.elements))
        case .field(let path, .arrayContainsAny, let operand): self = .containsAny(path, ValueSet(operand.elements))
        case .field(let path, let comparison, let operand): self = .comparison(path, comparison, operand)
        case .unary(let path, let question): self = .unary(path, question)
        }
    }

    /// Whether a document with `fields`, called `name`, matches. Null and NaN equal nothing, not even themselves.
    func matches(_ fields: Fields, name: Value) -> Bool {
        func value(_ path: FieldPath) -> Value? { path.isDocumentID ? name : fields[path] }
        switch self {
        case .all(let filters): return filters.allSatisfy { $0.matches(fields, name: name) }
        case .any(let filters): return filters.contains { $0.matches(fields, name: name) }
        case .comparison(let path, let comparison, let operand):
            return value(path).map { comparison.matches($0, operand) } ?? false
        case .isIn(let path, let values): return value(path).map { $0.isAmong(values) } ?? false
        case .isNotIn(let path, let values):
            return value(path).map { !$0.isNull && !values.contains(.null) && !$0.isAmong(values) } ?? false
        case .containsAny(let path, let values):
            return value(path).map { $0.elements.contains { $0.isAmong(values) } } ?? false
        case .unary(let path, let question):
            guard let value = fields[path] else { return false }
            switch question {
            case .isNull: return value.isNull
            case .isNotNull: return !value.isNull
            case .isNaN: return value.isNaN
            case .isNotNaN: return !value.isNaN && !value.isNull
            }
        }
    }
}

extension Filter.FieldOperator {
    /// Null and NaN equal nothing, not even themselves: the unary filters test for them.
    fileprivate func matches(_ value: Value, _ operand: Value) -> Bool {
        switch self {
        case .equal: value.isEqual(to: operand)
        case .notEqual: !value.isNull && !operand.isNull && !value.isEqual(to: operand)
        case .lessThan: value.isComparable(operand) && value.compare(operand) == .before
        case .lessThanOrEqual: value.isComparable(operand) && value.compare(operand) != .after
        case .greaterThan: value.isComparable(operand) && value.compare(operand) == .after
        case .greaterThanOrEqual: value.isComparable(operand) && value.compare(operand) != .before
        case .arrayContains: value.elements.contains { $0.isEqual(to: operand) }
        // Not reached: their values are sets.
        case .arrayContainsAny, .in, .notIn: false
        }
    }
}

extension Value {
    fileprivate var isNull: Bool { self == .null }

    fileprivate var isNaN: Bool {
        if case .double(let number) = self { number.isNaN } else { false }
    }

    fileprivate var elements: [Value] {
        if case .array(let elements) = self { elements } else { [] }
    }

    fileprivate func isAmong(_ values: ValueSet) -> Bool { !isNull && !isNaN && values.contains(self) }

    fileprivate func isEqual(to other: Value) -> Bool { !isNull && !isNaN && isEquivalent(to: other) }

    fileprivate func isComparable(_ operand: Value) -> Bool {
        !isNull && !operand.isNull && !isNaN && !operand.isNaN && isComparable(to: operand)
    }
}
