import JSON
import TodoDomain

extension TodoJSON {
    /// Reads comments and reminders in the form that we write; false for anything else.
    static func readOwnValue(_ column: ForeignColumn, _ value: JSONValue, _ todo: inout Todo) -> Bool {
        switch column {
        case .comments:
            guard let read = [Todo.Comment](value), !read.isEmpty else { return false }
            todo.comments = read
        case .reminders:
            guard let read = ImportedReminders(value), !read.alarms.isEmpty else { return false }
            todo.alarms = read.alarms
            todo.alarmStates = read.states
        default: return false
        }
        return true
    }
}
