import SQLite
public import TodoDomain

/// A device as a row; its id is the device id in its stamps.
public struct DeviceEntity: RecordEntity, Hashable {
    /// The kind of its record.
    public static let kind = RecordKind.device
    /// Its table and columns.
    public static let layout = RowLayout<DeviceContent>(table: "device")

    /// Identity, times, stamps and replication.
    public var record: RecordColumns
    /// The content of its registers.
    public var content: DeviceContent

    /// A row with a content.
    public init(_ record: RecordColumns, _ content: DeviceContent) {
        self.record = record
        self.content = content
    }
}
