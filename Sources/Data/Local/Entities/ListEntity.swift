import SQLite
public import TodoDomain

/// A list as a row.
///
/// Where it stands in effect, and whether it is out of sight, is derived from all rows of the table (`ListTable`), and kept
/// in the columns `parentRow` and `isHidden`.
public struct ListEntity: RecordEntity, Hashable {
    /// Which kind of record this is the row of.
    public static let kind = RecordKind.list
    /// Its table.
    public static let layout = RowLayout<TodoList.Content>(
        table: "list", derived: [.init(name: "foldedName") { TagName.folded($0.list.title) }])

    /// Identity, times, stamps and replication.
    public var record: RecordColumns
    /// What its registers hold.
    public var content: TodoList.Content

    /// The row of a content.
    public init(_ record: RecordColumns, _ content: TodoList.Content) {
        (self.record, self.content) = (record, content)
    }

    /// What it is called.
    public var title: String { content.list.title }

    /// The row as the forest of all lists knows it.
    var node: StandingNode {
        StandingNode(
            id: record.id, standing: Standing(parent: content.parentID),
            stamp: record.stamp(of: ListRegister.parent.rawValue), exists: !record.isDeleted)
    }
    /// Whether it is archived itself.
    var isArchived: Bool { content.list.isArchived }
}
