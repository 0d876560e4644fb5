import ArgumentParser
import Foundation
import TodoKit

/// The `todo` command.
@main
enum Main {
    static func main() async {
        StandardStreams.occupy()
        let isJSON = CommandLine.arguments.prefix { $0 != "--" }.contains("--json")
        var session: Session?
        do {
            try checkSurroundings()
            let typed = RootCommand.expandingAlias(
                GlobalOptions.rewritingColor(Array(CommandLine.arguments.dropFirst())))
            var arguments = GlobalOptions.hoisted(await RootCommand.expandingView(typed), in: RootCommand.self)
            let type = try checkCommand(arguments)
            if type is any FilteredCommand.Type { try checkConditions(arguments) }
            if type is any IDsCommand.Type { arguments = PackedWords.pack(arguments) }
            var command = try RootCommand.parseAsRoot(arguments)
            if var command = command as? any SessionCommand {
                let opened = try Session(command.global)
                session = opened
                if command.onlyReads, command.global.db != nil { try opened.requireDatabase() }
                try await command.run(in: opened)
                await BackgroundSync.begin(for: opened)
                await opened.finish()
                // Closes the database.
                session = nil
            } else {
                try command.run()
            }
        } catch {
            let advised = await session?.advised(error) ?? error
            session = nil
            Self.exit(advised, asJSON: isJSON)
        }
        end(.done)
    }

    /// Ends the process without exit handlers: everything has been written, and other threads may still use what
    /// libraries would tear down.
    private static func end(_ status: ProcessStatus) -> Never { _exit(status.rawValue) }

    /// Refuses arguments that are not valid UTF-8, which would otherwise be misread silently.
    private static func checkSurroundings() throws {
        for case let argument? in UnsafeBufferPointer(start: CommandLine.unsafeArgv, count: Int(CommandLine.argc)) {
            guard String(validatingCString: argument) != nil else {
                throw TodoError(.badText, "An argument is not valid UTF-8.")
            }
        }
    }

    /// Looks up the command. For an unknown one, the parser would complain about its options instead, or print help for
    /// the part of its path that it knows.
    /// - Returns: the command.
    private static func checkCommand(_ arguments: [String]) throws -> any ParsableCommand.Type {
        let isHelp = arguments.first == "help"
        var command: any ParsableCommand.Type = RootCommand.self
        var path: [String] = []
        for name in arguments.dropFirst(isHelp ? 1 : 0).prefix(while: { !$0.hasPrefix("-") && $0 != "help" }) {
            guard !command.children.isEmpty else { break }
            path.append(name)
            guard let child = command.child(named: name) else {
                if let usual = command.configuration.defaultSubcommand, usual is any WordsCommand.Type { return usual }
                let known = command.children.flatMap { [$0._commandName] + $0.configuration.aliases }
                let meant = NearestWord.to(name, among: known).map { "; did you mean “\($0)”?" } ?? ";"
                let list = (["todo", "help"] + path.dropLast()).joined(separator: " ")
                throw TodoError(
                    .usage,
                    "There is no command \(Sanitized.quoted(path.joined(separator: " ")))\(meant) `\(list)` lists them."
                )
            }
            // Other default subcommands take no words, so a word is the name of a subcommand.
            command = child
        }
        return command
    }

    /// Refuses a condition such as `-tag:shop`, which the parser would take for many short options, `-h` among them.
    private static func checkConditions(_ arguments: [String]) throws {
        let words = arguments.prefix { $0 != "--" }
        for (previous, word) in zip(words, words.dropFirst())
        where !previous.hasPrefix("--") && isNegated(word) {
            let argument = ShellWord.quoted(Sanitized.bounded(word, to: 60))
            throw TodoError(
                .usage, "A condition that begins with a minus goes into --where, such as: --where \(argument)")
        }
    }

    /// Whether a word looks like `-tag:shop`, `-(…` or `-@view`.
    private static func isNegated(_ word: String) -> Bool {
        guard word.first == "-" else { return false }
        let rest = word.dropFirst()
        let field = rest.prefix { $0.isLetter }
        return rest.first == "(" || rest.first == "@" || (!field.isEmpty && rest[field.endIndex...].first == ":")
    }

    private static func exit(_ error: any Error, asJSON: Bool) -> Never {
        if error is TodoError { fail(ErrorReport(error), asJSON: asJSON) }
        // What the parser throws: help and the like, which are not errors, or a complaint about the arguments.
        switch RootCommand.exitCode(for: error) {
        case .success:
            do {
                let message = HelpText.fitted(RootCommand.fullMessage(for: error))
                try StandardStreams.write(Array((message + "\n").utf8))
            } catch {
                fail(ErrorReport(error), asJSON: asJSON)
            }
            end(.done)
        case .validationFailure:
            let report = ErrorReport(TodoError(.usage, complaint(error)))
            if asJSON { fail(report, asJSON: true) }
            StandardStreams.say(report.text(asJSON: false) + hint(for: error) + "\n")
            end(.usage)
        default: fail(ErrorReport(error), asJSON: asJSON)
        }
    }

    /// The parser's complaint, shortened, since it repeats arguments whatever their length.
    private static func complaint(_ error: any Error) -> String {
        let message = Sanitized.cut(RootCommand.message(for: error), to: 300)
        // A text that begins with a dash is taken for an unknown option; if an argument is missing, the parser does not
        // mention it.
        let isText = { (word: String) in word.hasPrefix("-") && !knownOptions.contains(word) && !word.hasPrefix("--db=")
        }
        guard ["Unknown option ", "Missing expected argument"].contains(where: message.hasPrefix),
            let text = CommandLine.arguments.dropFirst().prefix(while: { $0 != "--" }).first(where: isText)
        else { return message }
        return message
            + "\nWhat begins with a dash and is no option, such as \(Sanitized.quoted(text)), goes after two: todo add -- …"
    }

    /// The options that may appear anywhere.
    private static let knownOptions = [
        "--json", "--quiet", "-q", "--no-color", "--db", "--help", "-h", "--version", "--color-when",
    ]

    /// The parser's own last line, which refers to the help.
    private static func hint(for error: any Error) -> String {
        let lines = RootCommand.fullMessage(for: error).split(separator: "\n").map { $0.drop { $0 == " " } }
        let own = lines.last { $0.hasPrefix("See ") }
        return own.map { Sanitized.bounded($0, to: 200) } ?? "See 'todo --help' for more information."
    }

    private static func fail(_ report: ErrorReport, asJSON: Bool) -> Never {
        StandardStreams.say(report.text(asJSON: asJSON))
        end(report.status)
    }
}
