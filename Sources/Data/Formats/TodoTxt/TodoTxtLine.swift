import TodoDomain

/// A line of todo.txt, taken apart: `x (A) 2026-11-20 2026-11-19 Call Mom +Family @phone due:2026-11-21`.
struct TodoTxtLine {
    var isDone = false
    /// A to Z.
    var priority: Character?
    var completionDay: Day?
    var creationDay: Day?
    /// The text without the words that are contexts, projects, due date or priority; the whole if nothing else is.
    var title = ""
    /// The words behind `@`.
    var contexts: [String] = []
    /// The words behind `+`.
    var projects: [String] = []
    var due: Day?
    /// The whole text behind the dates but for a priority, which goes as tasks are completed: what stays the same.
    var stableText = ""

    /// Takes a line apart; every line has a meaning.
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
            } else {
                titleWords.append(word)
            }
        }
        stableText = stableWords.joined(separator: " ").trimmed
        title = titleWords.joined(separator: " ").trimmed
        if title.isEmpty { title = stableText }
    }

    /// The letter of `(A) ` at the beginning.
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

    /// Takes a date off the beginning where text follows it.
    private static func takeDay(_ text: inout Substring) -> Day? {
        let word = text.prefix(10)
        guard text.dropFirst(10).first == " ", let day = Day(String(word)) else { return nil }
        text = text.dropFirst(11)
        return day
    }
}

extension TodoTxtLine {
    /// What the keys of extras begin with.
    static let prefix = "todotxt."
    /// The key of the whole line, kept if it could not be made of the to-do again.
    static let lineKey = prefix + "line"
    /// The key of the projects.
    static let projectsKey = prefix + "projects"
    /// The key of a priority from D to Z, which is none here.
    static let priorityKey = prefix + "priority"

    /// The priority that a letter stands for; nil for D to Z.
    static func priority(_ letter: Character?) -> Priority? {
        switch letter {
        case "A": .high
        case "B": .medium
        case "C": .low
        default: nil
        }
    }

    /// The letter that stands for a priority.
    static func letter(_ priority: Priority) -> Character {
        switch priority {
        case .high: "A"
        case .medium: "B"
        case .low: "C"
        }
    }
}
