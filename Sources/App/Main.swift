import ArgumentParser
import Foundation
import TodoKit

/// The `todo` command.
@main
enum Main {
    static func main() async {
        StandardStreams.occupy()
        let isJSON = CommandLine.arguments.prefix { $0 != "--" }.contains("--json")
        do {
            try checkSurroundings()
            let arguments = GlobalOptions.hoisted(Array(CommandLine.arguments.dropFirst()), in: RootCommand.self)
            try checkCommand(arguments)
            var command = try RootCommand.parseAsRoot(arguments)
            if var command = command as? any SessionCommand {
                let session = try Session(command.global)
                try await command.run(in: session)
                await BackgroundSync.begin(for: session)
                await session.finish()
            } else {
                try command.run()
            }
        } catch {
            Self.exit(error, asJSON: isJSON)
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
    private static func checkCommand(_ arguments: [String]) throws {
        let isHelp = arguments.first == "help"
        let asksForHelp =
            isHelp || arguments.prefix(while: { $0 != "--" }).contains(where: { ["--help", "-h"].contains($0) })
        var command: any ParsableCommand.Type = RootCommand.self
        for name in arguments.dropFirst(isHelp ? 1 : 0).prefix(while: { !$0.hasPrefix("-") && $0 != "help" }) {
            guard !command.children.isEmpty else { return }
            guard let child = command.child(named: name) else {
                throw TodoError(.usage, "There is no command “\(Sanitized.line(name))”; `todo help` lists them.")
            }
            command = child
            // Further down, a command that is meant where none is named may take the word for an argument.
            guard asksForHelp else { return }
        }
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
            let message = RootCommand.message(for: error)
            if asJSON { fail(ErrorReport(TodoError(.usage, message)), asJSON: true) }
            StandardStreams.say("todo: \(message)\n\(hint(for: error))\n")
            end(.usage)
        default: fail(ErrorReport(error), asJSON: asJSON)
        }
    }

    /// The parser's own last line: which help to look at.
    private static func hint(for error: any Error) -> String {
        let lines = RootCommand.fullMessage(for: error).split(separator: "\n").map { $0.drop { $0 == " " } }
        return lines.last { $0.hasPrefix("See ") }.map(String.init) ?? "See 'todo --help' for more information."
    }

    private static func fail(_ report: ErrorReport, asJSON: Bool) -> Never {
        StandardStreams.say(report.text(asJSON: asJSON))
        end(report.status)
    }
}
