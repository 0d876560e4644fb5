import SQLite
public import TodoDomain

/// A device as a row; its id is that of its stamps.
public struct DeviceEntity: RecordEntity, Hashable {
    /// Which kind of record this is the row of.
    public static let kind = RecordKind.device
    /// Its table.
    public static let layout = RowLayout<DeviceContent>(table: "device")

    /// Identity, times, stamps and replication.
    public var record: RecordColumns
    /// What its registers hold.
    public var content: DeviceContent

    /// The row of a content.
    public init(_ record: RecordColumns, _ content: DeviceContent) { (self.record, self.content) = (record, content) }
}
