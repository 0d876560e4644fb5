import FirestoreWire

/// Validates a query's filter like Firestore: what can be queried, how much, and in which combinations.
///
/// Source: <https://firebase.google.com/docs/firestore/query-data/queries#query_limitations>
struct FilterCheck {
    private static let maximumDisjunctions = 30
    private static let maximumInequalities = 10
    private static let maximumNodes = 500

    private let database: DatabaseName
    /// The fields with range comparisons.
    private(set) var inequalities: [FieldPath] = []
    /// Whether only names of documents are compared.
    private(set) var isOfNameAlone = true
    private var hasNameEquality = false
    private var count = 0
    /// Includes composite filters, which the documented limits do not count.
    private var nodes = 0
    private var negations = 0
    private var hasNotIn = false
    private var hasDisjunction = false
    private var form = Form.one

    /// The size of a filter as a disjunction of conjunctions.
    private struct Form {
        var disjunctions = 1
        /// The greatest number of array filters in one conjunction.
        var arrays = 0
        static let one = Form()
    }

    /// The check of a query of `database`.
    init(_ database: DatabaseName) { self.database = database }

    mutating func add(_ filter: Filter) throws(Status) { form = try check(filter) }

    /// Throws unless all filters together are valid.
    func finish(orders: Int) throws(Status) {
        guard count + orders <= StructuredQuery.maximumParts else { throw Self.tooMany }
        guard form.disjunctions <= Self.maximumDisjunctions else {
            throw Self.invalid("Too many disjunctions after normalization: at most \(Self.maximumDisjunctions).")
        }
        guard form.arrays <= 1 else {
            throw Self.invalid("A maximum of 1 'ARRAY_CONTAINS' filter is allowed per disjunction.")
        }
        guard negations <= 1 else {
            throw Self.invalid(
                "Only a single 'NOT_EQUAL', 'NOT_IN', 'IS_NOT_NAN', or 'IS_NOT_NULL' filter allowed per query.")
        }
        guard !hasNotIn || !hasDisjunction else {
            throw Self.invalid("'NOT_IN' cannot be used in the same query with 'IN', 'ARRAY_CONTAINS_ANY' or 'OR'.")
        }
        guard !hasNameEquality || inequalities.isEmpty || inequalities.contains(.documentID) else {
            throw Self.invalid("A name cannot be asked to be equal where other fields are compared by range.")
        }
        guard inequalities.count <= Self.maximumInequalities else {
            throw Self.invalid("At most \(Self.maximumInequalities) fields may be compared by range.")
        }
    }

    private mutating func check(_ filter: Filter) throws(Status) -> Form {
        // Checked at once, so that the rest is not visited.
        nodes += 1
        guard nodes <= Self.maximumNodes, count <= StructuredQuery.maximumParts else { throw Self.tooMany }
        switch filter {
        case .composite(let composite, let filters):
            guard composite == .and || !filters.isEmpty else {
                throw Self.invalid("Composite filter must have at least one sub-filter.")
            }
            var form = Form(disjunctions: composite == .or ? 0 : 1)
            if composite == .or { hasDisjunction = true }
            for filter in filters {
                let inner = try check(filter)
                switch composite {
                case .or:
                    form.disjunctions = min(form.disjunctions + inner.disjunctions, 1000)
                    form.arrays = max(form.arrays, inner.arrays)
                case .and:
                    form.disjunctions = min(form.disjunctions * inner.disjunctions, 1000)
                    form.arrays += inner.arrays
                }
            }
            return form
        case .field(let path, let comparison, let value):
            count += 1
            return try check(path, comparison, value)
        case .unary(let path, let question):
            count += 1
            guard !path.isDocumentID else { throw Self.invalid("__key__ filter value must be a Key") }
            try path.requireUnreserved()
            isOfNameAlone = false
            if question == .isNotNaN || question == .isNotNull {
                negations += 1
                note(path)
            }
            return .one
        }
    }

    private mutating func check(
        _ path: FieldPath, _ comparison: Filter.FieldOperator, _ value: Value
    ) throws(Status) -> Form {
        if path.isDocumentID {
            try checkName(comparison, value)
            hasNameEquality = hasNameEquality || comparison == .equal || comparison == .in
        } else {
            try path.requireUnreserved()
            isOfNameAlone = false
        }
        // A comparison that matches nothing implies no order, so it does not restrict the results of an OR.
        if comparison.isRange, comparison.findsSomething(with: value) { note(path) }
        switch comparison {
        case .equal, .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual: return .one
        case .notEqual:
            negations += 1
            return .one
        case .arrayContains: return Form(arrays: 1)
        case .in:
            hasDisjunction = true
            return Form(disjunctions: try Self.elements(value, comparison, atMost: 30).count)
        case .arrayContainsAny:
            hasDisjunction = true
            return Form(disjunctions: try Self.elements(value, comparison, atMost: 30).count, arrays: 1)
        case .notIn:
            negations += 1
            hasNotIn = true
            _ = try Self.elements(value, comparison, atMost: 10)
            return .one
        }
    }

    private func checkName(_ comparison: Filter.FieldOperator, _ value: Value) throws(Status) {
        let references: [Value]
        switch comparison {
        case .arrayContains, .arrayContainsAny:
            throw Self.invalid("An array cannot be asked of the name of a document.")
        case .in, .notIn: references = try Self.elements(value, comparison, atMost: 30)
        default: references = [value]
        }
        for reference in references {
            guard case .reference(let text) = reference else {
                throw Self.invalid("__key__ filter value must be a Key")
            }
            _ = try Status.document(text, in: database)
        }
    }

    private static func elements(
        _ value: Value, _ comparison: Filter.FieldOperator, atMost maximum: Int
    ) throws(Status) -> [Value] {
        guard case .array(let elements) = value else {
            throw invalid("'\(comparison.rawValue)' requires an ArrayValue.")
        }
        guard !elements.isEmpty else { throw invalid("'\(comparison.rawValue)' requires an non-empty ArrayValue.") }
        guard elements.count <= maximum else {
            throw invalid("'\(comparison.rawValue)' supports up to \(maximum) comparison values.")
        }
        return elements
    }

    private mutating func note(_ path: FieldPath) {
        if !inequalities.contains(path) { inequalities.append(path) }
    }

    private static var tooMany: Status {
        invalid("The query may not have more than \(StructuredQuery.maximumParts) filters + sort orders.")
    }

    private static func invalid(_ message: String) -> Status { Status(.invalidArgument, message) }
}

extension Filter.FieldOperator {
    /// Whether the comparison implies a sort order.
    fileprivate var isRange: Bool {
        switch self {
        case .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual, .notEqual, .notIn: true
        case .equal, .in, .arrayContains, .arrayContainsAny: false
        }
    }

    /// Whether a range with this `operand` can match any value according to Firestore. Nothing sorts before or after
    /// null or NaN, and no value counts as different from null.
    fileprivate func findsSomething(with operand: Value) -> Bool {
        switch (self, operand) {
        case (_, .null): false
        case (.notIn, .array(let elements)): !elements.allSatisfy { $0 == .null }
        case (.notEqual, _), (.notIn, _): true
        case (_, .double(let number)): !number.isNaN
        default: true
        }
    }
}
