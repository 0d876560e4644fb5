package import Foundation
import JSON
import SQLite
package import TodoDomain

// Repeating to-dos. Completing one never ends it: it settles an occurrence, which is a separate to-do.
extension WriteTransaction {
    /// Completes or skips an occurrence of a repeating to-do, if it is not settled yet.
    /// - Parameters:
    ///   - date: when it was done; its day here counts as today.
    ///   - day: the occurrence; nil for the current one.
    ///   - shown: the key of the occurrence that was on the screen. If it is settled already, nothing is written.
    /// - Returns: the id of the to-do that settles it; nil if nothing was written.
    /// - Throws: `usage` if there is no occurrence on `day`.
    @discardableResult
    package func settle(
        _ todo: TodoEntity, _ kind: Settlement.Kind = .done, at date: Date, on day: Day? = nil, shown: Day? = nil
    ) throws -> String? {
        try within(todo.record.space) { try settleHere(todo, kind, at: date, on: day, shown: shown) }
    }

    private func settleHere(
        _ todo: TodoEntity, _ kind: Settlement.Kind, at date: Date, on day: Day?, shown: Day?
    ) throws -> String? {
        let rows = settledRows(of: todo)
        guard let series = Series(todo, settled: rows) else { return nil }
        let today = Day(containing: date, in: environment.timeZone)
        let settlement =
            try day.map { try series.settling(kind, on: $0) } ?? series.settling(kind, today: today, shown: shown)
        try rows.check()
        guard let settlement else { return nil }
        var registers: [String: JSONValue] = [:]
        if let recurrence = settlement.recurrence {
            registers[TodoRegister.recurrence.rawValue] = .recurrence(recurrence)
            registers[TodoRegister.due.rawValue] = .due(recurrence.due)
            if let start = todo.content.todo.start {
                registers[TodoRegister.start.rawValue] = .due(series.recurrence.carrying(start: start, to: recurrence))
            }
        }
        // The next occurrence has not been begun.
        if todo.content.todo.startedAt != nil { registers[TodoRegister.started.rawValue] = .null }
        let id = settlement.occurrence.id(in: .init(stored: todo.record.id)).rawValue
        let content = todo.content.settled(by: settlement, of: todo.record.id, at: date)
        if let known = try reading.record(TodoEntity.self, id: id) {
            // Its occurrence came again because settling it was undone.
            var values = Todo.Content.fields.allValues(content)
            values[TodoRegister.position.rawValue] = nil
            let present = content.elements.mapValues(\.isPresent)
            let elements = known.elements.mapValues { _ in false }.merging(present) { $1 }
            try edit(known, registers: values, elements: elements, deletion: known.record.revival, asWritten: true)
        } else {
            var entity = TodoEntity(try newColumns(id: id, createdAt: self.date), holding: content)
            entity.elements = content.elements.mapValues { _ in
                Record.Element(isPresent: true, stamp: entity.record.stamp)
            }
            _ = try insert(entity)
        }
        // The shown state may have been derived again from the settlement just made.
        let current = try reading.record(TodoEntity.self, id: todo.record.id) ?? todo
        try edit(current, registers: registers, asWritten: true)
        try deriveSeries()
        return id
    }

    private func settledRows(of todo: TodoEntity) -> SettledRows {
        SettledRows(reading.within(todo.record.space), series: todo.record.id)
    }

    /// When an edit completes a repeating to-do, which settles its current occurrence; nil if it does not.
    func completion(of todo: TodoEntity, by registers: [String: JSONValue]) -> Date? {
        guard todo.content.todo.recurrence != nil,
            let date = registers[TodoRegister.completion.rawValue]?.asCompletion, date != todo.content.shownCompletion
        else { return nil }
        return date
    }

