package import JSON

/// A condition on documents.
///
/// Source: <https://cloud.google.com/firestore/docs/reference/rest/v1/StructuredQuery#Filter>
package indirect enum Filter: Equatable, Sendable {
    /// Combines filters.
    case composite(CompositeOperator, [Filter])
    /// Compares a field with a value.
    case field(FieldPath, FieldOperator, Value)
    /// Tests a property of a field.
    case unary(FieldPath, UnaryOperator)
}

extension Filter {
    /// How filters are combined.
    package enum CompositeOperator: String, Sendable, CaseIterable {
        /// All filters match.
        case and = "AND"
        /// At least one filter matches.
        case or = "OR"
    }

    /// How a field is compared.
    package enum FieldOperator: String, Sendable, CaseIterable {
        /// The field is less than the value.
        case lessThan = "LESS_THAN"
        /// The field is less than or equal to the value.
        case lessThanOrEqual = "LESS_THAN_OR_EQUAL"
        /// The field is greater than the value.
        case greaterThan = "GREATER_THAN"
        /// The field is greater than or equal to the value.
        case greaterThanOrEqual = "GREATER_THAN_OR_EQUAL"
        /// The field equals the value.
        case equal = "EQUAL"
        /// The field exists, is not null and differs from the value.
        case notEqual = "NOT_EQUAL"
        /// The field is an array that contains the value.
        case arrayContains = "ARRAY_CONTAINS"
        /// The field equals an element of the value, an array.
        case `in` = "IN"
        /// The field is an array that contains an element of the value, an array.
        case arrayContainsAny = "ARRAY_CONTAINS_ANY"
        /// The field exists, is not null and equals no element of the value, an array.
        case notIn = "NOT_IN"
    }

    /// How a property of a field is tested.
    package enum UnaryOperator: String, Sendable, CaseIterable {
        /// The field is NaN.
        case isNaN = "IS_NAN"
        /// The field is null.
        case isNull = "IS_NULL"
        /// The field exists, and is neither null nor NaN.
        case isNotNaN = "IS_NOT_NAN"
        /// The field exists and is not null.
        case isNotNull = "IS_NOT_NULL"
    }
}

extension Filter.CompositeOperator: WireEnum {}
extension Filter.FieldOperator: WireEnum {}
extension Filter.UnaryOperator: WireEnum {
    /// The proto definition skips 1.
    static var firstNumber: Int { 2 }
}

extension Filter: WireCodable {
    /// Reads a filter of exactly one kind.
    package init(from reader: inout JSONReader) throws {
        try reader.countPart()
        var filter: Filter?
        try reader.message { key, reader in
            let read: Filter
            switch key {
            case "compositeFilter", "composite_filter": read = try Self.composite(from: &reader)
            case "fieldFilter", "field_filter": read = try Self.field(from: &reader)
            case "unaryFilter", "unary_filter": read = try Self.unary(from: &reader)
            default: return try reader.unknownMember()
            }
            guard filter == nil else { throw reader.fault("a filter of two kinds") }
            filter = read
        }
        guard let filter else { throw reader.fault("a filter of no known kind") }
        self = filter
    }

    private static func composite(from reader: inout JSONReader) throws -> Filter {
        var composite: CompositeOperator?
        var filters: [Filter] = []
        try reader.message { key, reader in
            switch key {
            case "op": composite = try reader.specified()
            case "filters": filters = try reader.list(atMost: StructuredQuery.maximumParts)
            default: try reader.unknownMember()
            }
        }
        guard let composite else { throw reader.fault("an incomplete composite filter") }
        return .composite(composite, filters)
    }

    private static func field(from reader: inout JSONReader) throws -> Filter {
        var path: FieldPath?
        var comparison: FieldOperator?
        var value: Value?
        try reader.message { key, reader in
            switch key {
            case "field": path = try FieldPath.reference(from: &reader)
            case "op": comparison = try reader.specified()
            case "value": value = try Value(from: &reader)
            default: try reader.unknownMember()
            }
        }
        guard let path, let comparison, let value else { throw reader.fault("an incomplete field filter") }
        return .field(path, comparison, value)
    }

    private static func unary(from reader: inout JSONReader) throws -> Filter {
        var path: FieldPath?
        var question: UnaryOperator?
        try reader.message { key, reader in
            switch key {
            case "field": path = try FieldPath.reference(from: &reader)
            case "op": question = try reader.specified()
            default: try reader.unknownMember()
            }
        }
        guard let path, let question else { throw reader.fault("an incomplete unary filter") }
        return .unary(path, question)
    }

    /// Writes the filter.
    package func write(to writer: inout JSONWriter) {
        writer.message {
            switch self {
            case .composite(let composite, let filters):
                $0.key("compositeFilter")
                $0.message {
                    $0.member("op", composite.rawValue)
                    $0.member("filters", filters)
                }
            case .field(let path, let comparison, let value):
                $0.key("fieldFilter")
                $0.message {
                    $0.key("field")
                    path.writeReference(to: &$0)
                    $0.member("op", comparison.rawValue)
                    $0.member("value", value)
                }
            case .unary(let path, let question):
                $0.key("unaryFilter")
                $0.message {
                    $0.key("field")
                    path.writeReference(to: &$0)
                    $0.member("op", question.rawValue)
                }
            }
        }
    }
}
