package import Foundation
import JSON
import SQLite
package import TodoDomain

// Imports repeating to-dos and their occurrences from files of other programs.
extension WriteTransaction {
    /// Imports a repeating to-do. If it is known, its rule, its mode and its current occurrence follow from both.
    package func importSeries(
        _ todo: Todo, _ file: SeriesInFile, modifiedAt: Date?, place: PlaceInFile? = nil,
        declaredTags declared: Set<Tag.ID> = [],
        renditions: (@Sendable (Todo) -> [Todo])? = nil
    ) throws -> ImportOutcome {
        var todo = todo
        let isCompleted = try importCompletions(
            of: todo, file, modifiedAt: modifiedAt, declaredTags: declared, renditions: renditions)
        if let known = try reading.record(TodoEntity.self, id: todo.id.rawValue) {
            let rows = SettledRows(reading, series: known.record.id)
            if let series = Series(known, settled: rows) {
                let taken = series.taking(file)
                todo.recurrence = taken
                if let start = todo.start {
                    todo.start = file.recurrence.carrying(start: start, to: taken)
                } else if file.kept == nil, let start = known.content.todo.start {
                    // The start in such a file belongs to the file's first occurrence.
                    todo.start = series.recurrence.carrying(start: start, to: taken)
                }
            } else if let recurrence = todo.recurrence, rows.greatestStretch != nil {
                todo.recurrence = Series(recurrence, settled: rows).repeating(as: recurrence)
            }
            try rows.check()
        }
        let outcome = try importTodo(
            todo, modifiedAt: modifiedAt, place: place, declaredTags: declared, renditions: renditions)
        return isCompleted && outcome == .unchanged ? .updated : outcome
    }

    /// Settles the occurrences that another program has completed by moving the series on. Nothing is settled if the series
    /// was edited here after the file.
    /// - Returns: whether there were any.
    private func importCompletions(
        of todo: Todo, _ file: SeriesInFile, modifiedAt: Date?, declaredTags declared: Set<Tag.ID>,
        renditions: (@Sendable (Todo) -> [Todo])?
    ) throws -> Bool {
        guard let known = try reading.record(TodoEntity.self, id: todo.id.rawValue), !known.record.isDeleted else {
            return false
        }
        if let modifiedAt {
            let edited = [TodoRegister.recurrence, .due].map { known.record.stamp(of: $0.rawValue) }.max()
            guard !isToCome(modifiedAt), edited.map({ $0 < importStamp(modifiedAt) }) ?? true else { return false }
        }
        let rows = SettledRows(reading, series: known.record.id)
        let date = modifiedAt ?? Date(milliseconds: now)
        let days = Series(known, settled: rows)?.completed(by: file, at: date) ?? []
        try rows.check()
        var isCompleted = false
        for day in days {
            var done = todo
            done.recurrence = nil
            done.current = nil
            done.start = nil
            done.extras = [:]
            done.due = nil
            done.completedAt = date
            done.list = nil
            done.parent = nil
            let occurrence = OccurrenceInFile(of: todo.id, on: [.day(day)], isSkipped: false)
            let outcome = try importOccurrence(
                done, occurrence, modifiedAt: modifiedAt, declaredTags: declared, renditions: renditions)
            if outcome == .added || outcome == .updated { isCompleted = true }
        }
        return isCompleted
    }

