import ArgumentParser
import Foundation
import TodoFormats
import TodoKit

struct ExportCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Write all to-dos to a file.",
        discussion: """
            json and ndjson hold everything; the other formats what they can, and the fields that they brought.

            EXAMPLES:
              todo export > todos.json
              todo export --format ics --output todos.ics
              todo export --format taskwarrior | task import
            """)

    @OptionGroup var formatOption: FormatOption

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "The file to write, which is replaced as a whole; - is the standard output.", valueName: "file"),
        completion: .file())
    var output: String?

    @OptionGroup var global: GlobalOptions

    func run(in session: Session) async throws {
        var nothing = ByteSource([])
        let guessed = try output.flatMap { try TodoFormats.guess(fileName: $0, source: &nothing) }
        guard let format = try formatOption.named() ?? guessed ?? TodoFormats.named("json") else { return }
        let database = session.path
        let file = try output.flatMap {
            $0 == "-" ? nil : try OutputFile($0, protecting: [database, database + "-wal", database + "-shm"])
        }
        let count = try await session.store.export(as: format) { bytes in
            if let file { try file.write(bytes) } else { try StandardStreams.write(bytes) }
        }
        try file?.finish()
        session.say("Exported \(count.counted("to-do")).")
        if !format.omissions.isEmpty {
            session.say("Left out, which the format does not hold: \(format.omissions.joined(separator: ", ")).")
        }
    }
}
