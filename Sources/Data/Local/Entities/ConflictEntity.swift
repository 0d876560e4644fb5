import SQLite
public import TodoDomain

/// A conflict as a row.
public struct ConflictEntity: RecordEntity, Hashable {
    /// The kind of its record.
    public static let kind = RecordKind.conflict
    /// Its table and columns.
    public static let layout = RowLayout<ConflictRecord.Content>(table: "conflict")

    /// Identity, times, stamps and replication.
    public var record: RecordColumns
    /// The content of its registers.
    public var content: ConflictRecord.Content

    /// A row with a content.
    public init(_ record: RecordColumns, _ content: ConflictRecord.Content) {
        self.record = record
        self.content = content
    }
}
