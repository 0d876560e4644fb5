import GRDB

/// A row of a table as a value: the form in which models are stored.
public protocol StoredEntity: Sendable {
    /// The name of the table.
    static var table: String { get }
    /// The columns that are read and written, in the order of ``init(reading:)`` and ``values``.
    static var columns: [String] { get }
    /// The columns that are only written, such as folded text; after ``columns`` in ``values``.
    static var derivedColumns: [String] { get }
    /// The ``columns`` as SQL reads them; a type whose rows are read often keeps it.
    static var columnList: String { get }
    /// The columns by which a row is known.
    static var key: String { get }
    /// The SQL condition of the rows that count as being there.
    static var liveCondition: String { get }

    /// Reads the ``columns``, one after the other.
    init(reading row: inout ColumnReader)
    /// The values of ``columns`` and ``derivedColumns``.
    var values: [StoredValue] { get }
}

extension StoredEntity {
    /// No column is only written.
    public static var derivedColumns: [String] { [] }
    /// Put together anew for each query.
    public static var columnList: String { qualified(columns) }
    /// A row is known by its `id`.
    public static var key: String { "id" }
    /// Every row is there.
    public static var liveCondition: String { "1" }
}

/// What a column holds.
public enum StoredValue: Hashable, Sendable {
    /// Nothing.
    case null
    /// A whole number: a time in milliseconds, a flag, a count.
    case integer(Int64)
    /// A number.
    case real(Double)
    /// A text.
    case text(String)

    /// An integer or null.
    public init(_ integer: Int64?) { self = integer.map(StoredValue.integer) ?? .null }
    /// A number or null.
    public init(_ real: Double?) { self = real.map(StoredValue.real) ?? .null }
    /// A text or null.
    public init(_ text: String?) { self = text.map(StoredValue.text) ?? .null }
    /// 1 or 0.
    public init(_ bool: Bool) { self = .integer(bool ? 1 : 0) }
}

/// Reads the columns of one row from left to right.
public struct ColumnReader {
    let row: Row
    var index = 0

    init(_ row: Row, from index: Int = 0) { (self.row, self.index) = (row, index) }

    private mutating func advance() -> Int {
        defer { index += 1 }
        return index
    }

    /// The next column as an integer.
    public mutating func integer() -> Int64 { row[advance()] }
    /// The next column as an integer or nil.
    public mutating func optionalInteger() -> Int64? { row[advance()] }
    /// The next column as a number.
    public mutating func real() -> Double { row[advance()] }
    /// The next column as a number or nil.
    public mutating func optionalReal() -> Double? { row[advance()] }
    /// The next column as text.
    public mutating func text() -> String { row[advance()] }
    /// The next column as text or nil.
    public mutating func optionalText() -> String? { row[advance()] }
    /// The next column as 0 or another integer.
    public mutating func bool() -> Bool { integer() != 0 }
}
