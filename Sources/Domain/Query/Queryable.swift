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
    /// The order of queries that do not specify one.
    static var defaultOrder: [SortTerm<Self>] { get }
    /// The model's value for a sort key. An empty property has the value that sorts it into place.
    func sortValue(for key: SortKey) -> SortValue
    /// Whether the model meets the condition.
    func meets(_ condition: Condition) -> Bool
}

/// A value to sort by. All values of a key have the same case.
public enum SortValue: Hashable, Sendable, Comparable {
    /// A number or a time, sorted numerically.
    case integer(Int64)
    /// A text, sorted by its UTF-8 bytes.
    case text(String)

    /// Integers sort numerically, texts by their UTF-8 bytes, as in SQLite.
    public static func < (left: SortValue, right: SortValue) -> Bool {
        switch (left, right) {
        case (.integer(let left), .integer(let right)): left < right
        case (.text(let left), .text(let right)): left.utf8.lexicographicallyPrecedes(right.utf8)
        case (.integer, .text): true
        case (.text, .integer): false
        }
    }
}

/// One term of a sort order.
public struct SortTerm<Model: Queryable>: Hashable, Sendable, Codable {
    /// The key to sort by.
    public var key: Model.SortKey
    /// Whether the order is descending.
    public var isDescending: Bool

    /// A term of a sort order.
    public init(_ key: Model.SortKey, descending: Bool = false) { (self.key, isDescending) = (key, descending) }
}
