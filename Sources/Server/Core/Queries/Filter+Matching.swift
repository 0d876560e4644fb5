import FirestoreWire

extension Filter {
    /// Whether a document with `fields`, called `name`, matches.
    func matches(_ fields: Fields, name: Value) -> Bool {
        switch self {
        case .composite(.and, let filters): return filters.allSatisfy { $0.matches(fields, name: name) }
        case .composite(.or, let filters): return filters.contains { $0.matches(fields, name: name) }
        case .field(let path, let comparison, let operand):
            guard let value = path.isDocumentID ? name : fields[path] else { return false }
            return comparison.matches(value, operand)
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
    /// Null and NaN equal nothing, not even themselves: the unary filters ask for them.
    fileprivate func matches(_ value: Value, _ operand: Value) -> Bool {
        switch self {
        case .equal: value.isEqual(to: operand)
        case .notEqual: !value.isNull && !operand.isNull && !value.isEqual(to: operand)
        case .lessThan: value.isComparable(operand) && value.compare(operand) == .before
        case .lessThanOrEqual: value.isComparable(operand) && value.compare(operand) != .after
        case .greaterThan: value.isComparable(operand) && value.compare(operand) == .after
        case .greaterThanOrEqual: value.isComparable(operand) && value.compare(operand) != .before
        case .arrayContains: value.elements.contains { $0.isEqual(to: operand) }
        case .arrayContainsAny:
            operand.elements.contains { sought in value.elements.contains { $0.isEqual(to: sought) } }
        case .in: operand.elements.contains { value.isEqual(to: $0) }
        case .notIn:
            !value.isNull && !operand.elements.contains { $0.isNull }
                && !operand.elements.contains { value.isEqual(to: $0) }
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

    fileprivate func isEqual(to other: Value) -> Bool { !isNull && !isNaN && isEquivalent(to: other) }

    fileprivate func isComparable(_ operand: Value) -> Bool {
        !isNull && !operand.isNull && !isNaN && !operand.isNaN && isComparable(to: operand)
    }
}
