import SQLite
package import TodoDomain

/// A membership of this person as a row; its id is the name of the space on the remote.
package struct MembershipEntity: RecordEntity, Hashable {
    /// The kind of its record.
    package static let kind = RecordKind.membership
    /// Its table and columns.
    package static let layout = RowLayout<MembershipContent>(table: "membership")

    /// Identity, times, stamps and replication.
    package var record: RecordColumns
    /// The content of its registers.
    package var content: MembershipContent

    /// A row with a content.
    package init(_ record: RecordColumns, _ content: MembershipContent) {
        self.record = record
        self.content = content
    }
}
