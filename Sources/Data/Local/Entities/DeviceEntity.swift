public import JSON
public import SQLite
public import TodoDomain

/// A device as a row; its id is that of its stamps.
public struct DeviceEntity: RecordEntity, Hashable {
    /// Which kind of record this is the row of.
    public static let kind = RecordKind.device
    /// The name of its table.
    public static let table = "device"
    /// The columns that are read and written.
    public static let columns = RecordColumns.names + ["name"]
    /// The same as SQL reads them.
    public static let columnList = qualified(columns)

    /// Identity, times, stamps and replication.
    public var record: RecordColumns
    /// What people call it.
    public var name = ""

    /// A row that holds nothing yet but its identity.
    public init(_ record: RecordColumns) { self.record = record }

    /// Reads the columns, one after the other.
    public init(reading row: inout ColumnReader) {
        record = RecordColumns(reading: &row)
        name = row.text()
    }

    /// The values of all columns, in order.
    public var values: [StoredValue] { record.values + [.text(name)] }

    /// The value of a register; null for one that it does not have.
    public func value(of register: String) -> JSONValue {
        register == DeviceRegister.name.rawValue ? .string(name) : .null
    }

    /// Writes a register; a value of a form that does not fit is ignored.
    public mutating func set(_ register: String, to value: JSONValue) {
        if register == DeviceRegister.name.rawValue { name = value.string ?? name }
    }

    /// The registers that hold something.
    public var registers: [String: JSONValue] { [DeviceRegister.name.rawValue: .string(name)] }
}
