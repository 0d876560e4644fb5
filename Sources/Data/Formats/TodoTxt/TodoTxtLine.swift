import Foundation
import TodoDomain

/// A parsed line of todo.txt: `x (A) 2026-11-20 2026-11-19 Call Mom +Family @phone due:2026-11-21`.
struct TodoTxtLine {
    var isDone = false
    /// The letter, A to Z.
    var priority: Character?
    var completionDay: Day?
    var creationDay: Day?
    /// The text without contexts, projects, dates, priority, its own name and the name of its parent; the complete text if
    /// nothing else is left.
    var title = ""
    /// The words after `@`.
    var contexts: [String] = []
    /// The words after `+`.
    var projects: [String] = []
    var due: Day?
    /// The day after `t:`, before which the task is hidden.
    var start: Day?
    /// The word that begins with `rec:`, if it has a due date.
    var recurrence: String?
    /// The UUID after `id:`, which is the id of the to-do.
    var id: Todo.ID?
    /// The text after `id:` if it is not a UUID. It names the line only within its file, and stays in the title.
    var name: String?
    /// The to-do that `p:` refers to.
    var parent: (name: String, id: Todo.ID)?
    /// The complete text after the dates, except for a priority, which is removed on completion. It is the part that never
    /// changes.
    var stableText = ""

    /// Parses a line. Every line is valid.
    /// - Parameter names: the to-dos by the names that `p:` may use, in addition to their UUIDs.
    init(_ line: String, names: [String: Todo.ID] = [:]) {
        var rest = line[...]
        isDone = rest.hasPrefix("x ")
        if isDone { rest.removeFirst(2) }
        if let letter = Self.parenthesized(rest) {
            priority = letter
            rest.removeFirst(4)
        }
        if isDone { completionDay = Self.takeDay(&rest) }
        if !isDone || completionDay != nil { creationDay = Self.takeDay(&rest) }

        let words = rest.split(separator: " ", omittingEmptySubsequences: false)
        let isDated = words.contains { $0.hasPrefix("due:") && Day(String($0.dropFirst(4))) != nil }
        var titleWords: [Substring] = []
        var stableWords: [Substring] = []
        for word in words {
            if isDone, priority == nil, word.hasPrefix("pri:"), let letter = Self.letter(word.dropFirst(4)) {
                priority = letter
                continue
            }
            stableWords.append(word)
            let value = String(word.dropFirst())
            if word.hasPrefix("@"), (try? Validation.tagTitle(value)) == value {
                contexts.append(value)
            } else if word.hasPrefix("+"), !value.isEmpty {
                projects.append(value)
            } else if due == nil, word.hasPrefix("due:"), let day = Day(String(word.dropFirst(4))) {
                due = day
            } else if start == nil, word.hasPrefix("t:"), let day = Day(String(word.dropFirst(2))) {
                start = day
            } else if recurrence == nil, isDated, TodoTxtRecurrence.isOne(word) {
                recurrence = String(word)
            } else if parent == nil, let found = Self.parent(word, names) {
                parent = found
            } else if id == nil, word.hasPrefix("id:"), let own = Self.uuid(word.dropFirst(3)) {
                id = own
            } else {
                if name == nil, word.hasPrefix("id:"), word.count > 3 { name = String(word.dropFirst(3)) }
                titleWords.append(word)
            }
        }
        stableText = stableWords.joined(separator: " ").trimmed
        title = titleWords.joined(separator: " ").trimmed
        if title.isEmpty { title = stableText }
    }

    /// The to-do that a word such as `p:12` refers to; nil if it is unknown.
    private static func parent(_ word: Substring, _ names: [String: Todo.ID]) -> (name: String, id: Todo.ID)? {
        guard word.hasPrefix("p:") else { return nil }
        let name = word.dropFirst(2)
        return (uuid(name) ?? names[String(name)]).map { (String(name), $0) }
    }

    /// An id in the form of generated ids. Other programs number the lines of a file, so the same number in two files does not
    /// mean the same to-do.
    private static func uuid(_ text: Substring) -> Todo.ID? {
        guard let uuid = UUID(uuidString: String(text)) else { return nil }
        let id = Todo.ID(uuid)
        return id.rawValue == text ? id : nil
    }

    /// The letter of a leading `(A) `.
    private static func parenthesized(_ text: Substring) -> Character? {
        let start = text.utf8.prefix(4)
        guard start.count == 4, start.first == UInt8(ascii: "("), start.dropFirst(2).elementsEqual(") ".utf8) else {
            return nil
        }
        return letter(text.dropFirst().prefix(1))
    }

    private static func letter(_ text: Substring) -> Character? {
        guard text.utf8.count == 1, let letter = text.first, "A"..."Z" ~= letter else { return nil }
        return letter
    }

    /// Removes a leading date if text follows it.
    private static func takeDay(_ text: inout Substring) -> Day? {
        let word = text.prefix(10)
        guard text.dropFirst(10).first == " ", let day = Day(String(word)) else { return nil }
        text = text.dropFirst(11)
        return day
    }
}

extension TodoTxtLine {
    /// The prefix of the keys of extras.
    static let prefix = "todotxt."
    /// The key of the complete line, which is kept if it could not be written again from the to-do.
    static let lineKey = prefix + "line"
    /// The key of the projects.
    static let projectsKey = prefix + "projects"
    /// The key of the parent's name after `p:` and the parent's id, if the name is not the id.
    static let parentKey = prefix + "parent"
    /// The key of a priority from D to Z, which has no counterpart here.
    static let priorityKey = prefix + "priority"

    /// The priority for a letter; nil for D to Z.
    static func priority(_ letter: Character?) -> Priority? {
        switch letter {
        case "A": .high
        case "B": .medium
        case "C": .low
        default: nil
        }
    }

    /// The list for the first project, if its name is valid for a list.
    var list: ImportedList? {
        projects.first.flatMap { project in
            ImportedList(path: project).flatMap { $0.titles.joined(separator: "/") == project ? $0 : nil }
        }
    }

    /// The path of that list.
    var listPath: String? { list == nil ? nil : projects.first }

    /// The line with an id, if that is possible and it has no other id.
    static func named(_ line: String, _ id: Todo.ID) -> String {
        let named = line + " id:\(id)"
        return TodoTxtLine(named).id == id ? named : line
    }

    /// The letter for a priority.
    static func letter(_ priority: Priority) -> Character {
        switch priority {
        case .high: "A"
        case .medium: "B"
        case .low: "C"
        }
    }
}
