public import SQLite
public import TodoDomain

/// Comments as rows.
public struct CommentMapping: RecordMapping {
    /// The mapping of comments.
    public init() {}

    /// Most recently edited first.
    public var newestFirst: [SortTerm<Todo.Comment>] { [SortTerm(.updated, descending: true)] }

    /// The column or expression of a sort key.
    public func sortExpression(for key: Todo.Comment.SortKey) -> String {
        switch key {
        case .created: "createdAt"
        case .updated: "updatedAt"
        }
    }

    /// The SQL of a condition.
    public func condition(
        _ condition: Todo.Comment.Condition, isPaged: Bool, in transaction: ReadTransaction
    ) throws -> SQLFragment {
        switch condition {
        case .ids(let ids): ReadTransaction.named(ids.map(\.rawValue), in: "comment")
        case .about(let todos):
            """
            todoID IN (\(list: todos.map { .text($0.rawValue) })) AND (comment.space = 0 OR NOT EXISTS (\
            SELECT 1 FROM todo WHERE todo.id = comment.todoID AND todo.space = 0 AND todo.isDeleted = 0))
            """
        case .matching(let words):
            .joined(words.map { "instr(foldedText, \(.text($0))) > 0" }, by: "AND", empty: "1")
        }
    }

    /// The models of rows, in the same order.
    public func models(from entities: [CommentEntity], in transaction: ReadTransaction) throws -> [Todo.Comment] {
        entities.map { $0.asModel(with: NoRelations()) }
    }

    /// Stores a new model, or replaces the model with its id.
    /// - Throws: `not-found` if the to-do does not exist.
    public func upsert(_ model: Todo.Comment, in transaction: WriteTransaction) throws -> CommentEntity {
        try transaction.create(model)
    }

    /// Changes the fields that the update names.
    public func apply(_ update: Todo.Comment.Update, in transaction: WriteTransaction) throws -> CommentEntity {
        try transaction.update(update)
    }

    /// The update that turns one model into another.
    public func update(from original: Todo.Comment, to model: Todo.Comment) -> Todo.Comment.Update {
        Todo.Comment.Update(differenceOf: model, from: original)
    }
}

extension Todo.Comment: EntityConvertible {
    /// A new row with the content of the comment.
    public func asEntity() -> CommentEntity {
        CommentEntity(RecordColumns(id: id.rawValue, createdAt: createdAt, updatedAt: updatedAt), holding: self)
    }
}

extension CommentEntity: DomainConvertible {
    /// The comment.
    public func asModel(with relations: NoRelations) -> Todo.Comment {
        var comment = record.identified(content.comment)
        comment.todo = .init(stored: content.todoID ?? "")
        comment.device = record.stamp.device == .shared ? nil : record.stamp.device
        return comment
    }
}

extension ReadTransaction {
    /// The comments on to-dos, oldest first, by one query for any number of rows.
    func comments(ofTodos rowIDs: [Int64]) throws -> [Int64: [Todo.Comment]] {
        let sql = """
            SELECT todo.rowID, \(CommentEntity.columnList) FROM todo JOIN comment ON comment.todoID = todo.id AND comment.space = todo.space
            WHERE todo.rowID IN (SELECT value FROM json_each(?)) AND comment.isDeleted = 0
            ORDER BY todo.rowID, comment.createdAt, comment.id
            """
        var comments: [Int64: [Todo.Comment]] = [:]
        try database.bound(sql, [.array(rowIDs)]).forEachRow { row in
            let owner = row.integer()
            comments[owner, default: []].append(CommentEntity(reading: &row).asModel(with: NoRelations()))
        }
        return comments
    }
}
