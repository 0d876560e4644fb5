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
            var arguments = GlobalOptions.hoisted(Array(CommandLine.arguments.dropFirst()), in: RootCommand.self)
            if try checkCommand(arguments) is any IDsCommand.Type { arguments = PackedWords.pack(arguments) }
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

    /// Ends the process as it is: all that was written is written. What libraries would take apart at an exit, other
    /// threads may still use.
    private static func end(_ status: ProcessStatus) -> Never { _exit(status.rawValue) }

    /// What would otherwise be misread without a word: bytes that are no text.
    private static func checkSurroundings() throws {
        for case let argument? in UnsafeBufferPointer(start: CommandLine.unsafeArgv, count: Int(CommandLine.argc)) {
            guard String(validatingCString: argument) != nil else {
                throw TodoError(.badText, "An argument is not valid UTF-8.")
            }
        }
    }

    /// Of a command that there is not the parser says that its options are unknown, and it gives help on whatever it knows
    /// of a path.
    /// - Returns: the command.
    private static func checkCommand(_ arguments: [String]) throws -> any ParsableCommand.Type {
        let isHelp = arguments.first == "help"
        var command: any ParsableCommand.Type = RootCommand.self
        var path: [String] = []
        for name in arguments.dropFirst(isHelp ? 1 : 0).prefix(while: { !$0.hasPrefix("-") && $0 != "help" }) {
            guard !command.children.isEmpty else { break }
            path.append(name)
            guard let child = command.child(named: name) else {
                let known = command.children.flatMap { [$0._commandName] + $0.configuration.aliases }
                let meant = Suggestion.of(name, among: known).map { "; did you mean “\($0)”?" } ?? ";"
                let list = (["todo", "help"] + path.dropLast()).joined(separator: " ")
                throw TodoError(
                    .usage,
                    "There is no command \(Sanitized.quoted(path.joined(separator: " ")))\(meant) `\(list)` lists them."
                )
            }
            // None of the commands that are meant where none is named takes a word.
            command = child
        }
        return command
    }

    private static func exit(_ error: any Error, asJSON: Bool) -> Never {
        if error is TodoError { fail(ErrorReport(error), asJSON: asJSON) }
        // What the parser throws: help and the like, which are no errors, or a complaint about the arguments.
        switch RootCommand.exitCode(for: error) {
        case .success:
            do {
                try StandardStreams.write(Array((RootCommand.fullMessage(for: error) + "\n").utf8))
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

    /// What the parser says of the arguments, which it repeats as they are, however long.
    private static func complaint(_ error: any Error) -> String {
        let message = Sanitized.cut(RootCommand.message(for: error), to: 300)
        // Such a text is an option that there is not; where a text is missing, it is not even said that there is none.
        let isText = { (word: String) in word.hasPrefix("-") && !knownOptions.contains(word) && !word.hasPrefix("--db=")
        }
        guard ["Unknown option ", "Missing expected argument"].contains(where: message.hasPrefix),
            let text = CommandLine.arguments.dropFirst().prefix(while: { $0 != "--" }).first(where: isText)
        else { return message }
        return message
            + "\nWhat begins with a dash and is no option, such as \(Sanitized.quoted(text)), goes after two: todo add -- …"
    }

    /// What may stand anywhere.
    private static let knownOptions = ["--json", "--quiet", "-q", "--no-color", "--db", "--help", "-h", "--version"]

    /// The parser's own last line: which help to look at.
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
