import ArgumentParser
import FirestoreWire
import Foundation
import TodoServer

/// `todo-server import`.
struct ImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Import the output of 'todo-server export' into a database, here or elsewhere.",
        discussion: """
            It is then the same space as before: devices continue where they were, with 'todo remote set URL --moved'. \
            They are kept away until the import is complete. On another server, this needs an administrator, because \
            security rules do not apply to one.

            EXAMPLES:
              todo-server import ada.ndjson
              todo-server import ada.ndjson --user x8Jk2 --to https://firestore.googleapis.com --project my-project \\
                  --token-command "gcloud auth print-access-token"
              todo-server import ada.ndjson --to https://todo.example.org --token-file root.token
            """)

    @Argument(help: "The file; the standard input if it is left out.", completion: .file())
    var file: String?

    @Option(help: ArgumentHelp("The user there. (default: as in the file)", valueName: "name"))
    var user: String?

    @Option(help: ArgumentHelp("The shared space there. (default: as in the file)", valueName: "id"))
    var space: String?

    @Option(
        help: ArgumentHelp("Write to another server, of any kind that speaks Firestore's REST API.", valueName: "url"))
    var to: String?

    @Flag(help: "Delete what is there first.")
    var replace = false

    @OptionGroup var remote: RemoteOptions
    @OptionGroup var database: DatabaseOptions

    func validate() throws {
        guard user == nil || space == nil else { throw ValidationError("Give --user or --space, not both.") }
        try remote.require(url: to)
    }

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
            // A header names a space.
            let place = user.map(SpacePlace.user) ?? space.map(SpacePlace.shared) ?? SpacePlace(root: source)
            guard let place else { throw Failure(.usage, "Name the space with --user or --space.") }
            let count = try await remote.withSpace(place, at: to, or: database, orMake: true) { host in
                var space = SpaceImport(into: host, replacing: replace)
                return try await space.run(from: source, lines)
            }
            StandardError.say("Imported \(count) documents.")
        }
    }
}