    /// The registers to write for an edit of a to-do that repeats or begins to. A new due date becomes a new anchor,
    /// and the to-do itself is never done. For other to-dos they are returned unchanged.
    /// - Throws: `usage` for a value that a repeating to-do cannot have.
    func applyingToSeries(_ registers: [String: JSONValue], of todo: TodoEntity) throws -> [String: JSONValue] {
        let (recurrence, due, start, completion) = (
            TodoRegister.recurrence.rawValue, TodoRegister.due.rawValue, TodoRegister.start.rawValue,
            TodoRegister.completion.rawValue
        )
        guard [recurrence, due, start, completion].contains(where: { registers[$0] != nil }) else { return registers }
        let current = todo.content.todo.recurrence
        var wanted = registers[recurrence].map(\.asRecurrence) ?? current
        guard current != nil || wanted != nil else { return registers }
        var registers = registers
        if let target = registers[due], target.asDue == todo.content.shownDue { registers[due] = nil }
        if let target = registers[start], target.asDue == todo.content.shownStart { registers[start] = nil }
        guard wanted != nil else {
            // Without the rule it keeps what it shows now.
            if registers[due] == nil { registers[due] = .due(todo.content.shownDue) }
            if registers[start] == nil { registers[start] = .due(todo.content.shownStart) }
            if registers[completion] == nil { registers[completion] = .completion(todo.content.shownCompletion) }
            return registers
        }
        let rows = settledRows(of: todo)
        if let next = wanted, next != current {
            let series = Series(todo, settled: rows) ?? Series(next, settled: rows)
            wanted = current == nil && rows.greatestStretch == nil ? next.first : series.repeating(as: next)
        } else if let target = registers[due] {
            guard let target = target.asDue else {
                throw TodoError(.usage, "A to-do that repeats always has a due date.", effect: .nothingChanged)
            }
            wanted = try Series(todo, settled: rows)?.anchored(at: target)
        }
        if let next = wanted, registers[start] != nil || next != current,
            let series = next == current ? Series(todo, settled: rows) : Series(next, settled: rows)
        {
            let typed = registers[start].map { $0.asDue.map(series.register) }
            registers[start] = .due(typed ?? todo.start(in: series))
        }
        try rows.check()
        // It is never done itself. A completion by a device that did not know about the repetition no longer counts
        // once something else is written.
        registers[completion] = todo.content.todo.completedAt == nil || wanted == current ? nil : .null
        registers[recurrence] = wanted == current ? nil : .recurrence(wanted)
        registers[due] = wanted == current ? nil : .due(wanted?.due)
        return registers
    }

    /// Moves only the current occurrence of a repeating to-do to another date.
    /// - Throws: `usage` if it does not repeat, or no longer does.
    func move(_ todo: TodoEntity, onceTo due: Due) throws -> TodoEntity {
        let rows = settledRows(of: todo)
        guard let series = Series(todo, settled: rows) else {
            throw TodoError(.usage, "Only a repeating to-do can be moved just once.", effect: .nothingChanged)
        }
        let recurrence = try series.moved(once: due)
        let start = todo.start(in: Series(recurrence, settled: rows))
        try rows.check()
        return try edit(
            todo,
            registers: [
                TodoRegister.recurrence.rawValue: .recurrence(recurrence), TodoRegister.due.rawValue: .due(due),
                TodoRegister.start.rawValue: .due(start),
            ], asWritten: true)
    }

    /// Ends a repeating to-do before its current occurrence. If it has ended already, nothing changes.
    /// - Throws: `usage` if it does not repeat, `recurrence-not-computed` if its rule cannot be computed.
    package func end(_ todo: TodoEntity) throws {
        let rows = settledRows(of: todo)
        guard let series = Series(todo, settled: rows) else {
            throw TodoError(
                .usage, "“\(todo.title)” does not repeat, so there is nothing to end.", effect: .nothingChanged)
        }
        let recurrence = try series.current == nil ? nil : series.ended()
        try rows.check()
        guard let recurrence else { return }
        try edit(
            todo,
            registers: [
                TodoRegister.recurrence.rawValue: .recurrence(recurrence),
                TodoRegister.due.rawValue: .due(recurrence.due),
            ], asWritten: true)
    }

    /// Refuses to reopen a to-do after its last occurrence: it has no completion that could be removed.
    /// - Throws: `usage`.
    func refuseReopening(_ todo: TodoEntity, by update: Todo.Update) throws {
        guard case .clear = update.completedAt, update.recurrence.isKept, update.due.isKept,
            todo.content.todo.isRepeating, todo.content.shownCompletion != nil
        else { return }
        throw TodoError(
            .usage, "“\(todo.title)” no longer repeats, so there is nothing to reopen.", effect: .nothingChanged,
            remedies: [.repeatAgain])
    }

    /// Calls `body` with a function that says whether the occurrence of a to-do on a day is settled.
    package func withSettledDays<T>(of todo: TodoEntity, _ body: ((Day) -> Bool) throws -> T) throws -> T {
        let rows = settledRows(of: todo)
        let result = try body { rows.contains($0, from: 0) }
        try rows.check()
        return result
    }

    /// Writes the shown state of a to-do, which replaces its registers, and updates everything that depends on it.
    func show(_ shown: ShownState?, on todo: TodoEntity) throws {
        var next = todo
        next.content.shown = shown
        try updateRow(TodoEntity.self, from: todo.values(deriving: false), to: next.values(deriving: false))
        for state in derived.inOrder { try state.noteShown(todo, next, in: self) }
    }

