import ArgumentParser
import Basics
import Foundation
import TodoKit

/// The `todo` command.
@main
enum Main {
    static func main() async {
        StandardStreams.occupy()
        // Whoever started this program may ignore it; then nobody could learn how another program has ended.
        signal(SIGCHLD, SIG_DFL)
        let isJSON = ProgramArguments.all.prefix { $0 != "--" }.contains("--json")
        var session: Session?
        // The changes of a command that keeps running may be long past.
        var isShort = true
        do {
            try checkSurroundings()
            let words = ProgramArguments.words
            if let lines = await CompletedLine.answer(to: words) {
                try StandardStreams.write(lines: lines)
                end(.done)
            }
            var command = try await Invocation.command(words)
            if var command = Invocation.inSession(command) {
                isShort = !command.isAlone
                let opened = try Session(command.global, commands: RootCommand.names)
                session = opened
                if command.onlyReads {
                    if command.global.db != nil { try opened.requireDatabase() }
                    opened.isEmpty = try !opened.hasDatabase
                }
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
            let told = isShort ? session?.told(advised) ?? advised : advised
            session = nil
            Self.exit(told, asJSON: isJSON)
        }
        end(.done)
    }

    /// Ends the process without exit handlers: everything has been written, and other threads may still use what
    /// libraries would tear down.
    private static func end(_ status: ProcessStatus) -> Never { _exit(status.rawValue) }

    /// Refuses arguments that are not valid UTF-8, which would otherwise be misread silently, and a system on which the
    /// program may end at any moment.
    private static func checkSurroundings() throws {
        if let complaint = Surroundings.complaint { throw TodoError(.cannotOpen, complaint) }
        guard ProgramArguments.areText else { throw TodoError(.badText, "An argument is not valid UTF-8.") }
    }

    private static func exit(_ error: any Error, asJSON: Bool) -> Never {
        if error is TodoError { fail(ErrorReport(error), asJSON: asJSON) }
        // The parser throws help and the like, which are not errors, and complaints about arguments.
        switch RootCommand.exitCode(for: error) {
        case .success:
            do {
                let message = HelpText.fitted(RootCommand.fullMessage(for: error))
                try StandardStreams.write(lines: [message])
            } catch {
                fail(ErrorReport(error), asJSON: asJSON)
            }
            end(.done)
        case .validationFailure:
            let report = ErrorReport(
                TodoError(.usage, Invocation.complaint(error, about: ProgramArguments.words)))
            if asJSON { fail(report, asJSON: true) }
            StandardStreams.say(report.text(asJSON: false) + hint(for: error) + "\n")
            end(.usage)
        default: fail(ErrorReport(error), asJSON: asJSON)
        }
    }

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
