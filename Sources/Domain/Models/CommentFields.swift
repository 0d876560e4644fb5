public import JSON

/// The registers of a comment, and the corresponding fields of the model.
package enum CommentRegister: String, CaseIterable, Sendable {
    /// The id of the to-do that it is about, which never changes.
    case todo
    /// The text of the comment.
    case text
}

extension CommentRegister: FieldRegister {
    package var field: Field<Todo.Comment.Content> {
        switch self {
        case .todo: .owner(rawValue, of: .todo, column: "todoID", \.todoID)
        case .text:
            .line(rawValue, \.comment.text, \.text, isSearched: true, limit: Limits.comment, check: Validation.comment)
        }
    }
}

extension Todo.Comment {
    /// The values of the registers of a comment. Only the fields of the comment in it count.
    public struct Content: RecordContent {
        /// The comment.
        public package(set) var comment: Todo.Comment
        /// The id of the to-do that it is about, which need not be known here.
        public package(set) var todoID: String?

        /// Empty content.
        public init() { comment = Self.empty }

        /// The content of a comment.
        package init(_ comment: Todo.Comment) {
            self.comment = comment
            todoID = comment.todo.rawValue
        }

        private static let empty = Todo.Comment(listedAs: "", at: .init(milliseconds: 0))
        /// The fields.
        public static let fields = FieldTable<Content>(CommentRegister.self)

        /// Changes to a comment.
        public typealias Update = Todo.Comment.Update
    }
}

extension Todo.Comment.Update {
    /// The values of the registers that the update writes, by name.
    public var registers: [String: JSONValue] { Todo.Comment.Content.fields.registers(of: self) }
}
