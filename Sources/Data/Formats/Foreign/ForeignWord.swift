import TodoDomain

/// The words of other programs for completion and priority, and lists in one cell.
enum ForeignWord {
    private static let done: Set<String> = [
        "yes", "true", "1", "y", "t", "x", "done", "completed", "complete", "closed", "resolved", "finished", "✓", "✔",
        "✅", "☑", "☑️", "[x]", "checked", "archived",
    ]
    private static let open: Set<String> = [
        "no", "false", "0", "n", "f", "open", "☐", "[ ]", "unchecked", "todo", "to do", "to-do", "notstarted",
        "not started", "needsaction", "needs-action", "pending", "incomplete", "active", "new",
    ]
    /// Closed without being done.
    private static let dropped: Set<String> = [
        "cancelled", "canceled", "dropped", "won't do", "wont do", "won’t do", "abandoned", "duplicate",
    ]

    /// Whether a word of a column such as `completed` means done; nil for any other word.
    static func isDone(_ text: String) -> Bool? {
        let word = text.trimmed.lowercased()
        return done.contains(word) ? true : open.contains(word) ? false : nil
    }

    /// The meaning of a word in a column such as `status`, and whether the word says nothing else.
    static func status(_ text: String) -> (isDone: Bool, isPlain: Bool) {
        let word = text.trimmed.lowercased()
        if let isDone = isDone(word) { return (isDone, true) }
        return (dropped.contains(word), false)
    }

    /// The priority that a word or a number means, from 1, the highest. `.some(nil)` means no priority; nil means an unknown
    /// word.
    static func priority(_ text: String) -> Priority?? {
        switch text.trimmed.lowercased() {
        case "high", "h", "a", "p1", "1", "urgent", "highest", "critical", "blocker", "p0", "!!!", "important": .high
        case "medium", "normal", "m", "b", "p2", "2", "moderate", "!!": .medium
        case "low", "l", "c", "p3", "3", "lowest", "minor", "trivial", "!": .low
        case "p4", "4", "0", "none", "no priority", "-": .some(nil)
        default: nil
        }
    }

    /// The titles in a cell, separated by commas or semicolons. A backslash makes a semicolon part of a title, as in our own
    /// files.
    static func tags(_ cell: String) -> [String] {
        let parts = CSVTags.split(cell)
        let titles = parts.count > 1 || cell.contains("\\") ? parts : cell.split(separator: ",").map(String.init)
        return titles.map { title in
            let title = ForeignTitle.tag(title)
            return title.hasPrefix("#") ? String(title.dropFirst()) : title
        }
    }
}
