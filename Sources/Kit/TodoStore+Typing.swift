public import TodoDomain
public import TodoLocal

extension TodoStore {
    /// Writes the fields in which a to-do differs from its original, as ``Repository/update(_:from:)`` does. The edit can join
    /// an earlier step of the history, so that one undo reverts everything that a person has typed into a field.
    /// - Parameters:
    ///   - todo: the to-do as it was edited.
    ///   - original: the to-do as it was read.
    ///   - step: the step that this edit joins; nil to make a new step. An edit joins only the newest step that can be
    ///     undone. If anything else was done since, it becomes a new step.
    /// - Returns: the to-do as it is stored, and the step that the next edit can join; nil if nothing had to be written.
    /// - Throws: ``TodoError``: `not-found` if it was deleted meanwhile, or an error for an invalid field.
    public func save(
        _ todo: Todo, from original: Todo, joining step: HistoryToken? = nil
    ) async throws -> (todo: Todo, step: HistoryToken?) {
        let update = try Todo.Update(from: original, to: todo)
        return try await stack.write("edit") { transaction in
            let joined = try step.flatMap { try transaction.join($0.rawValue) ? $0 : nil }
            let entity = try transaction.update(update)
            let todo = try TodoMapping().models(from: [entity], in: transaction.reading)[0]
            return (todo, joined ?? transaction.historyStep.map(HistoryToken.init))
        }
    }
}
