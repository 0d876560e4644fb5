import ArgumentParser
import Foundation
import TodoKit

/// The `todo` command.
@main
enum Main {
    static func main() async {
        let arguments = GlobalOptions.hoisted(Array(CommandLine.arguments.dropFirst()), in: RootCommand.self)
        do {
            var command = try RootCommand.parseAsRoot(arguments)
            if var command = command as? any SessionCommand {
                let session = try Session(command.global)
                try await command.run(in: session)
                await session.finish()
            } else {
                try command.run()
            }
        } catch {
            Self.exit(error, asJSON: arguments.prefix { $0 != "--" }.contains("--json"))
        }
    }

    private static func exit(_ error: any Error, asJSON: Bool) -> Never {
        if error is TodoError { fail(ErrorReport(error), asJSON: asJSON) }
        // What the parser throws: help and the like, which are no errors, or a complaint about the arguments.
        switch RootCommand.exitCode(for: error) {
        case .success:
            print(RootCommand.fullMessage(for: error))
            Foundation.exit(0)
        case .validationFailure:
            if asJSON { fail(ErrorReport(TodoError(.usage, RootCommand.message(for: error))), asJSON: true) }
            var message = RootCommand.fullMessage(for: error)
            if message.hasPrefix("Error: ") { message = "todo: " + message.dropFirst("Error: ".count) }
            FileHandle.standardError.write(Data((message + "\n").utf8))
            Foundation.exit(ProcessStatus.usage.rawValue)
        default: fail(ErrorReport(error), asJSON: asJSON)
        }
    }

    private static func fail(_ report: ErrorReport, asJSON: Bool) -> Never {
        FileHandle.standardError.write(Data(report.text(asJSON: asJSON).utf8))
        Foundation.exit(report.status.rawValue)
    }
}
