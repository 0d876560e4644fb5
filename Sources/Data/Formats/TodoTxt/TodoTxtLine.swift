import Foundation
import TodoDomain

/// A parsed line of todo.txt: `x (A) 2026-11-20 2026-11-19 Call Mom +Family @phone due:2026-11-21`.
struct TodoTxtLine {
    var isDone = false
    /// A to Z.
    var priority: Character?
    var completionDay: Day?
    var creationDay: Day?
    /// The text without contexts, projects, dates, priority, and what names it and its parent; the whole text if nothing
    /// else is left.
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
    /// The UUID after `id:`, which is its own id.
    var id: Todo.ID?
    /// What stands after `id:` if it is no UUID. It names the line only in its file, and stays in the title.
    var name: String?
    /// The to-do that `p:` names.
    var parent: (name: String, id: Todo.ID)?
    /// The whole text after the dates except for a priority, which is removed on completion: the part that never
    /// changes.
    var stableText = ""

    /// Parses a line; every line is valid.
    /// - Parameter names: the to-dos by what `p:` may call them, apart from their UUIDs.
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

    /// What a word such as `p:12` refers to; nil if that is nothing known.
    private static func parent(_ word: Substring, _ names: [String: Todo.ID]) -> (name: String, id: Todo.ID)? {
        guard word.hasPrefix("p:") else { return nil }
        let name = word.dropFirst(2)
        return (uuid(name) ?? names[String(name)]).map { (String(name), $0) }
    }

    /// An id in the form of those that are made here. Other programs number the lines of a file, so that the same
    /// number in two files is not the same to-do.
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
    /// The key of the whole line, kept if it could not be written again from the to-do.
    static let lineKey = prefix + "line"
    /// The key of the projects.
    static let projectsKey = prefix + "projects"
    /// The key of what `p:` calls the parent, and the parent's id, if it is not called by that.
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

    /// The list that the first project names, if a list can have that name.
    var list: ImportedList? {
        projects.first.flatMap { project in
            ImportedList(path: project).flatMap { $0.titles.joined(separator: "/") == project ? $0 : nil }
        }
    }

    /// The path of that list.
    var listPath: String? { list == nil ? nil : projects.first }

    /// The line with an id, if it can have that and has no other one.
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
