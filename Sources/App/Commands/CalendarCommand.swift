import ArgumentParser
import Foundation
import JSON
import TodoDomain
import TodoKit

struct CalendarCommand: SessionCommand {
    static let configuration = CommandConfiguration.ofTodo(
        commandName: "calendar", abstract: "Show a month with how much is due and was done.",
        discussion: """
            After each day is how much is due, and after a check mark how much was done. Weeks have the numbers of ISO 8601.

            EXAMPLES:
              todo calendar
              todo calendar 2026-12
              todo calendar december
              todo calendar next month
            """)

    @Argument(help: ArgumentHelp("A month such as 2026-12 or december, or a day of it.", valueName: "month"))
    var month: [String] = []

    @OptionGroup var global: GlobalOptions

    func run(in session: Session) async throws {
        let today = Day(containing: session.now, in: session.timeZone)
        let day = try month.isEmpty ? today : Self.day(month.joined(separator: " "), in: session)
        let calendar = try await session.store.calendar(of: day, firstWeekday: session.firstWeekday)
        guard !session.isJSON else { return try session.print(json: { Self.write(calendar, to: &$0) }) }
        try session.print(CalendarText.lines(calendar, today: today, styles: session.output.styles))
    }

    private static func day(_ text: String, in session: Session) throws -> Day {
        try Typed.value(text, of: "MONTH") {
            try MonthPhrase.parse($0, now: session.now, timeZone: session.timeZone, settings: session.phrases)
        }
    }

    private static func write(_ calendar: CalendarMonth, to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("month", String(calendar.first.description.prefix(7)))
        writer.key("weeks")
        writer.beginArray()
        for week in calendar.weeks {
            writer.beginObject()
            writer.member("number", week.number)
            writer.key("days")
            writer.beginArray()
            for cell in week.days.compactMap(\.self) {
                writer.beginObject()
                writer.member("day", cell.day.description)
                writer.member("inMonth", cell.isInMonth)
                writer.member("due", cell.due)
                writer.member("done", cell.done)
                writer.endObject()
            }
            writer.endArray()
            writer.endObject()
        }
        writer.endArray()
        writer.endObject()
    }
}
