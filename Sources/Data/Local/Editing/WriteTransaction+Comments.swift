package import TodoDomain

extension WriteTransaction {
    /// Adds a comment.
    /// - Parameter isNew: whether its id is new. If not, it may replace the text of the comment with its id.
    /// - Throws: `not-found` if the to-do does not exist; `already-exists` if it is new and a comment already has its
    ///   id.
    @discardableResult
    package func create(_ comment: Todo.Comment, isNew: Bool = false) throws -> CommentEntity {
        let comment = try comment.validated()
        return try inSpace(of: TodoEntity.self, comment.todo.rawValue) {
            _ = try reading.liveRecord(TodoEntity.self, id: comment.todo.rawValue)
            return try create(
                CommentEntity(try newColumns(of: comment), holding: comment), isNew: isNew)
        }
    }

    /// Changes the fields that the update names.
    @discardableResult
    package func update(_ update: Todo.Comment.Update) throws -> CommentEntity {
        let update = try update.validated()
        return try edit(reading.namedRecord(CommentEntity.self, id: update.id.rawValue), registers: update.registers)
    }
}
