import JSON
package import TodoDomain
import TodoKit

/// All details of one to-do, each on a line with its name, as `show` prints them.
package struct TodoBlock {
    /// Formats times.
    package let dueText: DueText
    /// The person's settings for reminders; nil if it does not matter which reminders were dismissed.
    private let reminders: ReminderSettings?
    /// The shared lists, with their members.
    private let spaces: [Space]
    /// The names of the places of reminders.
    private let placeNames: [Location.ID: String]

    package init(
        dueText: DueText, reminders: ReminderSettings? = nil, placeNames: [Location.ID: String] = [:],
        spaces: [Space] = []
    ) {
        self.dueText = dueText
        self.reminders = reminders
        self.placeNames = placeNames
        self.spaces = spaces
    }

    /// The lines: the title, the fields that are not empty, and the notes, comments and imported properties, each after an
    /// empty line.
    /// - Parameter dependencies: the to-dos that this one waits for, and the to-dos that wait for it.
    package func lines(
        _ todo: Todo, styles: Styles, dependencies: DependencyText = DependencyText()
    ) -> [String] {
        var lines = [styles(Sanitized.line(todo.title), .bold)]
        lines += labelled(fields(of: todo, dependencies), styles)
        if !todo.notes.isEmpty {
            lines.append("")
            lines += Sanitized.lines(todo.notes).map { $0.isEmpty ? "" : "  " + $0 }
        }
        if !todo.comments.isEmpty {
            lines.append("")
            for comment in todo.comments { lines += self.lines(comment, styles: styles) }
        }
        if !todo.extras.isEmpty {
            lines.append("")
            let extras = todo.extras.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
            lines += labelled(extras.map { ($0, $1.string ?? $1.canonicalJSON, .plain) }, styles)
        }
        return lines
    }

    /// The lines of a comment: its time and its id, then its text.
    package func lines(_ comment: Todo.Comment, styles: Styles) -> [String] {
        let head = "\(dueText.long(comment.createdAt))  \(comment.id)"
        return ["  " + styles(Sanitized.line(head), .dim)]
            + Sanitized.lines(comment.text).map { $0.isEmpty ? "" : "    " + $0 }
    }

    private typealias Field = (label: String, text: String, style: Style)

    private func fields(of todo: Todo, _ dependencies: DependencyText) -> [Field] {
        var fields: [Field] = [("id", todo.id.rawValue, .cyan)]
        fields.append(todo.completedAt.map { ("done", dueText.long($0), .green) } ?? ("status", "open", .plain))
        if let due = todo.due {
            let isOverdue = dueText.isOverdue(todo)
            fields.append(("due", dueText.long(due) + (isOverdue ? ", overdue" : ""), isOverdue ? .red : .plain))
        }
        if let recurrence = todo.recurrence {
            let days = todo.nextDays(3).map { dueText.long(.day($0)) }
            fields.append(
                ("repeats", recurrence.isComputed ? recurrence.words : "\(recurrence.rule), not computed", .plain))
            if days.count > 1 { fields.append(("next", days.joined(separator: ", "), .plain)) }
        }
        if let occurrence = todo.occurrence, todo.series != nil {
            fields.append((todo.isSkipped ? "skipped" : "settles", dueText.long(.day(occurrence.key)), .plain))
        }
        if let start = todo.start {
            fields.append(("start", dueText.long(start) + (dueText.isWaiting(todo) ? ", waiting" : ""), .plain))
        }
        for (index, alarm) in todo.alarms.enumerated() {
            let words = dueText.words(alarm, of: todo, placeNames: placeNames, reminders)
            fields.append((index > 0 ? "" : "remind", words, .plain))
        }
        if let startedAt = todo.startedAt { fields.append(("started", dueText.long(startedAt), .plain)) }
        if let estimate = todo.estimate { fields.append(("estimate", EstimatePhrase.text(of: estimate), .plain)) }
        if let assignee = todo.assignee { fields.append(("for", name(ofMember: assignee, of: todo), .plain)) }
        if let priority = todo.priority { fields.append(("priority", priority.rawValue, .plain)) }
        if !todo.tags.isEmpty {
            fields.append(("tags", todo.tags.map { "#" + $0.title }.joined(separator: " "), .cyan))
        }
        if let location = todo.location { fields.append(("place", place(location), .green)) }
        if let list = todo.list { fields.append(("list", list.path, .plain)) }
        if let id = todo.space { fields.append(("shared", people(of: id), .plain)) }
        if !todo.ancestors.isEmpty {
            fields.append(("subtask of", todo.ancestors.map(\.title).joined(separator: " › "), .plain))
        }
        if todo.subtasks.all > 0 {
            fields.append(("subtasks", "\(todo.subtasks.done) of \(todo.subtasks.all) done", .plain))
        }
        let waits = dependencies.waitsFor(todo)
        for (index, text) in waits.enumerated() {
            fields.append((index > 0 ? "" : todo.isBlocked ? "blocked by" : "after", text, .plain))
        }
        for (index, text) in dependencies.waitedForBy.enumerated() {
            fields.append((index > 0 ? "" : "before", text, .plain))
        }
        fields.append(("created", dueText.long(todo.createdAt), .plain))
        // In a shared list, people look who it was.
        let person = todo.space == nil ? nil : todo.changedBy
        fields.append(("updated", dueText.long(todo.updatedAt) + (person.map { " · \($0)" } ?? ""), .plain))
        if todo.space == nil, let writer = todo.changedBy { fields.append(("by", writer, .plain)) }
        return fields
    }

    /// `Bob`; for somebody who is gone, `nobody`, with the id.
    private func name(ofMember id: String, of todo: Todo) -> String {
        let members = spaces.filter { $0.id == todo.space }.flatMap(\.members)
        guard let member = members.first(where: { $0.id == id }) else { return "nobody (\(id) is no longer a member)" }
        return member.isMe ? "me (\(member.label))" : member.label
    }

    /// `Groceries: Ann (owner), Bob (me)`.
    private func people(of id: Space.ID) -> String {
        guard let space = spaces.first(where: { $0.id == id }) else { return "with others" }
        let members = space.members.map { member in
            let notes = (member.isMe ? ["me"] : []) + (member.role == .editor ? [] : [member.role.rawValue])
            return member.label + (notes.isEmpty ? "" : " (\(notes.joined(separator: ", ")))")
        }
        let text = "\(space.name): \(members.joined(separator: ", "))"
        return space.state == .active ? text : text + "; no longer synced"
    }

    /// `@Migros (47.37,8.54, 400.0 m)`.
    private func place(_ location: Location) -> String {
        let position = ["\(location.latitude),\(location.longitude)"] + (location.altitude.map { ["\($0) m"] } ?? [])
        let text = position.joined(separator: ", ")
        return location.placeName.map { "@\($0) (\(text))" } ?? "@\(text)"
    }

    private func labelled(_ fields: [Field], _ styles: Styles) -> [String] {
        let labels = fields.map { Sanitized.line($0.label) }
        let width = labels.map(DisplayWidth.of).max() ?? 0
        return zip(labels, fields).map { label, field in
            let padding = String(repeating: " ", count: width - DisplayWidth.of(label))
            return "  \(styles(label, .dim))\(padding)  \(styles(Sanitized.line(field.text), field.style))"
        }
    }
}
