package import Foundation
import JSON
import SQLite
package import TodoDomain

// To-dos of files, also of formats that cannot say everything.
extension WriteTransaction {
    /// Imports a to-do from a file. If its format cannot express everything, a known to-do keeps the fields that the
    /// file does not really change.
    /// - Parameters:
    ///   - modifiedAt: when it was last edited. nil if the file does not say; a known to-do then stays unchanged.
    ///   - place: the place of a new to-do in the order of the file.
    ///   - declared: the ids of the tags that the file lists separately.
    ///   - renditions: the forms that the stored to-do can have in a file of this format; nil if the format expresses
    ///     everything.
    package func importTodo(
        _ todo: Todo, modifiedAt: Date?, place: PlaceInFile? = nil,
        declaredTags declared: Set<Tag.ID>, renditions: (@Sendable (Todo) -> [Todo])? = nil
    ) throws -> ImportOutcome {
        var (todo, known, kept) = (try todo.validated(), TodoEntity?.none, KeptFields())
        let id = todo.id
        let editedAt = modifiedAt.flatMap { isToCome($0) ? nil : $0 }
        if let renditions, let editedAt {
            known = try reading.record(TodoEntity.self, id: id.rawValue)
            // A to-do that was created at the file's time keeps its values anyway.
            if let known, known.record.stamp.milliseconds != editedAt.milliseconds {
                let model = try TodoMapping().models(from: [known], in: reading)[0]
                kept = KeptFields(of: model, in: &todo, as: renditions(model))
            }
        }
        let dates = fieldDates(of: todo, modifiedAt: modifiedAt)
        let tagsOfFile = todo.tags.map(\.id.rawValue)
        todo.tags = try todo.tags.map { try knownTag(for: $0, isDeclared: declared.contains($0.id)) }
        todo.location = try todo.location.map(knownLocation(for:))
        todo.list = try todo.list.map(knownList(for:))
        let columns = RecordColumns(
            id: id.rawValue, in: space, createdAt: (place?.createdAt ?? todo.createdAt).milliseconds,
            stamp: try (dates?.created ?? modifiedAt).map(importStamp) ?? stamp(of: place))
        var entity = TodoEntity(columns, holding: todo).beginningSeries()
        if let dates {
            let tags = zip(todo.tags.map(\.id.rawValue), tagsOfFile)
            date(&entity, by: dates, tags: Dictionary(tags) { first, _ in first })
        }
        // A first import consists mostly of new records, which need neither a lookup nor a merge.
        var new = entity
        if let key = place?.position { new.content.position = OrderPosition(key, in: todo.container) }
        if known == nil, try insert(new) != nil {
            _ = try importComments(of: todo, as: id, isNew: true, isDated: place?.createdAt == nil)
            return .added
        }
        let isCommented = try importComments(of: todo, as: id, isDated: place?.createdAt == nil)
        var isChanged: Bool
        if editedAt != nil, let row = try known ?? reading.record(TodoEntity.self, id: id.rawValue) {
            let known = row.asRecord
            if try saysTheStart(of: row, entity) { entity.content.todo.start = row.content.todo.start }
            var record = entity.asRecord
            if dates == nil {
                record = kept.applied(to: imported(record, over: known), of: known)
            } else {
                record.createdAt = known.createdAt
            }
            isChanged = try mergeImported(TodoEntity.self, record, into: known)
        } else {
            isChanged = false
        }
        guard let row = try reading.record(TodoEntity.self, id: id.rawValue) else { return .unchanged }
        if row.record.isDeleted {
            guard isReviving else { return .deletedHere }
            try edit(row, registers: Todo.Content(todo).registers, deletion: .revive)
            isChanged = true
        } else if try completeUndated(row, as: todo, modifiedAt: editedAt) {
            isChanged = true
        } else if modifiedAt == nil, isDoneHere(row, open: todo) {
            guard isReviving else { return isCommented ? .updated : .doneHere }
            try edit(row, registers: [TodoRegister.completion.rawValue: .null])
            isChanged = true
        }
        return isChanged || isCommented ? .updated : .unchanged
    }

    /// Done wins over open if no dates can be compared: the file has no date of the edit, or a date from before the
    /// to-do came here. A to-do that was reopened here stays open.
    private func completeUndated(_ row: TodoEntity, as todo: Todo, modifiedAt: Date?) throws -> Bool {
        let name = TodoRegister.completion.rawValue
        guard todo.isDone, todo.recurrence == nil, todo.occurrence == nil, !row.content.todo.isRepeating,
            row.content.shownCompletion == nil, row.record.stamps[name] == nil, row.record.stamp.device != .shared,
            modifiedAt.map({ $0.milliseconds < row.record.stamp.milliseconds }) ?? true,
            let completion = Todo.Content(todo).registers[name]
        else { return false }
        try edit(row, registers: [name: completion])
        return true
    }

    /// Whether a to-do that is open in a file is done here. Occurrences stay settled, and a series is never done itself.
    private func isDoneHere(_ row: TodoEntity, open todo: Todo) -> Bool {
        !todo.isDone && todo.recurrence == nil && todo.occurrence == nil && !row.content.todo.isRepeating
            && row.settled == nil && row.content.shownCompletion != nil
    }

    /// Whether the file's register and the stored one show the same start of a repeating to-do.
    private func saysTheStart(of row: TodoEntity, _ file: TodoEntity) throws -> Bool {
        guard let start = file.content.todo.start, let own = row.content.todo.start, start != own,
            file.content.todo.recurrence == row.content.todo.recurrence
        else { return false }
        let rows = SettledRows(reading, series: row.record.id)
        let series = Series(row, settled: rows)
        try rows.check()
        return series.map { $0.start(from: start) == $0.start(from: own) } ?? false
    }

    /// Imports a to-do that is done in a file whose format cannot express its repetition: it completes the occurrence
    /// on that date.
    /// - Returns: nil for any other to-do.
    package func importCompletion(
        _ todo: Todo, modifiedAt: Date?, declaredTags declared: Set<Tag.ID>, renditions: (@Sendable (Todo) -> [Todo])?
    ) throws -> ImportOutcome? {
        guard let renditions, todo.isDone, todo.recurrence == nil, todo.series == nil,
            let modifiedAt, !isToCome(modifiedAt),
            let known = try reading.record(TodoEntity.self, id: todo.id.rawValue), !known.record.isDeleted,
            known.content.todo.isRepeating, known.content.shownCompletion == nil
        else { return nil }
        // The completion must be later than the last reopening and than the last change of the recurrence.
        let since = [TodoRegister.completion, .recurrence].map { known.record.stamp(of: $0.rawValue).milliseconds }
        let model = try TodoMapping().models(from: [known], in: reading)[0]
        guard since.allSatisfy({ $0 < modifiedAt.milliseconds }), let due = todo.due ?? model.due,
            renditions(model).contains(where: { $0.recurrence == nil })
        else { return nil }
        // An occurrence that was moved just once is identified by its day in the rule.
        let isCurrent = due.day == model.due?.day
        let day = isCurrent ? model.current.map { due.on($0.key) } ?? due : due
        return try importOccurrence(
            todo, OccurrenceInFile(of: todo.id, on: [day], isSkipped: false), modifiedAt: modifiedAt,
            declaredTags: declared, renditions: renditions) ?? .unchanged
    }
}