    /// Settles occurrences of to-dos that other devices completed without knowing that they repeat. Only once a pull is
    /// complete: a page may have a completion without the record that has settled the occurrence already.
    package func answerCompletions() throws {
        derived.series.answersCompletions = true
        for id in try reading.texts(
            """
            SELECT id FROM todo WHERE isDeleted = 0 AND recurrence IS NOT NULL AND space = \(space.value) \
            AND hidden ->> '$.completion' IS NOT NULL
            """)
        {
            derived.series.insert(id)
        }
    }

    /// Settles the occurrence that was meant when a device that did not know about the repetition, or a file, completed
    /// the whole series. Returns whether there was one. Each device that does so writes the same, except what it knows
    /// to be settled already.
    func answer(_ todo: TodoEntity, _ series: Series) throws -> Bool {
        let name = TodoRegister.completion.rawValue
        guard !todo.record.isDeleted, let completion = todo.content.todo.completedAt,
            let (settlement, stamp) = series.answering(completion: completion, stamp: todo.record.stamp(of: name))
        else { return false }
        let content = todo.content.settled(by: settlement, of: todo.record.id, at: completion)
        let id = settlement.occurrence.id(in: .init(stored: todo.record.id)).rawValue
        // The to-do that has settled it already may have been edited since.
        if try reading.record(TodoEntity.self, id: id)?.settled == nil {
            var entity = TodoEntity(
                RecordColumns(id: id, in: space, createdAt: completion.milliseconds, stamp: stamp), holding: content)
            entity.elements = content.elements.mapValues { _ in Record.Element(isPresent: true, stamp: stamp) }
            _ = try merge(TodoEntity.self, entity.asRecord)
        }
        var answered = todo.asRecord
        answered.registers[name] = Record.Register(.null, stamp)
        _ = try merge(TodoEntity.self, answered)
        return true
    }

    /// Whether a to-do is a subtask that was done in one step with the repeating to-do above it, and is open again
    /// since. An undo leaves the register of a subtask that was done separately before: undoing the settling as well
    /// has to bring that back.
    func isOpenAgain(_ todo: TodoEntity) throws -> Bool {
        guard todo.content.shown == .restarted else { return false }
        let stamp = todo.record.stamp(of: TodoRegister.completion.rawValue).description
        let isSettled: SQLFragment = "stamp = \(.text(stamp)) AND space = \(todo.record.space.value)"
        return try reading.integer("SELECT EXISTS (SELECT 1 FROM todoOccurrence WHERE \(isSettled))") != 0
    }
}

extension Series {
    /// The series of a to-do; nil if it does not repeat.
    init?(_ todo: TodoEntity, settled: any SettledOccurrences, frontier: Day? = nil) {
        guard let recurrence = todo.content.todo.recurrence else { return nil }
        let record = todo.record
        let isLater = record.stamp(of: TodoRegister.due.rawValue) > record.stamp(of: TodoRegister.recurrence.rawValue)
        self.init(
            recurrence, dueIfLater: isLater ? todo.content.todo.due : nil, settled: settled, frontier: frontier)
    }
}

extension ShownState {
    /// The shown state of a series. An ended series ended when it was last written, or when its last occurrence was
    /// settled.
    init(_ series: Series, latest: @autoclosure () -> Stamp?, written todo: TodoEntity) {
        if let current = series.current {
            self = .occurrence(current, start: todo.content.todo.start.map(series.start))
        } else {
            let written = todo.record.stamp(of: TodoRegister.recurrence.rawValue)
            self = .ended(Date(milliseconds: max(written, latest() ?? written).milliseconds))
        }
    }
}

extension TodoEntity {
    /// The date for the register `start` when another series replaces that of the to-do. Its current occurrence keeps
    /// the shown start. If that is after its day, or the old series has ended, it keeps the lead.
    func start(in series: Series) -> Due? {
        guard let old = content.todo.recurrence, let register = content.todo.start else { return content.todo.start }
        if let current = series.current, let shown = content.shownStart, content.shown?.current != nil,
            shown.day <= current.key
        {
            return series.register(forStart: shown)
        }
        return old.carrying(start: register, to: series.recurrence)
    }
}

extension Todo.Content {
    /// The content of the to-do that settles an occurrence: the present content of the whole, without the parts that
    /// belong only to the whole.
    fileprivate func settled(by settlement: Settlement, of series: String, at date: Date) -> Todo.Content {
        var content = Todo.Content()
        for register in TodoRegister.allCases where register.isTakenOver {
            register.field.copy(from: self, to: &content)
        }
        content.todo.due = settlement.due
        content.todo.completedAt = date.roundedToMilliseconds
        content.todo.occurrence = settlement.occurrence
        content.todo.isSkipped = settlement.kind == .skipped
        content.series = series
        content.elements = elements.filter { $0.value.isPresent && TodoElement($0.key).isTag }
        return content
    }
}
