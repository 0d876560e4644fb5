import Foundation
import TodoDomain
import TodoLocal

extension TodoStore {
    /// Completes or skips to-dos, with their open subtasks if the reach includes these. For repeating to-dos, it settles
    /// occurrences.
    /// - Throws: `usage` if a to-do that does not repeat is to be skipped or settled on a day, or if there is no occurrence
    ///   on that day.
    func settle(
        _ ids: [Todo.ID], _ kind: Settlement.Kind, _ reach: TreeReach, _ occurrence: TodoAction.Occurrence,
        in action: TodoAction
    ) async throws -> TreeEdit {
        try await stack.write(action.verb.rawValue) { transaction in
            let subtasks = try transaction.subtasks(of: ids, reach)
            var settled: [Todo.ID: Todo.ID] = [:]
            for id in ids {
                if let settling = try transaction.settle(id, kind, occurrence) { settled[id] = settling }
            }
            return try self.completing(subtasks, of: ids, settled, shown: occurrence.keys, in: transaction)
        }
    }
}

extension TodoAction.Occurrence {
    /// The keys of the occurrences that were shown.
    fileprivate var keys: [Todo.ID: Day] { if case .current(let keys) = choice { keys } else { [:] } }
}

extension TodoEntity {
    /// The day of the occurrence that a phrase means.
    fileprivate func day(_ kind: Settlement.Kind, of phrase: OccurrencePhrase) -> Day {
        phrase.day(kind, content.todo.recurrence?.mode, from: content.shown?.current)
    }

    /// The start before which a new rule has no occurrence; nil if the shown start is only the lead of the current
    /// occurrence, that is, before its day.
    fileprivate var beginning: Due? {
        guard let start = content.shownStart, let current = content.shown?.current else { return content.todo.start }
        return start.day < current.key ? nil : start
    }
}

extension WriteTransaction {
    /// Marks a to-do as done, or skips an occurrence. A to-do that is already done keeps its time.
    /// - Returns: the to-do that settles an occurrence; nil if nothing was left to settle.
    fileprivate func settle(
        _ id: Todo.ID, _ kind: Settlement.Kind, _ occurrence: TodoAction.Occurrence
    ) throws -> Todo.ID? {
        let todo = try reading.namedRecord(TodoEntity.self, id: id.rawValue)
        let day: Day? =
            switch occurrence.choice {
            case .current: nil
            case .day(let day): day
            case .phrase(let phrase): todo.day(kind, of: phrase)
            }
        if kind == .done, day == nil { return try complete(id, shown: occurrence.keys[id]) }
        guard todo.content.todo.isRepeating else {
            throw TodoError(
                .usage, "“\(todo.title)” does not repeat, so it has no occurrences.", effect: .nothingChanged)
        }
        return try settle(todo, kind, at: date, on: day, shown: occurrence.keys[id]).map { .init(stored: $0) }
    }

    /// The recurrence that a phrase means for a to-do. If the to-do already repeats, it starts again, unless it also gets a
    /// date.
    func recurrence(
        _ phrase: RepeatPhrase, of todo: TodoEntity, due: Due?, start: Change<Due>
    ) throws -> Recurrence {
        let start = start.isKept ? todo.beginning : start.value
        let shown = todo.content.shownDue
        guard todo.content.todo.isRepeating, due == nil else {
            return try phrase.recurrence(now: date, timeZone: environment.timeZone, due: due ?? shown, start: start)
        }
        let usual = todo.content.todo.recurrence?.usual ?? shown
        return try withSettledDays(of: todo) { isSettled in
            try phrase.recurrence(
                anewAt: date, timeZone: environment.timeZone, start: start, like: usual, isSettled: isSettled)
        }
    }
}
