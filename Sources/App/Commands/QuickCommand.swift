import ArgumentParser
import JSON
import TodoDomain
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
              grep -h TODO *.txt | todo quick -    a to-do for each line
            """,
        aliases: ["q"])

    @Argument(
        help: ArgumentHelp("What is to be done; -: a line for each to-do.", valueName: "line"),
        completion: Completer.quick)
    var line: [String]

    @Flag(help: "Only show what would be added.")
    var dryRun = false

    @Flag(help: "Make the list that the line names if it is missing.")
    var create = false

    @OptionGroup var global: GlobalOptions

    func run(in session: Session) async throws {
        let line = Self.joined(DashedWords.unmarked(line))
        let missing = session.missingLists(create: create)
        guard line == "-" else {
            let added = try await session.store.quickAdd(
                line, stores: !dryRun, missing: missing, settings: session.phrases)
            guard session.isJSON else { return try await session.report([added], isStored: !dryRun) }
            try session.print(json: { Self.write(added, to: &$0) })
            return session.sayMade(by: [added], isStored: !dryRun)
        }
        let outline = try QuickAdd.Outline(StandardInput.text(from: line, for: .outline), nests: false)
        let added = try await session.store.quickAdd(
            each: outline, stores: !dryRun, missing: missing, settings: session.phrases)
        guard session.isJSON else { return try await session.report(added, isStored: !dryRun) }
        try session.print(json: { writer in
            writer.beginArray()
            for addition in added { Self.write(addition, to: &writer) }
            writer.endArray()
        })
        session.sayMade(by: added, isStored: !dryRun)
    }

    /// The words as one line. The shell has removed the quotation marks of `due:"next friday"`. If there are several words, one
    /// with a colon and spaces gets them back.
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

    private static func write(_ added: QuickAddition, to writer: inout JSONWriter) {
        TodoJSON.write(added.todo, to: &writer) { writer in
            writer.key("understood")
            writer.beginArray()
            for part in added.understood { write(part, to: &writer) }
            writer.endArray()
            write(added.hints, to: &writer)
        }
    }

    private static func write(_ part: QuickAdd.Understood, to writer: inout JSONWriter) {
        writer.beginObject()
        write(part.kind.rawValue, part.text, part.span, to: &writer)
        writer.endObject()
    }

    /// Writes the member `hints` of an added to-do.
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
    /// Reports the words that looked like a date or a token and stayed in the title. It looks for them only if the person will
    /// see the report.
    func sayHints(_ hints: @autoclosure () -> [QuickAdd.Hint]) {
        guard !isQuiet else { return }
        for hint in hints() { say(Sanitized.line(hint.message)) }
    }

    /// Prints the to-dos that lines have added, or would add, with what was understood and what was not.
    func report(_ added: [QuickAddition], isStored: Bool = true) async throws {
        let todos = added.map(\.todo)
        try await printAdded(todos, isStored: isStored)
        for addition in added {
            let words = addition.understood.map { "“\(Sanitized.line($0.text))” (\($0.kind.rawValue))" }
            if !words.isEmpty, added.count == 1 { say("Understood: \(words.joined(separator: ", ")).", .dim) }
            sayHints(addition.hints)
            sayPast(addition.todo.alarms.map(\.trigger), of: addition.todo)
        }
        sayUndated(todos)
        sayMade(by: added, isStored: isStored)
        if added.isEmpty { say("There was no line to add.") }
        if added.count > 1 { say("\(isStored ? "Added" : "Would add") \(added.count.counted("to-do")).") }
    }

    /// Says which lists were made for what lines have added.
    fileprivate func sayMade(by added: [QuickAddition], isStored: Bool) {
        if isStored { sayMade(added.map { $0.newList.map(Placement.path) }) }
    }

    /// Prints the to-dos that were added, or would be.
    private func printAdded(_ todos: [Todo], isStored: Bool) async throws {
        guard !isStored else { return try await printRows(todos) }
        let table = TodoTable(dueText: DueText(now: now, timeZone: timeZone)) { _ in "-" }
        try print(output.isInteractive ? table.lines(todos, on: output) : todos.map { TodoLines.line($0) { _ in "-" } })
    }
}
