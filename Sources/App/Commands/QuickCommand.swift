import ArgumentParser
import JSON
import TodoFormats
import TodoKit

struct QuickCommand: TextCommand {
    static let configuration = CommandConfiguration.ofTodo(
        commandName: "quick", abstract: "Add a to-do that is typed in one line.",
        discussion: """
            Words such as +tag, @place, /list, ^parent, p1 to p3, due:friday and dates are understood wherever they \
            are; the rest is the title. Names that do not exist, and words that may mean something else, stay in the \
            title, and you are told. What is in double quotes or after a backslash is title.

            EXAMPLES:
              todo quick Call Bob tomorrow 5pm +work p1
              todo quick Report /Work/Reports due:"next friday 9am"
              todo quick Standup daily at 9 +work
              todo quick 'Read "2 hours tomorrow" +books' --dry-run
            """,
        aliases: ["q"])

    @Argument(help: ArgumentHelp("What is to be done.", valueName: "line"))
    var line: [String]

    @Flag(help: "Only show what would be added.")
    var dryRun = false

    @OptionGroup var global: GlobalOptions

    func run(in session: Session) async throws {
        let added = try await session.store.quickAdd(
            Self.joined(DashedWords.unmarked(line)), stores: !dryRun, settings: session.phrases)
        let words = added.understood.map { "“\(Sanitized.line($0.text))” (\($0.kind.rawValue))" }
        guard session.isJSON else {
            try await session.printAdded(added.todo, isStored: !dryRun)
            if !words.isEmpty { session.say("Understood: \(words.joined(separator: ", ")).", .dim) }
            session.sayHints(added.hints)
            session.sayUndated([added.todo])
            session.sayPast(added.todo.alarms.map(\.trigger), of: added.todo)
            return
        }
        try session.print(json: { writer in
            TodoJSON.write(added.todo, to: &writer) { writer in
                writer.key("understood")
                writer.beginArray()
                for part in added.understood { Self.write(part, to: &writer) }
                writer.endArray()
                Self.write(added.hints, to: &writer)
            }
        })
    }

    /// The line of the words. The shell has taken the quotation marks off `due:"next friday"`: of several words, one with
    /// spaces and a mark gets them back.
    static func joined(_ words: [String]) -> String {
        guard words.count > 1 else { return words.joined() }
        let marks = ["due:", "start:", "remind:", "+", "@", "/"]
        return words.map { word in
            guard let mark = marks.first(where: word.hasPrefix), word.contains(" "), !word.contains("\"") else {
                return word
            }
            return "\(mark)\"\(word.dropFirst(mark.count))\""
        }.joined(separator: " ")
    }

    private static func write(_ part: QuickAdd.Understood, to writer: inout JSONWriter) {
        writer.beginObject()
        write(part.kind.rawValue, part.text, part.span, to: &writer)
        writer.endObject()
    }

    /// Writes the member `hints` of a to-do that was added.
    static func write(_ hints: [QuickAdd.Hint], to writer: inout JSONWriter) {
        writer.key("hints")
        writer.beginArray()
        for hint in hints {
            writer.beginObject()
            write(hint.kind.rawValue, hint.text, hint.span, to: &writer)
            writer.member("reason", hint.reason)
            writer.member("fix", hint.fix)
            writer.endObject()
        }
        writer.endArray()
    }

    private static func write(_ kind: String, _ text: String, _ span: TextSpan, to writer: inout JSONWriter) {
        func array(_ range: Range<Int>) -> JSONValue {
            .array([.integer(Int64(range.lowerBound)), .integer(Int64(range.upperBound))])
        }
        writer.member("kind", kind)
        writer.member("text", text)
        writer.member("utf8", array(span.utf8))
        writer.member("utf16", array(span.utf16))
    }
}

extension Session {
    /// Names the words that looked like something and were left in the title. They are only looked for if somebody is told.
    func sayHints(_ hints: @autoclosure () -> [QuickAdd.Hint]) {
        guard !isQuiet else { return }
        for hint in hints() { say(Sanitized.line(hint.message)) }
    }

    /// Prints a to-do that was added, or would be.
    fileprivate func printAdded(_ todo: Todo, isStored: Bool) async throws {
        guard !isStored else { return try await printRows([todo]) }
        let table = TodoTable(dueText: DueText(now: now, timeZone: timeZone)) { _ in "-" }
        try print(output.isInteractive ? table.lines([todo], on: output) : [TodoLines.line(todo) { _ in "-" }])
    }
}
