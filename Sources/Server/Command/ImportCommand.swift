import ArgumentParser
import FirestoreWire
import Foundation
import TodoServer

/// `todo-server import`.
struct ImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Put what 'todo-server export' wrote into a database, here or elsewhere.",
        discussion: """
            It is then the same space as before: devices go on where they stood, with 'todo remote set URL --moved'. \
            Devices are kept away until all of it is there. Elsewhere this takes an administrator, to whom security \
            rules do not apply.

            EXAMPLES:
              todo-server import ada.ndjson
              todo-server import ada.ndjson --user x8Jk2 --to https://firestore.googleapis.com --project my-project \\
                  --token-command "gcloud auth print-access-token"
              todo-server import ada.ndjson --to https://todo.example.org --token-file root.token
            """)

    @Argument(help: "The file; the standard input where there is none.", completion: .file())
    var file: String?

    @Option(help: ArgumentHelp("Whose they are there. (default: as in the file)", valueName: "name"))
    var user: String?

    @Option(
        help: ArgumentHelp("Write to another server, of any kind that speaks Firestore's REST API.", valueName: "url"))
    var to: String?

    @Flag(help: "Delete what the user has there first.")
    var replace = false

    @OptionGroup var remote: RemoteOptions
    @OptionGroup var database: DatabaseOptions

    func validate() throws { try remote.require(url: to) }

    func run() async throws {
        try await Failure.handling {
            let input = try file.map { path in
                guard let input = FileHandle(forReadingAtPath: path) else {
                    throw Failure(.missing, "The file \(path) cannot be read.")
                }
                return input
            }
            // Before anything is opened, because a mistyped file must not create a database.
            var lines = SpaceLines(input ?? .standardInput)
            let source = try lines.header()
            let count = try await remote.withSpace(
                of: user ?? source.id ?? "", at: to, or: database, orMake: true
            ) { host in
                var space = SpaceImport(into: host, replacing: replace)
                return try await space.run(from: source, lines)
            }
            StandardError.say("Imported \(count) documents.")
        }
    }
}
