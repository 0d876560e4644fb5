import ArgumentParser
import JSON
import TodoFormats
import TodoKit

struct QuickCommand: TextCommand {
    static let configuration = CommandConfiguration.ofTodo(
        commandName: "quick", abstract: "Add a to-do that is typed in one line.",
        discussion: """
            Words such as +tag, @place, /list, ^parent, p1 to p3, due:friday and a date at the end are understood; the \
            rest is the title. Names that do not exist, and words that may mean something else, belong to the title, \
            and so does what is in double quotes or after a backslash.

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
        func array(_ range: Range<Int>) -> JSONValue {
            .array([.integer(Int64(range.lowerBound)), .integer(Int64(range.upperBound))])
        }
        writer.beginObject()
        writer.member("kind", part.kind.rawValue)
        writer.member("text", part.text)
        writer.member("utf8", array(part.span.utf8))
        writer.member("utf16", array(part.span.utf16))
        writer.endObject()
    }
}

extension Session {
    /// Prints a to-do that was added, or would be.
    fileprivate func printAdded(_ todo: Todo, isStored: Bool) async throws {
        guard !isStored else { return try await printRows([todo]) }
        let table = TodoTable(dueText: DueText(now: now, timeZone: timeZone)) { _ in "-" }
        try print(output.isInteractive ? table.lines([todo], on: output) : [TodoLines.line(todo) { _ in "-" }])
    }
}
