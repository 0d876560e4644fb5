import ArgumentParser
import Basics
import Foundation

@main
struct TodoServerCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "todo-server",
        abstract: "A self-hosted remote for todo that speaks the Firestore REST v1 API.",
        // The version of `todo`, which is built from the same source.
        version: Version.described,
        subcommands: [
            ServeDocumentsCommand.self, UserCommand.self, HealthCommand.self, BackupCommand.self, RestoreCommand.self,
            CheckCommand.self, ExportCommand.self, ImportCommand.self,
        ])

    static func main() async {
        if let complaint = Surroundings.complaint {
            StandardError.say(complaint)
            Foundation.exit(Failure.Status.storage.rawValue)
        }
        await main(ProgramArguments.words)
    }
}
