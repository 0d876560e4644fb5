package import Foundation
package import JSON

/// The derived values that a to-do shows instead of its due date, its start and its completion.
package enum ShownState: Hashable, Sendable {
    /// The current occurrence of one that repeats, which is never done itself, and when it can be begun.
    case occurrence(Recurrence.Current, start: Due?)
    /// One that repeated has ended, and counts as done since then.
    case ended(Date)
    /// The subtask of one that repeats is open again: that one was settled after it was done.
    case restarted

    /// The current occurrence of one that repeats.
    package var current: Recurrence.Current? {
        if case .occurrence(let current, _) = self { current } else { nil }
    }
}

extension Todo.Content {
    /// When it is done, as a person sees it.
    package var shownCompletion: Date? {
        switch shown {
        case .occurrence, .restarted: nil
        case .ended(let date): date
        case nil: todo.completedAt
        }
    }

    /// When it is due, as a person sees it.
    package var shownDue: Due? {
        switch shown {
        case .occurrence(let current, _): current.due
        case .ended: nil
        case .restarted, nil: todo.due
        }
    }

    /// When it can be begun, as a person sees it.
    package var shownStart: Due? {
        if case .occurrence(_, let start) = shown { start } else { todo.start }
    }
}

// The columns of these registers hold the shown values, so that every query uses those. The registers themselves are
// kept in a column of their own, with the rest of the state: `{"completion", "due", "key": day, "n": number}`, and with
// `"start"` if another one is shown.
extension Todo.Content {
    /// The content with what it shows in place of its registers, and the registers; nil if it shows them itself.
    package var hidden: (content: Todo.Content, registers: JSONValue)? {
        guard let shown else { return nil }
        var content = self
        content.todo.completedAt = shownCompletion
        content.todo.due = shownDue
        content.todo.start = shownStart
        var members: [String: JSONValue] = [
            "completion": .completion(todo.completedAt), "due": .due(todo.due),
        ]
        if let current = shown.current {
            members["key"] = .string(current.key.description)
            members["n"] = .integer(Int64(current.number))
        }
        if shownStart != todo.start { members["start"] = .due(todo.start) }
        return (content, .object(members))
    }

    /// Takes apart what ``hidden`` has put together.
    package mutating func uncover(_ registers: JSONValue) {
        let (due, completedAt) = (todo.due, todo.completedAt)
        if let key = registers["key"]?.string.flatMap(Day.init), let due, let number = registers["n"]?.integer {
            shown = .occurrence(
                Recurrence.Current(key: key, due: due, number: Int(clamping: number)), start: todo.start)
        } else {
            shown = completedAt.map(ShownState.ended) ?? .restarted
        }
        todo.due = registers["due"]?.asDue
        todo.completedAt = registers["completion"]?.asCompletion
        if let start = registers["start"] { todo.start = start.asDue }
    }
}
