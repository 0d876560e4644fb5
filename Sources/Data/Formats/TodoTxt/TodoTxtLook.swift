import TodoDomain

/// Checks a file that was recognized as todo.txt only by its name. Every line of text is valid todo.txt, so a log or random
/// characters would otherwise become to-dos.
///
/// Accepts text without control characters, and without lines longer than a title. Beyond a thousand lines, one line in ten
/// must have a todo.txt element: `x`, a priority, a date, a context or a project.
struct TodoTxtLook {
    /// Longer than any line that a person writes.
    private static let maximumLine = Limits.title
    /// The number of lines that may be plain text.
    private static let plainLines = 1000
    /// Beyond those, one in this many lines must have a mark.
    private static let linesPerMark = 10

    private var lineCount = 0
    private var markCount = 0

    /// Checks a line that is not empty.
    mutating func check(_ text: String, _ line: TodoTxtLine) throws {
        guard text.utf8.count <= Self.maximumLine else {
            throw Self.refusal("the line has more than \(Self.maximumLine) bytes")
        }
        guard !text.utf8.contains(where: { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F }) else {
            throw Self.refusal("there is a control character")
        }
        lineCount += 1
        if line.hasMark { markCount += 1 }
    }

    /// Checks the whole file at its end.
    func finish() throws {
        guard lineCount <= Self.plainLines || markCount * Self.linesPerMark >= lineCount else {
            throw Self.refusal(
                "only \(markCount) of \(lineCount) lines have a priority, a date, a context or a project")
        }
    }

    private static func refusal(_ reason: String) -> InputError {
        InputError("\(reason), so this is not taken for todo.txt", remedies: [.nameFormat("todotxt")])
    }
}

extension TodoTxtLine {
    /// Whether the line has more than plain text.
    fileprivate var hasMark: Bool {
        isDone || priority != nil || creationDay != nil || due != nil || !contexts.isEmpty || !projects.isEmpty
    }
}
