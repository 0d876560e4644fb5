import TodoDomain

extension ForeignTask {
    /// The parts of a to-do that a format can express, besides its title and whether it is done.
    enum Part {
        case notes, list, tags, parent, due, start, recurrence, alarms, comments, dependsOn, estimate
        /// Three priorities, or only that it is important.
        case priority, flag
        /// Only the days of dates.
        case days
    }

    /// The to-do as a format that can express these parts keeps it (``ItemReader/renditions``).
    static func rendition(of todo: Todo, saying parts: Set<Part>) -> Todo {
        var content = Todo.Content(todo)
        for register in TodoRegister.allCases where !parts.say(register) {
            register.field.copy(from: Todo.Content(), to: &content)
        }
        var said = content.todo
        said.location = nil
        said.position = nil
        said.series = nil
        if !parts.contains(.dependsOn) { said.dependsOn = [] }
        if !parts.contains(.list) { said.list = nil }
        if !parts.contains(.tags) { said.tags = [] }
        if !parts.contains(.parent) { said.parent = nil }
        if parts.contains(.days) {
            said.start = said.start.map { .day($0.day) }
            said.due = said.due.map { .day($0.day) }
        }
        if !parts.contains(.alarms) { (said.alarms, said.alarmStates) = ([], [:]) }
        if !parts.contains(.comments) { said.comments = [] }
        if !parts.contains(.priority), said.priority != .high { said.priority = nil }
        return said
    }
}

extension Set<ForeignTask.Part> {
    /// The fields that the rows of most tables can express.
    static let rows: Self = [
        .notes, .list, .tags, .parent, .due, .start, .recurrence, .alarms, .comments, .priority,
    ]

    /// Whether a file with these parts can express a register, at least in part.
    fileprivate func say(_ register: TodoRegister) -> Bool {
        switch register {
        case .title, .completion, .standing: true
        case .notes: contains(.notes)
        case .due: contains(.due)
        case .start: contains(.start)
        case .recurrence: contains(.recurrence)
        case .estimate: contains(.estimate)
        case .priority: contains(.priority) || contains(.flag)
        case .started, .assignee, .location, .position, .series, .occurrence, .skipped, .movedTo: false
        }
    }
}
