import Foundation
import JSON
import TodoDomain

/// Converts to-dos to lines. The original line of a to-do is used as long as it agrees with the to-do. Its priority and its
/// completion may differ.
struct TodoTxtEncoder {
    private let timeZone: TimeZone

    init(timeZone: TimeZone) { self.timeZone = timeZone }

    func line(of todo: Todo) -> String {
        guard let original = todo.extras.text(TodoTxtLine.lineKey) else { return composed(todo) }
        if agrees(original, with: todo) { return original }
        let line = TodoTxtLine(original)
        let settled = line.stableText.isEmpty ? composed(todo) : framed(line.stableText, line.creationDay, todo)
        return agrees(settled, with: todo) ? settled : composed(todo)
    }

    /// The line for a to-do without an original. There is always a date before the title, so the title can begin with
    /// anything, even with `x ` or `(A) `.
    func composed(_ todo: Todo) -> String {
        var words = [todo.title]
        if let list = todo.list { words.append("+" + Self.word(list.path)) }
        for project in todo.extras[TodoTxtLine.projectsKey]?.elements ?? [] {
            if let project = project.string { words.append("+" + Self.word(project)) }
        }
        for tag in todo.tags { words.append("@" + Self.word(tag.title)) }
        for (key, date) in [("due", todo.due), ("t", todo.start)] {
            switch date {
            case .day(let day): words.append("\(key):\(day)")
            case .instant(let date, let zone):
                words.append("\(key):\(Day(containing: date, in: TimeZone(identifier: zone) ?? timeZone))")
            case nil: break
            }
        }
        if let word = todo.recurrence.flatMap(TodoTxtRecurrence.word), todo.due != nil { words.append(word) }
        if let parent = todo.parent { words.append("p:\(parent)") }
        if todo.subtasks != TodoCount() { words.append("id:\(todo.id)") }
        return framed(words.joined(separator: " "), Day(containing: todo.createdAt, in: timeZone), todo)
    }

    /// A text with the other parts of a line around it: the completion, the priority and the dates.
    private func framed(_ text: String, _ creationDay: Day?, _ todo: Todo) -> String {
        var words: [String] = []
        let letter = todo.priority.map(TodoTxtLine.letter) ?? Self.keptPriority(todo)
        if let completedAt = todo.completedAt {
            words.append("x")
            words.append(Day(containing: completedAt, in: timeZone).description)
        } else if let letter {
            words.append("(\(letter))")
        }
        if let creationDay { words.append(creationDay.description) }
        words.append(text)
        // Completed lines have no priority at the beginning. Other programs keep it in this form.
        if todo.isDone, let letter { words.append("pri:\(letter)") }
        return words.joined(separator: " ")
    }

    /// Whether a line, read again, gives everything in the to-do that a line can express. The creation date never changes.
    private func agrees(_ original: String, with todo: Todo) -> Bool {
        guard !original.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D }) else { return false }
        let line = TodoTxtLine(original, names: Self.parentName(todo))
        guard line.isDone == todo.isDone, line.due.map(Due.day) == todo.due,
            line.start.map(Due.day) == todo.start,
            todo.isDone || line.recurrence == todo.recurrence.flatMap(TodoTxtRecurrence.word),
            TodoTxtLine.priority(line.priority) == todo.priority, ForeignTitle(line.title).title == todo.title,
            Set(line.contexts.map(TagName.folded)) == Set(todo.tags.map { TagName.folded($0.title) }),
            line.listPath == todo.list?.path,
            line.parent?.id == todo.parent,
            line.id.map({ $0 == todo.id }) ?? (line.name != nil || todo.subtasks == TodoCount())
        else { return false }
        guard let completedAt = todo.completedAt, let completionDay = line.completionDay else { return true }
        return Day(containing: completedAt, in: timeZone) == completionDay
    }

    /// The name of the parent in the original line.
    private static func parentName(_ todo: Todo) -> [String: Todo.ID] {
        guard let kept = todo.extras[TodoTxtLine.parentKey]?.elements, kept.count == 2, let name = kept[0].string,
            let id = kept[1].string.flatMap({ Todo.ID($0) })
        else { return [:] }
        return [name: id]
    }

    private static func keptPriority(_ todo: Todo) -> Character? {
        guard let text = todo.extras.text(TodoTxtLine.priorityKey), text.utf8.count == 1, let letter = text.first,
            "D"..."Z" ~= letter
        else { return nil }
        return letter
    }

    /// One word, without white space, which would end it.
    private static func word(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { $0.properties.isWhitespace || $0.isControl ? "_" : $0 }))
    }
}
