import SQLite
public import TodoDomain

/// The row of a comment. It contains the id of its to-do: a comment never moves to another to-do.
public struct CommentEntity: RecordEntity, Hashable {
    /// The kind of record.
    public static let kind = RecordKind.comment
    /// Its table and columns.
    public static let layout = RowLayout<Todo.Comment.Content>(table: "comment")
    /// All columns: the model shows the device that made it, which is part of its stamp.
    public static var modelColumnList: String { columnList }

    /// Identity, times, stamps and replication.
    public var record: RecordColumns
    /// The content of its registers.
    public var content: Todo.Comment.Content

    /// A row with a content.
    public init(_ record: RecordColumns, _ content: Todo.Comment.Content) {
        self.record = record
        self.content = content
    }
}

extension CommentEntity {
    /// A new row with the content of a comment, under one stamp.
    init(_ record: RecordColumns, holding comment: Todo.Comment) {
        self.init(record, holding: Todo.Comment.Content(comment))
    }
}
