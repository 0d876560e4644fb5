import JSON

/// A piece of SQL with the values of its placeholders. Values can only be interpolated, which binds them. So text typed
/// by a person never becomes SQL:
/// ```swift
/// let fragment: SQLFragment = "updatedAt < \(.integer(now)) AND title = \(.text(title))"
/// ```
public struct SQLFragment: Hashable, Sendable, ExpressibleByStringInterpolation {
    /// The SQL, with `?` for each value.
    public private(set) var sql: String
    /// The values of the placeholders, in order.
    public private(set) var arguments: [StoredValue]

    /// SQL without values.
    public init(stringLiteral sql: String) {
        self.sql = sql
        arguments = []
    }

    /// SQL with its values.
    public init(stringInterpolation: StringInterpolation) {
        sql = stringInterpolation.sql
        arguments = stringInterpolation.arguments
    }

    /// Builds a fragment from literals, values and other fragments.
    public struct StringInterpolation: StringInterpolationProtocol {
        var sql = ""
        var arguments: [StoredValue] = []

        /// Begins an empty fragment.
        public init(literalCapacity: Int, interpolationCount: Int) { sql.reserveCapacity(literalCapacity) }

        /// SQL from the source code.
        public mutating func appendLiteral(_ literal: String) { sql += literal }

        /// A value, bound to a placeholder.
        public mutating func appendInterpolation(_ value: StoredValue) {
            sql += "?"
            arguments.append(value)
        }

        /// Values, bound to comma-separated placeholders.
        public mutating func appendInterpolation(_ values: [StoredValue]) {
            sql += Array(repeating: "?", count: values.count).joined(separator: ", ")
            arguments += values
        }

        /// The members of `IN (…)` as one JSON value, so that the prepared statement does not depend on their number.
        /// JSON cannot represent bytes, so a list with a blob is bound value by value.
        public mutating func appendInterpolation(list values: [StoredValue]) {
            let members = values.compactMap(\.json)
            guard members.count == values.count else { return appendInterpolation(values) }
            sql += "SELECT value FROM json_each(?)"
            arguments.append(.text(JSONValue.array(members).canonicalJSON))
        }

        /// Another fragment.
        public mutating func appendInterpolation(_ fragment: SQLFragment) {
            sql += fragment.sql
            arguments += fragment.arguments
        }

        /// SQL that the program itself generates, such as a column name.
        public mutating func appendInterpolation(sql: String) { self.sql += sql }
    }

    /// The first word of the SQL in capitals, without leading white space and comments: `SELECT`, `INSERT`.
    package var verb: String {
        var rest = sql[...]
        while true {
            rest = rest.drop { $0.isWhitespace }
            if rest.hasPrefix("--") {
                rest = rest.drop { !$0.isNewline }
            } else if rest.hasPrefix("/*"), let end = rest.firstRange(of: "*/") {
                rest = rest[end.upperBound...]
            } else {
                return rest.prefix { $0.isLetter }.uppercased()
            }
        }
    }

    /// Fragments joined by a connective such as `AND`; each fragment must bind at least as strongly. Longer lists are
    /// nested in parentheses, eight at a time. So any number stays within SQLite's limits on the depth of expressions
    /// and on its parser's stack.
    package static func joined(
        _ fragments: some Collection<SQLFragment>, by connective: String, empty: SQLFragment
    ) -> SQLFragment {
        guard let first = fragments.first else { return empty }
        let few = 8
        var groups = Array(fragments)
        while groups.count > few {
            groups = stride(from: 0, to: groups.count, by: few).map { start in
                let group = groups[start..<min(start + few, groups.count)]
                return group.count == 1 ? group[start] : "(\(joined(group, by: connective, empty: empty)))"
            }
        }
        return groups.dropFirst().reduce(groups.first ?? first) { "\($0) \(sql: connective) \($1)" }
    }
}

extension StoredValue {
    /// The value as JSON; nil for bytes.
    fileprivate var json: JSONValue? {
        switch self {
        case .null: .null
        case .integer(let integer): .integer(integer)
        case .real(let real): .double(real)
        case .text(let text): .string(text)
        case .blob: nil
        }
    }
}
