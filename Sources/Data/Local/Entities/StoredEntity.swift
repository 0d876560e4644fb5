public import SQLite

/// A row of a table as a value: the stored form of a model.
public protocol StoredEntity: Sendable {
    /// The name of the table.
    static var table: String { get }
    /// The columns that are read and written, in the order of ``init(reading:)`` and ``values``.
    static var columns: [String] { get }
    /// The columns that are only written, such as folded text; after ``columns`` in ``values``.
    static var derivedColumns: [String] { get }
    /// The columns that get a value with a new row and are then updated by other statements; see ``insertedValues``.
    static var insertedColumns: [String] { get }
    /// The ``columns`` as SQL reads them; types whose rows are read often cache it.
    static var columnList: String { get }
    /// The same for rows that are only converted to models: `NULL` for columns that no model shows.
    static var modelColumnList: String { get }
    /// The columns that identify a row.
    static var key: String { get }
    /// An SQL expression that grows with each inserted row: `rowid` by default. For a table WITHOUT ROWID without its
    /// own expression, the order of insertion is unknown.
    static var insertionOrder: String { get }
    /// The SQL condition of rows that count as existing.
    static var liveCondition: String { get }
    /// The condition of the rows that represent the rows with some keys.
    /// - Parameter match: the keys: `= …` or `IN (…)`.
    static func seen(_ match: SQLFragment) -> SQLFragment

    /// Reads the ``columns`` in order.
    init(reading row: inout ColumnReader)
    /// The values of ``columns`` and ``derivedColumns``.
    var values: [StoredValue] { get }
    /// The values of ``insertedColumns``.
    var insertedValues: [StoredValue] { get }
}

extension StoredEntity {
    /// No derived columns.
    public static var derivedColumns: [String] { [] }
    /// No columns that others keep up to date.
    public static var insertedColumns: [String] { [] }
    /// No values that others keep up to date.
    public var insertedValues: [StoredValue] { [] }
    /// Built for each query.
    public static var columnList: String { qualified(columns) }
    /// All columns, since a model shows them all.
    public static var modelColumnList: String { columnList }
    /// The column `id`.
    public static var key: String { "id" }
    /// The number of the row.
    public static var insertionOrder: String { "rowid" }
    /// All rows.
    public static var liveCondition: String { "1" }
    /// The rows themselves, if they exist.
    public static func seen(_ match: SQLFragment) -> SQLFragment {
        "\(sql: key) \(match) AND \(sql: liveCondition)"
    }

    /// The condition of the row that represents the row with a key.
    static func seen(id: String) -> SQLFragment { seen("= \(.text(id))") }
}

extension StoredEntity {
    /// Columns with the name of the table before each.
    static func qualified(_ columns: [String]) -> String {
        columns.map { "\(table).\($0)" }.joined(separator: ", ")
    }
}
