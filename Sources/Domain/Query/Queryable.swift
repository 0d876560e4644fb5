/// A model that can be asked for with a typed ``Query``.
public protocol Queryable: Identifiable, Hashable, Sendable
where ID: LosslessStringConvertible & Comparable & Sendable {
    /// What can be asked of one model.
    associatedtype Condition: Hashable, Sendable, Codable, CustomStringConvertible
    /// What can be sorted by; its raw values are stable names.
    associatedtype SortKey: RawRepresentable<String>, Hashable, Sendable, Codable, CaseIterable
    /// The sort keys under the names of the model's properties, for key paths such as `\.due`.
    associatedtype SortKeys: Sendable

    /// The sort keys under the names of the model's properties.
    static var sortKeys: SortKeys { get }
    /// The order of a query that names none.
    static var defaultOrder: [SortTerm<Self>] { get }
    /// What the model has for a sort key. Where the property is empty, the value that sorts it to its place.
    func sortValue(for key: SortKey) -> SortValue
    /// Whether the model meets the condition.
    func meets(_ condition: Condition) -> Bool
}

/// A value to sort by: all values of one key are of the same case.
public enum SortValue: Hashable, Sendable, Comparable {
    /// A number or a time, by its size.
    case integer(Int64)
    /// A text, by its UTF-8 bytes.
    case text(String)

    /// Integers by size, texts by their UTF-8 bytes, as SQLite does.
    public static func < (left: SortValue, right: SortValue) -> Bool {
        switch (left, right) {
        case (.integer(let left), .integer(let right)): left < right
        case (.text(let left), .text(let right)): left.utf8.lexicographicallyPrecedes(right.utf8)
        case (.integer, .text): true
        case (.text, .integer): false
        }
    }
}

/// One term of an order.
public struct SortTerm<Model: Queryable>: Hashable, Sendable, Codable {
    /// What is sorted by.
    public var key: Model.SortKey
    /// Whether greater values come first.
    public var isDescending: Bool

    /// A term of an order.
    public init(_ key: Model.SortKey, descending: Bool = false) { (self.key, isDescending) = (key, descending) }
}
