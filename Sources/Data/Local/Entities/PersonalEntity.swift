import SQLite
package import TodoDomain

/// The reminders that one person has on a shared to-do, as a row of the own space.
package struct PersonalEntity: RecordEntity, Hashable {
    /// The kind of its record.
    package static let kind = RecordKind.personal
    /// Its table and columns.
    package static let layout = RowLayout<PersonalContent>(
        table: "personal", others: [Column("reminders", \.reminders)])

    /// Identity, times, stamps and replication.
    package var record: RecordColumns
    /// The content of its registers.
    package var content: PersonalContent

    /// A row with a content.
    package init(_ record: RecordColumns, _ content: PersonalContent) {
        self.record = record
        self.content = content
    }
}
