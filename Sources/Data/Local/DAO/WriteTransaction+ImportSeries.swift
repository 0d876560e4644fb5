package import Foundation
import JSON
import SQLite
package import TodoDomain

// What files of other programs say of to-dos that repeat, and of their occurrences.
extension WriteTransaction {
    /// Imports a to-do that repeats. If it is known, its rule, its mode and where it stands follow from both.
    package func importSeries(
        _ todo: Todo, _ file: SeriesInFile, modifiedAt: Date?, declaredTags declared: Set<Tag.ID> = [],
        renditions: (@Sendable (Todo) -> [Todo])? = nil
    ) throws -> ImportOutcome {
        var todo = todo
        if let known = try reading.record(TodoEntity.self, id: todo.id.rawValue) {
            let rows = SettledRows(reading, series: known.record.id)
            if let series = Series(known, settled: rows) {
                let taken = series.taking(file)
                todo.recurrence = taken
                if let start = todo.start {
                    todo.start = file.recurrence.carrying(start: start, to: taken)
                } else if file.kept == nil, let start = known.content.todo.start {
                    // The start of such a file is that of the rule.
                    todo.start = series.recurrence.carrying(start: start, to: taken)
                }
            } else if let recurrence = todo.recurrence, rows.greatestStretch != nil {
                todo.recurrence = Series(recurrence, settled: rows).repeating(as: recurrence)
            }
            try rows.check()
        }
        return try importTodo(todo, modifiedAt: modifiedAt, declaredTags: declared, renditions: renditions)
    }

    /// Imports an occurrence of a to-do that repeats, which settles it if it was done or left out, and moves it for once if it
    /// is open. It is an ordinary to-do if that one is not known; and if it is of a day before the present beginning of the
    /// series, where nothing is left to settle, one that names it.
    /// - Returns: nil for one that was left out and comes after others that are still to be done, all of which it would settle.
    package func importOccurrence(
        _ todo: Todo, _ file: OccurrenceInFile, modifiedAt: Date?, declaredTags declared: Set<Tag.ID> = [],
        renditions: (@Sendable (Todo) -> [Todo])? = nil
    ) throws -> ImportOutcome? {
        guard let known = try reading.record(TodoEntity.self, id: file.series.rawValue), !known.record.isDeleted else {
            return try importLoose(todo, modifiedAt: modifiedAt, declared, renditions: renditions)
        }
        let rows = SettledRows(reading, series: known.record.id)
        // Where each one is owed, only an open one has to know which comes next, which takes a walk.
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
            // Done as a whole on a day before its present beginning, it goes on here.
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
        (settled.series, settled.occurrence, settled.isSkipped) = (file.series, occurrence, file.isSkipped)
        settled.due = settled.due ?? series.recurrence.usualDue.on(key)
        // What belongs to the whole stays with it.
        if todo.id == file.series { (settled.alarms, settled.alarmStates, settled.comments) = ([], [:], []) }
        if settled.list == nil, settled.parent == nil {
            // Where it is, or else where what repeats is.
            let there = try taken.flatMap { try reading.record(TodoEntity.self, id: $0.id.rawValue) } ?? known
            let whole = try TodoMapping().models(from: [there], in: reading)[0]
            (settled.list, settled.parent) = (whole.list, whole.parent)
        }
        let outcome = try importTodo(
            settled, modifiedAt: modifiedAt, declaredTags: declared, renditions: renditions)
        try replace(todo.id, by: settled.id, of: file)
        return outcome
    }

    /// Imports an occurrence as a to-do of its own, if it is one in the file.
    package func importLoose(
        _ todo: Todo, modifiedAt: Date?, _ declared: Set<Tag.ID> = [],
        renditions: (@Sendable (Todo) -> [Todo])? = nil
    ) throws -> ImportOutcome {
        guard !todo.id.rawValue.isEmpty else { return .unchanged }
        return try importTodo(todo, modifiedAt: modifiedAt, declaredTags: declared, renditions: renditions)
    }

    /// Moves the current occurrence for once, at the time of the file; if its series came from that file too, after it.
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

    /// The record that has settled the occurrence with a key, in whatever stretch.
    private func settling(_ key: Day, of series: String) throws -> (id: Todo.ID, occurrence: Occurrence)? {
        let row = try reading.integers(
            """
            SELECT todoID FROM todoOccurrence WHERE seriesID = \(.text(series)) \
            AND key = \(.integer(Int64(key.daysSince1970))) ORDER BY stretch DESC, todoID LIMIT 1
            """
        ).first
        guard let row,
            let todo = try reading.entities(TodoEntity.self, where: "rowID = \(.integer(row))").first,
            let occurrence = todo.settled?.occurrence
        else { return nil }
        return (.init(stored: todo.record.id), occurrence)
    }

    /// Deletes the to-do that an occurrence was when its series was not known yet, unless somebody has edited it.
    private func replace(_ loose: Todo.ID, by settled: Todo.ID, of file: OccurrenceInFile) throws {
        guard loose != settled, loose != file.series, !loose.rawValue.isEmpty,
            let known = try reading.record(TodoEntity.self, id: loose.rawValue), !known.record.isDeleted,
            known.settled == nil, known.asRecord.isAsImported
        else { return }
        try delete(todos: [loose.rawValue])
    }
}

extension Record {
    /// Whether nobody has edited it since it was imported.
    var isAsImported: Bool {
        func isImported(_ stamp: Stamp) -> Bool { stamp == origin || stamp.device == .shared }
        return registers.keys.allSatisfy { isImported(stamp(of: $0)) }
            && elements.values.allSatisfy { isImported($0.stamp) }
    }
}
