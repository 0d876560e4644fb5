package import Foundation
import JSON
import SQLite
package import TodoDomain

// Files of formats that cannot say everything.
extension WriteTransaction {
    /// Imports a to-do from a file that may not be able to say everything of it: a known one keeps what the file says no other
    /// thing of.
    /// - Parameter renditions: what a file of its format says of a to-do; nil if it says everything.
    package func importTodo(
        _ todo: Todo, modifiedAt: Date?, madeAt: Date? = nil, formerID: Todo.ID? = nil,
        declaredTags declared: Set<Tag.ID>, renditions: (@Sendable (Todo) -> [Todo])?
    ) throws -> ImportOutcome {
        var (todo, kept) = (todo, KeptFields())
        if let renditions, let modifiedAt, !isToCome(modifiedAt) {
            todo = try todo.validated()
            let id = try knownID(of: todo, former: formerID)
            todo.parent = todo.parent.map { formerIDs[$0] ?? $0 }
            // What was made at the time of the file yields nothing to it anyway.
            if let known = try reading.record(TodoEntity.self, id: id.rawValue),
                known.record.stamp.milliseconds != modifiedAt.milliseconds
            {
                let model = try TodoMapping().models(from: [known], in: reading)[0]
                kept = KeptFields(of: model, in: &todo, as: renditions(model))
            }
        }
        return try importTodo(
            todo, modifiedAt: modifiedAt, madeAt: madeAt, formerID: formerID, declaredTags: declared, keeping: kept)
    }

    /// Imports a to-do that is done in a file whose format cannot say how it repeats here: its occurrence of that date was done.
    /// - Returns: nil for any other to-do.
    package func importCompletion(
        _ todo: Todo, modifiedAt: Date?, declaredTags declared: Set<Tag.ID>, renditions: (@Sendable (Todo) -> [Todo])?
    ) throws -> ImportOutcome? {
        guard let renditions, todo.isDone, todo.recurrence == nil, todo.series == nil,
            let modifiedAt, !isToCome(modifiedAt),
            let known = try reading.record(TodoEntity.self, id: todo.id.rawValue), !known.record.isDeleted,
            known.content.todo.isRepeating, known.content.shownCompletion == nil
        else { return nil }
        // It was done after it was last opened again, and since it repeats.
        let since = [TodoRegister.completion, .recurrence].map { known.record.stamp(of: $0.rawValue).milliseconds }
        let model = try TodoMapping().models(from: [known], in: reading)[0]
        guard since.allSatisfy({ $0 < modifiedAt.milliseconds }), let due = todo.due ?? model.due,
            renditions(model).contains(where: { $0.recurrence == nil })
        else { return nil }
        // One that was moved for once is known by the day on which the rule has it.
        let isCurrent = due.day == model.due?.day
        let day = isCurrent ? model.current.map { due.on($0.key) } ?? due : due
        return try importOccurrence(
            todo, OccurrenceInFile(of: todo.id, on: [day], isSkipped: false), modifiedAt: modifiedAt,
            declaredTags: declared, renditions: renditions) ?? .unchanged
    }
}
