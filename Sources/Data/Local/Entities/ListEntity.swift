import SQLite
public import TodoDomain

/// The row of a list.
///
/// Its effective parent and whether it is hidden are derived from all rows of the table (`ListTable`) and stored in the
/// columns `parentRow` and `isHidden`.
public struct ListEntity: RecordEntity, Hashable {
    /// The kind of record.
    public static let kind = RecordKind.list
    /// Its table.
    public static let layout = RowLayout<TodoList.Content>(
        table: "list", derived: [.init(name: "foldedName") { TagName.folded($0.list.title) }])

    /// Identity, times, stamps and replication.
    public var record: RecordColumns
    /// The values of its registers.
    public var content: TodoList.Content

    /// A row.
    public init(_ record: RecordColumns, _ content: TodoList.Content) {
        self.record = record
        self.content = content
    }

    /// Its title.
    public var title: String { content.list.title }

    /// The row as a node of the forest.
    var node: StandingNode {
        StandingNode(
            id: record.id, standing: Standing(parent: content.parentID),
            stamp: record.stamp(of: ListRegister.parent.rawValue), exists: !record.isDeleted)
    }
    /// Whether it is archived itself.
    var isArchived: Bool { content.list.isArchived }
}
