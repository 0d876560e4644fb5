public import TodoDomain
public import TodoLocal

extension TodoStore {
    /// Writes the fields in which a to-do differs from its original, as ``Repository/update(_:from:)`` does, and makes it one
    /// step of the history with an earlier one: what a person types into one field is undone at once.
    /// - Parameters:
    ///   - todo: the to-do as it was edited.
    ///   - original: the to-do as it was read.
    ///   - step: the step that this edit belongs to; nil for a step of its own. An edit joins only the newest step that can be
    ///     undone: if anything else was done since, it is a step of its own.
    /// - Returns: the to-do as it is stored, and the step that the next edit can join; nil if nothing had to be written.
    /// - Throws: ``TodoError``: `not-found` if it was deleted meanwhile, and what is wrong with its fields.
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
