import SQLite
public import TodoDomain

/// A conflict as a row.
public struct ConflictEntity: RecordEntity, Hashable {
    /// Which kind of record this is the row of.
    public static let kind = RecordKind.conflict
    /// Its table.
    public static let layout = RowLayout<ConflictRecord.Content>(table: "conflict")

    /// Identity, times, stamps and replication.
    public var record: RecordColumns
    /// What its registers hold.
    public var content: ConflictRecord.Content

    /// The row of a content.
    public init(_ record: RecordColumns, _ content: ConflictRecord.Content) {
        (self.record, self.content) = (record, content)
    }
}
