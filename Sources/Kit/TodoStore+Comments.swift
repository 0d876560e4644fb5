import TodoLocal

extension TodoStore {
    /// Adds a comment to a to-do.
    /// - Throws: `not-found`, `bad-comment`.
    @discardableResult
    public func addComment(_ text: String, to todo: Todo.ID) async throws -> Todo.Comment {
        try await stack.write("comment") { transaction in
            let comment = Todo.Comment(
                id: transaction.environment.makeID(), on: todo, text: text, createdAt: transaction.date)
            return try transaction.create(comment, isNew: true).asModel(with: NoRelations())
        }
    }
}