    /// Imports an occurrence of a repeating to-do. A done or skipped occurrence is settled; an open one is moved just
    /// once. If the repeating to-do is not known, the occurrence becomes an ordinary to-do. If its day is before the
    /// present beginning of the series, there is nothing left to settle, and it becomes a to-do that names the series.
    /// - Returns: nil for a skipped occurrence after others that are still open, because it would settle all of them.
    package func importOccurrence(
        _ todo: Todo, _ file: OccurrenceInFile, modifiedAt: Date?, declaredTags declared: Set<Tag.ID> = [],
        renditions: (@Sendable (Todo) -> [Todo])? = nil
    ) throws -> ImportOutcome? {
        guard let known = try reading.record(TodoEntity.self, id: file.series.rawValue), !known.record.isDeleted else {
            return try importLoose(todo, modifiedAt: modifiedAt, declared, renditions: renditions)
        }
        let rows = SettledRows(reading, series: known.record.id)
        // With the mode `each`, only an open occurrence has to know the next one, which takes a walk.
        let frontier = todo.isDone ? file.days.first?.day : nil
        guard let series = Series(known, settled: rows, frontier: frontier) else {
            return try importLoose(todo, modifiedAt: modifiedAt, declared, renditions: renditions)
        }
        let key = series.key(of: file, doneAt: todo.completedAt)
        try rows.check()
        guard todo.isDone else {
            guard let key, key == series.current?.key, todo.title == known.title else {
                return try importLoose(todo, modifiedAt: modifiedAt, declared, renditions: renditions)
            }
            return try move(known, series, to: todo.due, modifiedAt: modifiedAt)
        }
        guard let key else {
            // If the whole to-do was done on a day before its present beginning, it continues here.
            guard todo.id != file.series else { return .unchanged }
            var todo = todo
            todo.series = file.series
            return try importLoose(todo, modifiedAt: modifiedAt, declared, renditions: renditions)
        }
        if file.isSkipped, series.recurrence.mode == .every, let current = series.current, key > current.key {
            return nil
        }
        let taken = try settling(key, of: known.record.id)
        let occurrence = taken?.occurrence ?? Occurrence(stretch: series.recurrence.stretch, key: key)
        var settled = todo.settling(occurrence, of: file.series)
        if let taken { settled.id = taken.id }
        settled.series = file.series
        settled.occurrence = occurrence
        settled.isSkipped = file.isSkipped
        settled.due = settled.due ?? series.recurrence.usualDue.on(key)
        // These belong to the whole to-do and stay with it.
        if todo.id == file.series {
            settled.alarms = []
            settled.alarmStates = [:]
            settled.comments = []
        }
        if settled.list == nil, settled.parent == nil {
            // The list and parent of its own record, or otherwise those of the repeating to-do.
            let there = try taken.flatMap { try reading.record(TodoEntity.self, id: $0.id.rawValue) } ?? known
            let whole = try TodoMapping().models(from: [there], in: reading)[0]
            settled.list = whole.list
            settled.parent = whole.parent
        }
        let outcome = try importTodo(
            settled, modifiedAt: modifiedAt, declaredTags: declared, renditions: renditions)
        try replace(todo.id, by: settled.id, of: file)
        return outcome
    }

    /// Imports an occurrence as a separate to-do, if the file lists it so.
    package func importLoose(
        _ todo: Todo, modifiedAt: Date?, _ declared: Set<Tag.ID> = [],
        renditions: (@Sendable (Todo) -> [Todo])? = nil
    ) throws -> ImportOutcome {
        guard !todo.id.rawValue.isEmpty else { return .unchanged }
        return try importTodo(todo, modifiedAt: modifiedAt, declaredTags: declared, renditions: renditions)
    }

    /// Moves the current occurrence just once, with the time of the file. If its series came from that file too, the
    /// stamp is later than that.
    private func move(
        _ known: TodoEntity, _ series: Series, to due: Due?, modifiedAt: Date?
    ) throws -> ImportOutcome {
        guard let due = due.map({ $0.inZone(of: series.recurrence.usualDue) }), let modifiedAt, !isToCome(modifiedAt),
            due.sortKey != series.current?.due.sortKey
        else { return .unchanged }
        let name = TodoRegister.recurrence.rawValue
        let before = known.record.stamp(of: name)
        let stamp = before.device == .shared ? max(importStamp(modifiedAt), before.next) : importStamp(modifiedAt)
        let next = try series.moved(once: due)
        var record = known.asRecord
        record.registers[name] = Record.Register(.recurrence(next), stamp)
        record.registers[TodoRegister.due.rawValue] = Record.Register(.due(next.due), stamp)
        if let start = known.start(in: Series(next, settled: series.settled)), start != known.content.todo.start {
            record.registers[TodoRegister.start.rawValue] = Record.Register(.due(start), stamp)
        }
        return try merge(TodoEntity.self, record).didChange ? .updated : .unchanged
    }

    /// The record that has settled the occurrence with a key, in any stretch.
    private func settling(_ key: Day, of series: String) throws -> (id: Todo.ID, occurrence: Occurrence)? {
        let row = try reading.integers(
            """
            SELECT todoID FROM todoOccurrence WHERE seriesID = \(.text(series)) AND space = \(space.value) \
            AND key = \(.integer(Int64(key.daysSince1970))) ORDER BY stretch DESC, todoID LIMIT 1
            """
        ).first
        guard let row,
            let todo = try reading.entities(TodoEntity.self, where: "rowID = \(.integer(row))").first,
            let occurrence = todo.settled?.occurrence
        else { return nil }
        return (.init(stored: todo.record.id), occurrence)
    }

    /// Deletes the to-do that an occurrence became while its series was not known, unless it was edited since.
    private func replace(_ loose: Todo.ID, by settled: Todo.ID, of file: OccurrenceInFile) throws {
        guard loose != settled, loose != file.series, !loose.rawValue.isEmpty,
            let known = try reading.record(TodoEntity.self, id: loose.rawValue), !known.record.isDeleted,
            known.settled == nil, known.asRecord.isAsImported
        else { return }
        try delete(todos: [loose.rawValue])
    }
}

extension Record {
    /// Whether it has not been edited since it was imported.
    var isAsImported: Bool {
        func isImported(_ stamp: Stamp) -> Bool { stamp == origin || stamp.device == .shared }
        return registers.keys.allSatisfy { isImported(stamp(of: $0)) }
            && elements.values.allSatisfy { isImported($0.stamp) }
    }
}
