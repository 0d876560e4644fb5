import TodoDomain

/// A parsed line of todo.txt: `x (A) 2026-11-20 2026-11-19 Call Mom +Family @phone due:2026-11-21`.
struct TodoTxtLine {
    var isDone = false
    /// A to Z.
    var priority: Character?
    var completionDay: Day?
    var creationDay: Day?
    /// The text without contexts, projects, due date, start date and priority; the whole text if nothing else is left.
    var title = ""
    /// The words after `@`.
    var contexts: [String] = []
    /// The words after `+`.
    var projects: [String] = []
    var due: Day?
    /// The day after `t:`, before which the task is hidden.
    var start: Day?
    /// The whole text after the dates except for a priority, which is removed on completion: the part that never
    /// changes.
    var stableText = ""

    /// Parses a line; every line is valid.
    init(_ line: String) {
        var rest = line[...]
        isDone = rest.hasPrefix("x ")
        if isDone { rest.removeFirst(2) }
        if let letter = Self.parenthesized(rest) {
            priority = letter
            rest.removeFirst(4)
        }
        if isDone { completionDay = Self.takeDay(&rest) }
        if !isDone || completionDay != nil { creationDay = Self.takeDay(&rest) }

        var titleWords: [Substring] = []
        var stableWords: [Substring] = []
        for word in rest.split(separator: " ", omittingEmptySubsequences: false) {
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
            } else {
                titleWords.append(word)
            }
        }
        stableText = stableWords.joined(separator: " ").trimmed
        title = titleWords.joined(separator: " ").trimmed
        if title.isEmpty { title = stableText }
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

    /// The letter for a priority.
    static func letter(_ priority: Priority) -> Character {
        switch priority {
        case .high: "A"
        case .medium: "B"
        case .low: "C"
        }
    }
}
