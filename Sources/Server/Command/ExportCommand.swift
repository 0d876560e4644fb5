import ArgumentParser
import Basics
import Foundation
import TodoServer

/// `todo-server export`.
struct ExportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write all data of a user, or of a shared space, to the standard output, to import it elsewhere.",
        discussion: """
            Lines of JSON: a header, each document as Firestore's REST API has it, and an end by which an import sees \
            that nothing is missing. Devices may go on syncing meanwhile. Links into a shared space are left out.

            EXAMPLES:
              todo-server export --user ada > ada.ndjson
              todo-server export --user ada --from https://firestore.googleapis.com --project my-project \\
                  --token-command "gcloud auth print-access-token" > ada.ndjson
            """)

    @Option(help: ArgumentHelp("The user, whose documents are under users/NAME.", valueName: "name"))
    var user: String?

    @Option(
        help: ArgumentHelp(
            "The shared space, whose documents are under spaces/ID, in place of --user.", valueName: "id"))
    var space: String?

    @Option(
        help: ArgumentHelp("Read from another server, of any kind that speaks Firestore's REST API.", valueName: "url"))
    var from: String?

    @OptionGroup var remote: RemoteOptions
    @OptionGroup var database: DatabaseOptions

    func validate() throws {
        guard (user == nil) != (space == nil) else { throw ValidationError("Give --user or --space.") }
        try remote.require(url: from)
    }

    func run() async throws {
        try await Failure.handling {
            let output = BufferedOutput(.standardOutput)
            // One of them is there, as validated.
            let place = space.map(SpacePlace.shared) ?? .user(user ?? "")
            let count = try await remote.withSpace(place, at: from, or: database) { host in
                var export = SpaceExport(host) { try output.write($0) }
                return try await export.run()
            }
            try output.finish()
            StandardError.say("Exported \(count) documents.")
        }
    }
}

/// Writes to a file in large pieces.
private final class BufferedOutput {
    private let file: FileHandle
    private var buffer: [UInt8] = []

    init(_ file: FileHandle) { self.file = file }

    func write(_ bytes: [UInt8]) throws {
        buffer += bytes
        if buffer.count > 256 << 10 { try flush() }
    }

    private func flush() throws {
        do {
            try file.write(contentsOf: Data(buffer))
        } catch {
            throw Self.failure
        }
        buffer = []
    }

    /// Writes the rest, and waits until a file is on the disk, because the space may be deleted from the server next. A
    /// pipe or a terminal has no disk behind it.
    func finish() throws {
        try flush()
        guard FileSync.reachesDisk(file.fileDescriptor) else { throw Self.failure }
    }

    private static let failure = Failure(
        .storage, "The standard output cannot be written; check that there is room.")
}
