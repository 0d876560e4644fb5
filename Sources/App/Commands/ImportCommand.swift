import ArgumentParser
import Foundation
import JSON
import TodoFormats
import TodoKit

struct ImportCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Take to-dos from a file.",
        discussion: """
            The whole file is checked before anything is written. Importing a file again changes nothing; where a to-do
            was edited here and in the file, the later edit of each field wins. Before a hundred records or more the
            database is backed up beside itself (todo restore brings it back).

            EXAMPLES:
              todo import tasks.json
              task export | todo import - --format taskwarrior
              todo import todo.txt
            """)

    @Argument(help: ArgumentHelp("The file, or - for the standard input.", valueName: "file"), completion: .file())
    var file: String

    @OptionGroup var formatOption: FormatOption

    @Flag(name: .customLong("no-backup"), help: "Do not back the database up before many records.")
    var noBackup = false

    @OptionGroup var global: GlobalOptions

    func run(in session: Session) async throws {
        let named = try formatOption.named()
        let input = try InputFile(file)
        guard let format = try named ?? input.guessedFormat() else {
            throw TodoError(.usage, "Say what the file is with --format \(FormatOption.names).")
        }
        let context = ImportContext(
            now: session.now, timeZone: session.timeZone, fileModifiedAt: input.modifiedAt)
        let bar = SharedProgressBar("importing", unit: .bytes, on: session.talk)
        defer { bar.finish() }
        let store = try session.store
        let report = try await store.importItems(
            backingUp: !noBackup, progress: { bar.update(to: $0, of: input.size * 2) }
        ) {
            format.makeReader(try input.source(), context: context)
        }
        bar.finish()
        try show(report, format: format, in: session)
    }

    private func show(_ report: ImportReport, format: any TodoFormat, in session: Session) throws {
        guard session.isJSON else {
            session.say(
                "Imported: \(report.added) new, \(report.updated) changed, \(report.unchanged) as they were, "
                    + "\(report.skippedCount) not taken.")
            for skipped in report.skipped { session.say("  \(skipped.position): \(skipped.reason)") }
            let unlisted = report.skippedCount - report.skipped.count
            if unlisted > 0 { session.say("  … and \(unlisted) more.") }
            return
        }
        try session.print(json: { writer in
            writer.beginObject()
            writer.key("format")
            writer.string(format.name)
            let counts = [
                ("added", report.added), ("updated", report.updated), ("unchanged", report.unchanged),
                ("skippedCount", report.skippedCount),
            ]
            for (name, count) in counts {
                writer.key(name)
                writer.integer(count)
            }
            writer.key("skipped")
            writer.beginArray()
            for skipped in report.skipped {
                writer.beginObject()
                writer.key("position")
                writer.string(skipped.position)
                writer.key("reason")
                writer.string(skipped.reason)
                writer.endObject()
            }
            writer.endArray()
            writer.endObject()
        })
    }
}

/// The option that names a file format.
struct FormatOption: ParsableArguments {
    @Option(
        help: ArgumentHelp("json, ndjson, todotxt, taskwarrior, ics or csv.", valueName: "name"),
        completion: .list(TodoFormats.all.map(\.name)))
    var format: String?

    static var names: String { TodoFormats.all.map(\.name).joined(separator: "|") }

    /// The format that was named; nil where none was.
    func named() throws -> (any TodoFormat)? {
        guard let format else { return nil }
        guard let found = TodoFormats.named(format.lowercased()) else {
            throw TodoError(.usage, "There is no such format; --format is one of \(Self.names).")
        }
        return found
    }
}
