/// A model that can be queried with a typed ``Query``.
public protocol Queryable: Identifiable, Hashable, Sendable
where ID: LosslessStringConvertible & Comparable & Sendable {
    /// The conditions by which the model can be filtered.
    associatedtype Condition: Hashable, Sendable, Codable, CustomStringConvertible
    /// The properties by which it can be sorted; raw values are stable.
    associatedtype SortKey: RawRepresentable<String>, Hashable, Sendable, Codable, CaseIterable
    /// The sort keys by property name, for key paths such as `\.due`.
    associatedtype SortKeys: Sendable

    /// The sort keys by property name.
    static var sortKeys: SortKeys { get }
    /// The order of queries that do not specify an order.
    static var defaultOrder: [SortTerm<Self>] { get }
    /// The order of a query with only this key: its useful direction, and further keys for equal values. Stores read
    /// this order and its reverse off an index. By default it is the default order if that begins with the key, and
    /// ascending otherwise.
    static func usualOrder(by key: SortKey) -> [SortTerm<Self>]
    /// The model's value for a sort key. A missing property has a value that sorts it to its usual end.
    func sortValue(for key: SortKey) -> SortValue
    /// Whether the model meets the condition.
    func meets(_ condition: Condition) -> Bool
}

extension Queryable {
    /// The default order if it begins with the key, and ascending otherwise.
    public static func usualOrder(by key: SortKey) -> [SortTerm<Self>] {
        defaultOrder.first?.key == key ? defaultOrder : [SortTerm(key)]
    }
}

/// A value to sort by. All values of a built-in key have the same case. Properties that apps give to-dos may have
/// several.
public enum SortValue: Sendable, Codable {
    /// A whole number or a time.
    case integer(Int64)
    /// A number with a fraction.
    case real(Double)
    /// A text.
    case text(String)
}

// As in SQLite: numbers by value, then texts by bytes.
extension SortValue: Hashable, Comparable {
    /// Whether two values sort alike.
    public static func == (left: SortValue, right: SortValue) -> Bool {
        switch (left, right) {
        case (.integer(let left), .integer(let right)): left == right
        case (.real(let left), .real(let right)): left == right
        case (.integer(let integer), .real(let real)), (.real(let real), .integer(let integer)):
            Int64(exactly: real) == integer
        case (.text(let left), .text(let right)): left.utf8.elementsEqual(right.utf8)
        case (.text, _), (_, .text): false
        }
    }

    /// Combines what equal values share.
    public func hash(into hasher: inout Hasher) {
        switch self {
        case .integer(let integer): hasher.combine(integer)
        case .real(let real):
            if let integer = Int64(exactly: real) { hasher.combine(integer) } else { hasher.combine(real) }
        case .text(let text): hasher.combine(text)
        }
    }

    /// Numbers sort by their value and before texts, texts by their UTF-8 bytes.
    public static func < (left: SortValue, right: SortValue) -> Bool {
        switch (left, right) {
        case (.integer(let left), .integer(let right)): left < right
        case (.real(let left), .real(let right)): left < right
        case (.integer(let left), .real(let right)): order(of: left, right) < 0
        case (.real(let left), .integer(let right)): order(of: right, left) > 0
        case (.text(let left), .text(let right)): left.utf8.lexicographicallyPrecedes(right.utf8)
        case (.integer, .text), (.real, .text): true
        case (.text, .integer), (.text, .real): false
        }
    }

    /// Below 0 if the integer is less, above 0 if it is greater. It is exact, because it does not round the integer.
    private static func order(of integer: Int64, _ real: Double) -> Int {
        guard let whole = Int64(exactly: real.rounded(.down)) else { return real > 0 ? -1 : 1 }
        if integer != whole { return integer < whole ? -1 : 1 }
        return real > real.rounded(.down) ? -1 : 0
    }
}

/// One term of a sort order.
public struct SortTerm<Model: Queryable>: Hashable, Sendable, Codable {
    /// The key to sort by.
    public var key: Model.SortKey
    /// Whether the order is descending.
    public var isDescending: Bool

    /// A term of a sort order.
    public init(_ key: Model.SortKey, descending: Bool = false) {
        self.key = key
        isDescending = descending
    }
}
