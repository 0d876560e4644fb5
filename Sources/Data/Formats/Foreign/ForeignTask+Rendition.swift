import TodoDomain

extension ForeignTask {
    /// What a file can say of a to-do beside its title and whether it is done.
    enum Part {
        case notes, list, tags, parent, due, start, recurrence, alarms, comments, dependsOn
        /// Three priorities, or only that it is important.
        case priority, flag
        /// Only the days of dates.
        case days
    }

    /// What a file that can say these parts says of a to-do (``ItemReader/renditions``).
    static func rendition(of todo: Todo, saying parts: Set<Part>) -> Todo {
        var said = rendition(of: todo, with: [])
        if parts.contains(.dependsOn) { said.dependsOn = todo.dependsOn }
        if !parts.contains(.notes) { said.notes = "" }
        if !parts.contains(.list) { said.list = nil }
        if !parts.contains(.tags) { said.tags = [] }
        if !parts.contains(.parent) { said.parent = nil }
        if !parts.contains(.due) { said.due = nil }
        if !parts.contains(.start) { said.start = nil }
        if parts.contains(.days) {
            (said.start, said.due) = (said.start.map { .day($0.day) }, said.due.map { .day($0.day) })
        }
        if !parts.contains(.recurrence) { said.recurrence = nil }
        if !parts.contains(.alarms) { (said.alarms, said.alarmStates) = ([], [:]) }
        if !parts.contains(.comments) { said.comments = [] }
        if !parts.contains(.priority), !parts.contains(.flag) || said.priority != .high { said.priority = nil }
        return said
    }
}
