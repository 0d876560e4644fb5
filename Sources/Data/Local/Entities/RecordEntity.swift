public import JSON
public import SQLite
public import TodoDomain

/// The row of a record that is kept alike on all devices: its columns as registers.
public protocol RecordEntity: StoredEntity {
    /// What kind of record it is.
    static var kind: RecordKind { get }
    /// What the registers of such a record hold.
    associatedtype Content: RecordContent
    /// Its table.
    static var layout: RowLayout<Content> { get }
    /// Identity, times, stamps and replication.
    var record: RecordColumns { get set }
    /// What its registers hold.
    var content: Content { get set }

    /// The condition of deleted rows that nothing rests on any more.
    static var collectibleCondition: String { get }

    /// The row of a content.
    init(_ record: RecordColumns, _ content: Content)
}

extension RecordEntity {
    /// The name of the table.
    public static var table: String { layout.table }
    /// The columns that are read and written.
    public static var columns: [String] { layout.names }
    /// The same as SQL reads them.
    public static var columnList: String { layout.list }
    /// The same without stamps and what the join tables tell, for models.
    public static var modelColumnList: String { layout.modelList }
    /// The columns of folded text, which are only written.
    public static var derivedColumns: [String] { layout.derivedNames }

    /// Reads the columns, one after the other.
    public init(reading row: inout ColumnReader) {
        let record = RecordColumns(reading: &row)
        self.init(record, Self.layout.read(&row))
    }

    /// The values of all columns, in order.
    public var values: [StoredValue] { Self.layout.values(record, content) }

    /// A row that holds nothing yet but its identity.
    public init(_ record: RecordColumns) { self.init(record, Content()) }

    /// A new row with the fields of a content, and its imported properties.
    init(_ record: RecordColumns, holding content: Content) {
        self.init(record, Content.fields.copies(of: content))
        self.content.extras = content.extras
    }

    /// The set elements (a to-do's tags) by their ids.
    public var elements: [String: Record.Element] {
        get { content.elements }
        set { content.elements = newValue }
    }

    /// The value of a register; null for one that it does not have.
    public func value(of register: String) -> JSONValue { content.value(of: register) }

    /// The registers that hold something.
    public var registers: [String: JSONValue] { content.registers }

    /// Rows are numbered as they are inserted.
    public static var insertionOrder: String { "rowID" }
    /// Rows that are not deleted.
    public static var liveCondition: String { "isDeleted = 0" }

    /// All of them.
    public static var collectibleCondition: String { "1" }

    /// The value of a register, even if only a newer version knows what it means.
    package func currentValue(of register: String) -> JSONValue { record.unknown[register] ?? value(of: register) }

    /// Writes a register. What a newer version writes may fit no column; it is kept as it is.
    mutating func put(_ value: JSONValue, in register: String) {
        content.set(register, to: value)
        record.unknown[register] = self.value(of: register) == value ? .none : .some(value)
    }

    /// The row as one replica of the record.
    package var asRecord: Record {
        var result = Record(kind: Self.kind, id: record.id, createdAt: record.createdAt, origin: record.stamp)
        for (name, value) in registers { result.registers[name] = Record.Register(value, record.stamps[name]) }
        for (name, value) in record.unknown { result.registers[name] = Record.Register(value, record.stamps[name]) }
        // A register that was emptied holds nothing but still knows when.
        for (name, stamp) in record.stamps where result.registers[name] == nil && name != RecordColumns.deletion {
            result.registers[name] = Record.Register(.null, stamp)
        }
        if let stamp = record.stamps[RecordColumns.deletion] {
            result.deletion = Record.Register(record.deletedAt.map(JSONValue.integer) ?? .null, stamp)
        }
        result.elements = elements
        return result
    }

    /// The row that holds a record, in the place of this one.
    package func holding(_ merged: Record) -> Self {
        var columns = RecordColumns(id: record.id, createdAt: merged.createdAt, stamp: merged.origin)
        columns.rowID = record.rowID
        columns.revision = record.revision
        columns.stamps = merged.registers.compactMapValues(\.stamp)
        columns.stamps[RecordColumns.deletion] = merged.deletion.map { $0.stamp ?? merged.origin }
        columns.deletedAt = merged.deletion?.value.integer
        columns.isDeleted = merged.isDeleted
        columns.updatedAt = merged.editStamp.milliseconds
        var row = Self(columns)
        for (name, register) in merged.registers { row.put(register.value, in: name) }
        row.elements = merged.elements
        return row
    }
}
