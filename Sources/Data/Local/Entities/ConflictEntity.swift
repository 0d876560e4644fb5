import SQLite
package import TodoDomain

/// A conflict as a row.
package struct ConflictEntity: RecordEntity, Hashable {
    /// The kind of its record.
    package static let kind = RecordKind.conflict
    /// Its table and columns.
    package static let layout = RowLayout<ConflictRecord.Content>(table: "conflict")

    /// Identity, times, stamps and replication.
    package var record: RecordColumns
    /// The content of its registers.
    package var content: ConflictRecord.Content

    /// A row with a content.
    package init(_ record: RecordColumns, _ content: ConflictRecord.Content) {
        self.record = record
        self.content = content
    }
}
