public import JSON
public import TodoDomain

/// The row of a record that is kept alike on all devices: its columns as registers.
public protocol RecordEntity: StoredEntity {
    /// What kind of record it is.
    static var kind: RecordKind { get }
    /// Identity, times, stamps and replication.
    var record: RecordColumns { get set }
    /// The value of a register; null for one that it does not have.
    func value(of register: String) -> JSONValue
    /// Writes a register. A value of a form that the kind does not have empties it, or is ignored where it cannot be
    /// empty.
    mutating func set(_ register: String, to value: JSONValue)
    /// The registers that hold something.
    var registers: [String: JSONValue] { get }
    /// The set elements (a to-do's tags) by their ids.
    var elements: [String: Record.Element] { get set }

    /// The condition of deleted rows that nothing rests on any more.
    static var collectibleCondition: String { get }

    /// A row that holds nothing yet but its identity.
    init(_ record: RecordColumns)
}

extension RecordEntity {
    /// The columns for models without stamps and the state of replication.
    static func modelColumns(without others: Set<String> = []) -> String {
        let hidden = RecordColumns.hidden.union(others)
        return columns.map { hidden.contains($0) ? "NULL" : "\(table).\($0)" }.joined(separator: ", ")
    }

    /// Rows are numbered as they are inserted.
    public static var insertionOrder: String { "rowID" }
    /// Rows that are not deleted.
    public static var liveCondition: String { "isDeleted = 0" }

    /// All of them.
    public static var collectibleCondition: String { "1" }

    /// A kind without sets.
    public var elements: [String: Record.Element] {
        get { [:] }
        set {}
    }

    /// The value of a register, also where only a newer version knows what it means.
    package func currentValue(of register: String) -> JSONValue { record.unknown[register] ?? value(of: register) }

    /// Writes a register. What a newer version writes may fit no column; it is kept as it is.
    mutating func put(_ value: JSONValue, in register: String) {
        set(register, to: value)
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
