import SQLite
public import TodoDomain

/// A record of an app as a row.
public struct AppEntity: RecordEntity, Hashable {
    /// The kind of record.
    public static let kind = RecordKind.app
    /// Its table and columns.
    public static let layout = RowLayout<AppRecord.Content>(
        table: "appRecord", others: [Column("extras", \.extras), Column("isLocal", \.isLocal)])

    /// Identity, times, stamps and replication.
    public var record: RecordColumns
    /// The content of its registers.
    public var content: AppRecord.Content

    /// A row with a content.
    public init(_ record: RecordColumns, _ content: AppRecord.Content) {
        self.record = record
        self.content = content
    }

    /// Records that are on this device only are never sent.
    public static let sentCondition = "isLocal = 0"
}
