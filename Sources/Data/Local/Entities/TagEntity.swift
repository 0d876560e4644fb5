import SQLite
public import TodoDomain

/// A tag as a row.
public struct TagEntity: AliasedEntity, Hashable {
    /// Which kind of record this is the row of.
    public static let kind = RecordKind.tag
    /// Its table.
    public static let layout = RowLayout<Tag.Content>(
        table: "tag", derived: [.init(name: foldedName) { TagName.folded($0.tag.title) }])

    /// Identity, times, stamps and replication.
    public var record: RecordColumns
    /// What its registers hold.
    public var content: Tag.Content

    /// The row of a content.
    public init(_ record: RecordColumns, _ content: Tag.Content) { (self.record, self.content) = (record, content) }

    private static let foldedName = "foldedName"
    /// Tags of one name are one.
    public static let nameColumn: String? = foldedName
    /// By its title.
    public static let orderColumn = "foldedTitle"
    /// The title, folded as names are.
    public var foldedName: String? { TagName.folded(title) }
    /// What it is called.
    public var title: String { content.tag.title }
}
