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
        name: .shortAndLong, help: ArgumentHelp("The file to write; it is replaced as a whole.", valueName: "file"),
        completion: .file())
    var output: String?

    @OptionGroup var global: GlobalOptions

    func run(in session: Session) async throws {
        var nothing = ByteSource([])
        let guessed = try output.flatMap { try TodoFormats.guess(fileName: $0, source: &nothing) }
        guard let format = try formatOption.named() ?? guessed ?? TodoFormats.named("json") else { return }
        let file = try output.map(OutputFile.init)
        let handle = file?.handle ?? .standardOutput
        let count = try await session.store.export(as: format) { bytes in
            do { try handle.write(contentsOf: Data(bytes)) } catch {
                throw TodoError(.storage, "The export cannot be written; is the disk full?", underlying: error)
            }
        }
        try file?.finish()
        session.say("Exported \(count) to-do\(count == 1 ? "" : "s").")
        if !format.omissions.isEmpty {
            session.say("Left out, which the format does not hold: \(format.omissions.joined(separator: ", ")).")
        }
    }
}

/// A file that appears under its name only when all of it is written.
struct OutputFile {
    let handle: FileHandle
    private let path: String
    private let temporaryPath: String

    init(_ path: String) throws {
        self.path = path
        temporaryPath = path + ".part-\(ProcessInfo.processInfo.processIdentifier)"
        let descriptor = open(temporaryPath, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw TodoError(.storage, "\(path) cannot be written: \(String(cString: strerror(errno))).")
        }
        handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }

    func finish() throws {
        try handle.synchronize()
        guard rename(temporaryPath, path) == 0 else {
            throw TodoError(.storage, "\(path) cannot be written: \(String(cString: strerror(errno))).")
        }
    }
}
