import JSON
import SQLite
import TodoDomain

/// The SQL of a property that an app or an import has given to-dos, or of a register of an app's record: a member of
/// the JSON in the column `extras`. Conditions and orders on it can use an index on ``sorted``.
struct ExtraExpression {
    /// Its value: a number, or a text, which is JSON for arrays and objects; `NULL` if it is missing.
    let value: String
    /// Its type as JSON; `NULL` if it is not there.
    private let type: String
    /// Its JSON text, if it can be named.
    private let text: String?
    /// Whether an index can have it.
    var isIndexable: Bool { text != nil }

    init(_ name: String, of table: String = TodoEntity.table) {
        let key = TodoRegister.extraKey(of: TodoRegister.extra(name)) ?? name
        if !key.isEmpty, key.utf8.allSatisfy(Self.isPlain) {
            let path = "'$.\"\(key)\"'"
            value = "extras ->> \(path)"
            type = "json_type(extras, \(path))"
            text = "extras -> \(path)"
        } else {
            // SQLite's paths cannot express every name. Imported names may have their accents written in two ways.
            let names = Set([key, name]).filter { !$0.utf8.contains(0) }
                .map { "'\($0.replacing(scalar: "'", with: "''"))'" }
            let member =
                "FROM json_each(\(table).extras) WHERE key IN (\(names.sorted().joined(separator: ", "))) LIMIT 1"
            value = "(SELECT value \(member))"
            type = "(SELECT type \(member))"
            text = nil
        }
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"):
            true
        default: false
        }
    }

    /// Its value, or what sorts after all values if it is not there.
    var sorted: String { "ifnull(\(value), '\(SortValue.absentExtra)')" }

    /// The condition that it passes a test.
    func sql(_ test: ExtraTest) -> SQLFragment {
        switch test {
        case .exists(let exists): "\(sql: value) IS \(sql: exists ? "NOT " : "")NULL"
        case .equals(let value): equals(value)
        case .range(let start, let end): range(ExtraTest.bounds(from: start, until: end))
        }
    }

    private func equals(_ other: JSONValue) -> SQLFragment {
        func isEqual(_ value: StoredValue, _ type: String) -> SQLFragment {
            "(\(sql: sorted) = \(value) AND \(sql: self.type) = '\(sql: type)')"
        }
        return switch other {
        case .null: "\(sql: value) IS NULL"
        case .bool(let bool): isEqual(StoredValue(bool), bool ? "true" : "false")
        case .integer(let integer): isEqual(.integer(integer), "integer")
        case .double(let double): equals(double, other.canonicalJSON)
        case .string(let text): isEqual(.text(text), "text")
        case .array: isEqual(.text(other.canonicalJSON), "array")
        case .object: isEqual(.text(other.canonicalJSON), "object")
        }
    }

    /// SQLite may read the last digit of a number differently. So the text decides, and the index is searched for the
    /// neighbouring numbers.
    private func equals(_ double: Double, _ json: String) -> SQLFragment {
        guard let text else { return "(\(sql: type) = 'real' AND \(sql: value) = \(.real(double)))" }
        return """
            (\(sql: sorted) >= \(.real(double.nextDown)) AND \(sql: sorted) <= \(.real(double.nextUp)) \
            AND \(sql: text) = \(.text(json)))
            """
    }

    private func range(_ bounds: (low: SortValue?, high: SortValue)) -> SQLFragment {
        let low: SQLFragment? = bounds.low.map { "AND \(sql: sorted) >= \(StoredValue($0))" }
        return "(\(sql: value) IS NOT NULL \(low ?? "") AND \(sql: sorted) < \(StoredValue(bounds.high)))"
    }
}

extension StoredValue {
    /// A value to sort by.
    init(_ value: SortValue) {
        switch value {
        case .integer(let integer): self = .integer(integer)
        case .real(let real): self = .real(real)
        case .text(let text): self = .text(text)
        }
    }
}
