import ArgumentParser
import JSON
import TodoDomain
import TodoKit

struct ReportCommand: FilteredCommand {
    static let configuration = CommandConfiguration.ofTodo(
        commandName: "report", abstract: "Show what was made and done, and how much was open.",
        discussion: """
            The last four weeks, unless days are named: per day, and per week if it is long. --svg writes a picture of it. \
            Words are a filter; then only what it finds now is counted, and nothing that was deleted.

            EXAMPLES:
              todo report
              todo report list:Work
              todo report --from 2026-01-01 --to 2026-06-30
              todo report --svg report.svg
              todo report --json
            """)

    @Argument(
        help: ArgumentHelp("Only those that a filter finds: all words together.", valueName: "filter"),
        completion: Completer.filter)
    var filter: [String] = []

    @Option(
        name: .customLong("where"), parsing: .unconditional,
        help: ArgumentHelp("Only those that a filter matches, in one argument.", valueName: "filter"),
        completion: Completer.filter)
    var condition: String?

    @Option(help: ArgumentHelp("The first day (four weeks before the last).", valueName: "day"))
    var from: String?

    @Option(help: ArgumentHelp("The last day (today).", valueName: "day"))
    var to: String?

    @Option(
        help: ArgumentHelp("Write a picture to this file; - is the standard output.", valueName: "file"),
        completion: .file())
    var svg: String?

    @OptionGroup var global: GlobalOptions

    func run(in session: Session) async throws {
        guard svg == nil || !session.isJSON else { throw TodoError(.usage, "Either --svg or --json, not both.") }
        let last =
            try to.map { try Self.day($0, "--to", in: session) } ?? Day(containing: session.now, in: session.timeZone)
        let first = try from.map { try Self.day($0, "--from", in: session) } ?? last.adding(days: -27)
        let filters = try await session.filters(filter, where: condition)
        let query = filters.isEmpty ? nil : try await session.query(filters, byDefault: nil)
        let database = session.path
        let file = try svg.flatMap {
            $0 == "-"
                ? nil
                : try OutputFile($0, protecting: [database, database + "-wal", database + "-shm", database + "-owner"])
        }
        let report = try await session.store.report(
            of: query, from: first, through: last, firstWeekday: session.firstWeekday)
        if svg != nil {
            let bytes = Array(report.svg(title: "To-dos from \(first) to \(last)").utf8)
            guard let file else { return try StandardStreams.write(file: bytes) }
            try file.write(bytes)
            return try file.finish()
        }
        guard !session.isJSON else { return try session.print(json: { Self.write(report, to: &$0) }) }
        try session.print(Self.lines(report, on: session.output))
    }

    private static func day(_ text: String, _ option: String, in session: Session) throws -> Day {
        try Typed.value(text, of: option) {
            Day(
                containing: try PastPhrase.parse(
                    $0, now: session.now, timeZone: session.timeZone, settings: session.phrases), in: session.timeZone
            )
        }
    }

    private static func lines(_ report: Report, on terminal: Terminal) -> [String] {
        let isLong = report.days.count > 35
        let periods = isLong ? report.weeks : report.days
        let width = min(terminal.isInteractive ? terminal.width : Terminal.defaultWidth, 100)
        func chart(_ heading: String, _ number: (Report.Period) -> Int) -> [String] {
            ["", terminal.styles(heading, .bold)] + BarChart(periods, number).lines(width: width)
        }
        return [report.summary] + chart("Done per \(isLong ? "week" : "day")", \.done)
            + chart("Open at the end of each \(isLong ? "week" : "day")", \.open)
    }

    private static func write(_ report: Report, to writer: inout JSONWriter) {
        func write(_ periods: [Report.Period], _ name: String) {
            writer.key(name)
            writer.beginArray()
            for period in periods {
                writer.beginObject()
                writer.member("first", period.first.description)
                writer.member("last", period.last.description)
                writer.member("created", period.created)
                writer.member("done", period.done)
                writer.member("open", period.open)
                writer.endObject()
            }
            writer.endArray()
        }
        writer.beginObject()
        writer.member("created", report.created)
        writer.member("done", report.done)
        writer.member("openBefore", report.openBefore)
        writer.member("open", report.open)
        write(report.days, "days")
        write(report.weeks, "weeks")
        writer.endObject()
    }
}
