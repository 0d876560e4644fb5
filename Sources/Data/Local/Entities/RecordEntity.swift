public import JSON
public import SQLite
public import TodoDomain

/// The row of a replicated record, with registers as columns.
public protocol RecordEntity: StoredEntity {
    /// The kind of the record.
    static var kind: RecordKind { get }
    /// The content of its registers.
    associatedtype Content: RecordContent
    /// Its table and columns.
    static var layout: RowLayout<Content> { get }
    /// Identity, times, stamps and replication.
    var record: RecordColumns { get set }
    /// The content of its registers.
    var content: Content { get set }

    /// The values of ``StoredEntity/columns``, and of the derived columns unless they are left out.
    func values(deriving: Bool) -> [StoredValue]

    /// The condition of deleted rows that nothing depends on.
    static var collectibleCondition: String { get }

    /// The condition of the rows that are sent to other devices.
    static var sentCondition: String { get }

    /// A row with a content.
    init(_ record: RecordColumns, _ content: Content)
}

extension RecordEntity {
    /// The name of the table.
    public static var table: String { layout.table }
    /// The columns that are read and written.
    public static var columns: [String] { layout.names }
    /// The columns as SQL reads them.
    public static var columnList: String { layout.list }
    /// The columns for models, without stamps and without content of the join tables.
    public static var modelColumnList: String { layout.modelList }
    /// The columns of folded text, which are only written.
    public static var derivedColumns: [String] { layout.derivedNames }

    /// Reads all columns in order.
    public init(reading row: inout ColumnReader) {
        let record = RecordColumns(reading: &row)
        self.init(record, Self.layout.read(&row))
    }

    /// The values of all columns, in order.
    public var values: [StoredValue] { values(deriving: true) }

    /// The values that the layout writes.
    public func values(deriving: Bool) -> [StoredValue] { Self.layout.values(record, content, deriving: deriving) }

    /// An empty row with this identity.
    public init(_ record: RecordColumns) { self.init(record, Content()) }

    /// A new row with the fields and imported properties of a content.
    init(_ record: RecordColumns, holding content: Content) {
        self.init(record, Content.fields.copies(of: content))
        self.content.extras = content.extras
        self.content.reminders = content.reminders
    }

    /// The set elements (a to-do's tags) by id.
    public var elements: [String: Record.Element] {
        get { content.elements }
        set { content.elements = newValue }
    }

    /// The value of a register; null if the record does not have it.
    public func value(of register: String) -> JSONValue { content.value(of: register) }

    /// The registers that are not empty.
    public var registers: [String: JSONValue] { content.registers }

    /// Rows are numbered as they are inserted.
    public static var insertionOrder: String { "rowID" }
    /// Rows that are not deleted.
    public static var liveCondition: String { "isDeleted = 0" }

    /// The condition of the row that represents the record with an id in a space.
    static func seen(id: String, in space: SpaceID) -> SQLFragment {
        seen("= \(.text(id)) AND space = \(space.value)")
    }

    /// The condition of the row with an id in a space.
    static func identity(_ id: String, in space: SpaceID) -> SQLFragment {
        "id = \(.text(id)) AND space = \(space.value)"
    }

    /// All deleted rows.
    public static var collectibleCondition: String { "1" }

    /// All rows.
    public static var sentCondition: String { "1" }

    /// The value of a register, even if only a newer version knows its meaning.
    package func currentValue(of register: String) -> JSONValue { record.unknown[register] ?? value(of: register) }

    /// Which record it is.
    var key: RecordKey { record.key(Self.kind) }

    /// Sets a register. A value from a newer version that fits no column is kept unchanged.
    mutating func put(_ value: JSONValue, in register: String) {
        content.set(register, to: value)
        record.unknown[register] = self.value(of: register) == value ? .none : .some(value)
    }

    /// The row as a replica of the record.
    package var asRecord: Record {
        var result = withoutValues
        for (name, value) in registers { result.registers[name] = Record.Register(value, record.stamps[name]) }
        for (name, value) in record.unknown { result.registers[name] = Record.Register(value, record.stamps[name]) }
        return result
    }

    /// The row as a replica whose registers are all empty: enough for properties that follow only from stamps, such as
    /// whether it is deleted.
    var withoutValues: Record {
        var result = Record(kind: Self.kind, id: record.id, createdAt: record.createdAt, origin: record.stamp)
        // An emptied register holds nothing, but still has a stamp.
        for (name, stamp) in record.stamps where name != RecordColumns.deletion {
            result.registers[name] = Record.Register(.null, stamp)
        }
        if let stamp = record.stamps[RecordColumns.deletion] {
            result.deletion = Record.Register(record.deletedAt.map(JSONValue.integer) ?? .null, stamp)
        }
        result.elements = elements
        return result
    }

    /// The row after replacing its content with that of a record.
    package func holding(_ merged: Record) -> Self {
        var columns = RecordColumns(id: record.id, in: record.space, createdAt: merged.createdAt, stamp: merged.origin)
        columns.rowID = record.rowID
        columns.revision = record.revision
        columns.stamps = merged.registers.compactMapValues(\.stamp)
        columns.stamps[RecordColumns.deletion] = merged.deletion.map { $0.stamp ?? merged.origin }
        columns.deletedAt = merged.deletion?.value.integer
        columns.isDeleted = merged.isDeleted
        columns.updatedAt = merged.editStamp.milliseconds
        var row = Self(columns)
        row.content.inheritDerived(from: content)
        for (name, register) in merged.registers { row.put(register.value, in: name) }
        row.elements = merged.elements
        return row
    }
}
