import SQLite
public import TodoDomain

/// A view as a row.
public struct ViewEntity: RecordEntity, Hashable {
    /// The kind of record.
    public static let kind = RecordKind.view
    /// Its table and columns.
    public static let layout = RowLayout<SavedView.Content>(
        table: "view", derived: [.init(name: "foldedName") { TagName.folded($0.name) }])

    /// Identity, times, stamps and replication.
    public var record: RecordColumns
    /// The content of its registers.
    public var content: SavedView.Content

    /// A row with a content.
    public init(_ record: RecordColumns, _ content: SavedView.Content) {
        self.record = record
        self.content = content
    }
}

extension ViewEntity {
    /// A new row with the content of a view, under one stamp.
    init(_ record: RecordColumns, holding view: SavedView) { self.init(record, holding: SavedView.Content(view)) }
}
