public import SQLite

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
    /// The same for rows that become models and nothing else: `NULL` in the place of what no model shows.
    static var modelColumnList: String { get }
    /// The columns by which a row is known.
    static var key: String { get }
    /// The SQL of what is greater in a row that was inserted later, as far as that can be told.
    static var insertionOrder: String { get }
    /// The SQL condition of the rows that count as being there.
    static var liveCondition: String { get }
    /// The condition of the rows that are seen where those of some keys are asked for.
    /// - Parameter match: which keys: `= …` or `IN (…)`.
    static func seen(_ match: SQLFragment) -> SQLFragment

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
    /// A model shows every column.
    public static var modelColumnList: String { columnList }
    /// A row is known by its `id`.
    public static var key: String { "id" }
    /// Nothing tells which of two rows was inserted later.
    public static var insertionOrder: String { key }
    /// Every row is there.
    public static var liveCondition: String { "1" }
    /// The rows themselves, if they are there.
    public static func seen(_ match: SQLFragment) -> SQLFragment {
        "\(sql: key) \(match) AND \(sql: liveCondition)"
    }

    /// The condition of the row that is seen where this key is asked for.
    static func seen(id: String) -> SQLFragment { seen("= \(.text(id))") }
}
