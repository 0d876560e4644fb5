import Foundation
import Testing
import TodoDomain
import TodoFormats

/// `RRULE` in iCalendar, and `rec:` in todo.txt.
@Suite("Rules in files")
struct RecurrenceFormatTests {
    private func todo(_ lines: String...) throws -> Todo {
        let text =
            (["BEGIN:VCALENDAR", "BEGIN:VTODO", "UID:a", "SUMMARY:Rent"] + lines + ["END:VTODO", "END:VCALENDAR"])
            .joined(separator: "\n")
        return try first(text, ICalendarFormat())
    }

    private func first(_ text: String, _ format: some TodoFormat) throws -> Todo {
        try #require(try todos(of: text, as: format, context).first)
    }

    private func lines(_ todo: Todo, as format: some TodoFormat = ICalendarFormat()) -> [String] {
        text(export([todo], as: format, in: utc)).replacing("\r\n ", with: "").replacing("\r\n", with: "\n")
            .components(separatedBy: "\n")
    }

    @Test("a rule is counted from the date, and goes out as it came")
    func rule() throws {
        let rent = try todo("DUE;VALUE=DATE:20261201", "DTSTART;VALUE=DATE:20261201", "RRULE:FREQ=MONTHLY;COUNT=5")
        let recurrence = try #require(rent.recurrence)
        #expect(recurrence.rule == "FREQ=MONTHLY;COUNT=5" && recurrence.mode == .every)
        #expect(try recurrence.due == .day(2026, 12, 1) && recurrence.base == Day("2026-12-01"))
        #expect(rent.start == nil && rent.extras.isEmpty)
        let out = lines(rent)
        #expect(out.contains("RRULE:FREQ=MONTHLY;COUNT=5") && out.contains("DTSTART;VALUE=DATE:20261201"))
        #expect(out.contains("DUE;VALUE=DATE:20261201"))
    }

    @Test("what cannot be counted here stays as it is: exceptions, another start, a to-do that is done")
    func kept() throws {
        for extra in [
            "EXDATE;VALUE=DATE:20261208", "DTSTART;VALUE=DATE:20261128", "STATUS:COMPLETED",
            "RECURRENCE-ID;VALUE=DATE:20261201",
        ] {
            let rent = try todo("DUE;VALUE=DATE:20261201", "RRULE:FREQ=WEEKLY", extra)
            #expect(rent.recurrence == nil, "\(extra)")
            #expect(lines(rent).contains("RRULE:FREQ=WEEKLY"))
        }
    }

    @Test("a word of todo.txt repeats after the completion, with a plus after the date")
    func words() throws {
        for (word, rule, mode) in [
            ("rec:1w", "FREQ=WEEKLY", Recurrence.Mode.everyFromCompletion),
            ("rec:+2m", "FREQ=MONTHLY;INTERVAL=2", .every),
            ("rec:+3d", "FREQ=DAILY;INTERVAL=3", .every), ("rec:1y", "FREQ=YEARLY", .everyFromCompletion),
        ] {
            let line = "2026-11-01 Rent due:2026-12-01 \(word)"
            let rent = try first(line, TodoTxtFormat())
            #expect(rent.recurrence?.rule == rule && rent.recurrence?.mode == mode, "\(word)")
            #expect(try rent.title == "Rent" && rent.due == .day(2026, 12, 1))
            #expect(lines(rent, as: TodoTxtFormat()).first == line)
        }
        for line in [
            "2026-11-01 Rent rec:1w", "2026-11-01 Rent due:2026-12-01 rec:y", "2026-11-01 due:2026-12-01 Rent rec:0d",
        ] {
            let rent = try first(line, TodoTxtFormat())
            #expect(rent.recurrence == nil && rent.title.contains("rec:"))
        }
        let done = try first("x 2026-12-01 2026-11-01 Rent due:2026-12-01 rec:1w", TodoTxtFormat())
        #expect(done.recurrence == nil && done.isDone)
    }
}
