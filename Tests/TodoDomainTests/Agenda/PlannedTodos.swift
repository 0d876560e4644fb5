import Foundation
import TestSupport
import TodoDomain

/// A ready to-do with an id.
func planned(
    _ id: String, due: Due? = nil, start: Due? = nil, startedAt: Date? = nil, priority: Priority? = nil,
    isReady: Bool = true, dependents: Int = 0, createdAt: Date = RandomWorld.now
) -> PlannedTodo {
    PlannedTodo(
        Todo(
            id: .init(stored: id), title: id, createdAt: createdAt, due: due, priority: priority, start: start,
            startedAt: startedAt),
        isReady: isReady, dependents: dependents)
}

extension SeededGenerator {
    /// To-dos of all kinds, dates near ``RandomWorld/now``.
    mutating func plannedTodos(upTo count: Int) -> [PlannedTodo] {
        (0..<Int.random(in: 0...count, using: &self)).map { index in
            var todo = Todo(
                id: .init(stored: "t\(index)"), title: "to-do", createdAt: moment(),
                completedAt: chance(0.1) ? moment() : nil, due: chance(0.6) ? farDue() : nil,
                priority: chance(0.5) ? pick(Priority.allCases) : nil)
            todo.start = chance(0.3) ? farDue() : nil
            todo.startedAt = chance(0.3) ? moment() : nil
            return PlannedTodo(todo, isReady: chance(0.7), dependents: Int.random(in: 0...8, using: &self))
        }
    }

    /// A due date up to some weeks away.
    private mutating func farDue() -> Due {
        let days = Int.random(in: -20...20, using: &self)
        switch due() {
        case .day(let day): return .day(day.adding(days: days))
        case .instant(let date, let zone): return .instant(date + Double(days) * 86_400, zone: zone)
        }
    }
}
