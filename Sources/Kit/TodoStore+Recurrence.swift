import Foundation
import TodoLocal

// To-dos that repeat. Any way of completing one settles its current occurrence; these say more than that.
extension TodoStore {
    /// Completes the occurrences on a day of to-dos that repeat, and their open subtasks with them, as one step: all or
    /// none. Those that are settled already stay as they are.
    /// - Parameters:
    ///   - ids: the to-dos.
    ///   - day: a day on which they come; for one that counts from its completion, the day on which it was done.
    /// - Throws: `usage` for one that does not repeat, or has no occurrence on that day; `not-found`.
    @discardableResult
    public func complete(_ ids: [Todo.ID], on day: Day) async throws -> TreeEdit {
        try await settle(ids, .done, .subtasks, action: "done") { _ in day }
    }

    /// Completes the occurrences that a phrase means, which may be on different days, as one step: all or none.
    /// - Throws: As ``complete(_:on:)``.
    @discardableResult
    package func complete(_ ids: [Todo.ID], on phrase: OccurrencePhrase, _ reach: TreeReach) async throws -> TreeEdit {
        try await settle(ids, .done, reach, action: "done") { $0.day(.done, of: phrase) }
    }

    /// Skips occurrences of to-dos that repeat, as one step: all or none. What is skipped is settled, but was not done.
    /// - Parameters:
    ///   - ids: the to-dos.
    ///   - day: the day of the occurrence; nil for the current one.
    ///   - shown: the keys (``Recurrence/Current/key``) of the occurrences that were on the screen. What is settled already
    ///     stays as it is, so that a double tap skips one.
    /// - Throws: `usage` for one that does not repeat, or has no occurrence on that day; `not-found`.
    @discardableResult
    public func skip(
        _ ids: [Todo.ID], on day: Day? = nil, shown: [Todo.ID: Day] = [:]
    ) async throws -> TreeEdit {
        try await settle(ids, .skipped, .only, shown: shown, action: "skip") { _ in day }
    }

    /// Skips the occurrences that a phrase means, which may be on different days, as one step: all or none.
    /// - Throws: As ``skip(_:on:shown:)``.
    @discardableResult
    package func skip(_ ids: [Todo.ID], on phrase: OccurrencePhrase) async throws -> TreeEdit {
        try await settle(ids, .skipped, .only, action: "skip") { $0.day(.skipped, of: phrase) }
    }

    /// - Parameter day: the day of the occurrence of a to-do; nil for the current one.
    private func settle(
        _ ids: [Todo.ID], _ kind: Settlement.Kind, _ reach: TreeReach, shown: [Todo.ID: Day] = [:], action: String,
        on day: @escaping @Sendable (TodoEntity) -> Day?
    ) async throws -> TreeEdit {
        try await stack.write(action) { transaction in
            let subtasks = try transaction.subtasks(of: ids, reach)
            var settled: [Todo.ID: Todo.ID] = [:]
            for id in ids {
                let todo = try transaction.reading.liveRecord(TodoEntity.self, id: id.rawValue)
                guard todo.content.todo.isRepeating else {
                    throw TodoError(
                        .usage, "“\(todo.title)” does not repeat, so it has no occurrences.", effect: .nothingChanged)
                }
                let settling = try transaction.settle(todo, kind, at: transaction.date, on: day(todo), shown: shown[id])
                if let settling { settled[id] = .init(stored: settling) }
            }
            return try self.completing(subtasks, of: ids, settled, in: transaction)
        }
    }
}

extension TodoEntity {
    /// The day of its occurrence that a phrase means.
    fileprivate func day(_ kind: Settlement.Kind, of phrase: OccurrencePhrase) -> Day {
        phrase.day(kind, content.todo.recurrence?.mode, from: content.shown?.current)
    }

    /// The start before which another rule has no occurrence: not that of an occurrence, which only comes so long before its day.
    fileprivate var beginning: Due? {
        guard let start = content.shownStart, let current = content.shown?.current else { return content.todo.start }
        return start.day < current.key ? nil : start
    }
}

extension WriteTransaction {
    /// The recurrence that a phrase means for a to-do. One that repeats already begins anew, unless it gets a date as well.
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
