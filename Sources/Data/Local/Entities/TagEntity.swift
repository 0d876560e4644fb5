import SQLite
public import TodoDomain

/// A tag as a row.
public struct TagEntity: AliasedEntity, Hashable {
    /// The kind of its record.
    public static let kind = RecordKind.tag
    /// Its table and columns.
    public static let layout = RowLayout<Tag.Content>(
        table: "tag", derived: [.init(name: foldedName) { TagName.folded($0.tag.title) }])

    /// Identity, times, stamps and replication.
    public var record: RecordColumns
    /// The content of its registers.
    public var content: Tag.Content

    /// A row with a content.
    public init(_ record: RecordColumns, _ content: Tag.Content) {
        self.record = record
        self.content = content
    }

    private static let foldedName = "foldedName"
    /// Tags of the same name count as one.
    public static let nameColumn: String? = foldedName
    /// By title.
    public static let orderColumn = "foldedTitle"
    /// The title, folded as a name.
    public var foldedName: String? { TagName.folded(title) }
    /// Its title.
    public var title: String { content.tag.title }
}
