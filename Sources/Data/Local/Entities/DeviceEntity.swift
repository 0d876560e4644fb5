import SQLite
package import TodoDomain

/// A device as a row; its id is the device id in its stamps.
package struct DeviceEntity: RecordEntity, Hashable {
    /// The kind of its record.
    package static let kind = RecordKind.device
    /// Its table and columns.
    package static let layout = RowLayout<DeviceContent>(table: "device")

    /// Identity, times, stamps and replication.
    package var record: RecordColumns
    /// The content of its registers.
    package var content: DeviceContent

    /// A row with a content.
    package init(_ record: RecordColumns, _ content: DeviceContent) {
        self.record = record
        self.content = content
    }
}
