import ArgumentParser
import Foundation
import TodoFormats
import TodoKit

struct ExportCommand: SessionCommand {
    static let configuration = CommandConfiguration.ofTodo(
        commandName: "export", abstract: "Write all to-dos to a file.",
        discussion: """
            json holds everything, and so does ndjson, with lists only as the paths of their to-dos; the other formats hold \
            what they can, and the fields that were imported from them. What a format has no place for is reported, with \
            the to-dos concerned.

            EXAMPLES:
              todo export > todos.json
              todo export --format ics --output todos.ics
              todo export --format taskwarrior | task import
              todo export --where list:Work --format csv
            """)

    @OptionGroup var formatOption: WrittenFormatOption

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "The file to write, which is replaced as a whole; - is the standard output.", valueName: "file"),
        completion: .file())
    var output: String?

    @Option(
        name: .customLong("where"), parsing: .unconditional,
        help: ArgumentHelp(
            "Only the to-dos that a filter matches, with their tags, places and lists.", valueName: "filter"))
    var condition: String?

    @OptionGroup var global: GlobalOptions

    func run(in session: Session) async throws {
        let guessed = output.flatMap { TodoFormats.writable(forFile: $0) }
        guard let format = try formatOption.named() ?? guessed ?? TodoFormats.writable(named: "json") else { return }
        let filters = try await session.filters([], where: condition)
        let query = filters.isEmpty ? nil : try await session.query(filters, byDefault: nil)
        let database = session.path
        let file = try output.flatMap {
            $0 == "-"
                ? nil
                : try OutputFile($0, protecting: [database, database + "-wal", database + "-shm", database + "-owner"])
        }
        let report = try await session.store.export(query, as: format) { bytes in
            if let file { try file.write(bytes) } else { try StandardStreams.write(file: bytes) }
        }
        try file?.finish()
        session.say("Exported \(report.count.counted("to-do")).")
        for altered in report.alterations {
            session.say(
                """
                Altered, as no import takes what was sent here: \(altered.fields.joined(separator: ", ")) of the \
                \(altered.kind.word) \(altered.id).
                """)
        }
        guard !report.omissions.isEmpty else { return }
        session.say("Left out, which \(format.name) has no place for:")
        for omission in report.omissions {
            let line = try await line(omission, in: session)
            session.say("  \(line)")
        }
    }

    /// Reports the fields that were left out, with the first few to-dos that have them.
    private func line(_ omission: ExportReport.Omission, in session: Session) async throws -> String {
        let shown = Array(omission.ids.prefix(5))
        let prefixes = try await session.store.todos.shortestPrefixes(of: shown)
        let ids = shown.map { prefixes[$0] ?? $0.rawValue }.joined(separator: ", ")
        let more = omission.count > shown.count ? ", …" : ""
        return "\(omission.what.phrase) of \(omission.count.counted("to-do")): \(ids)\(more)"
    }
}

extension ExportOmission {
    /// The field's name in a message.
    fileprivate var phrase: String {
        switch self {
        case .id: "the id"
        case .title: "the exact title"
        case .notes: "the notes"
        case .controlCharacters: "control characters in the notes"
        case .times: "the exact times of making, editing or completion"
        case .milliseconds: "fractions of a second"
        case .due: "the due date or its time of day"
        case .dueZone: "the time zone of the due date"
        case .priority: "the priority"
        case .start: "the start date or its time of day"
        case .started: "when it was begun"
        case .estimate: "how long it takes"
        case .assignee: "who is to do it"
        case .tags: "the exact titles of tags"
        case .tagColors: "the colours of tags"
        case .location: "the place"
        case .list: "the list"
        case .parent: "the to-do that it is a subtask of"
        case .dependencies: "the to-dos that have to be done first"
        case .comments: "the comments or their exact times"
        case .position: "its place in the manual order"
        case .recurrence: "the rule by which it repeats"
        case .series: "which occurrence of another to-do it settles"
        case .reminders: "its reminders"
        case .fields: "other fields"
        case .extras: "the fields of other formats"
        }
    }
}
