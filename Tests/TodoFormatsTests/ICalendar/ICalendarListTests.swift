import Foundation
import JSON
import Testing
import TodoDomain
import TodoFormats

@Suite("Names of calendars, and lengths of to-dos in them")
struct ICalendarListTests {
    private func all(_ text: String) throws -> [Todo] {
        try todos(of: text.replacing("\n", with: "\r\n"), as: ICalendarFormat())
    }

    @Test("the name of a calendar is the list of its to-dos, and a slash in it is a part of the name")
    func names() throws {
        let found = try all(
            """
            BEGIN:VCALENDAR
            X-WR-CALNAME:Home / garden
            BEGIN:VTODO
            UID:a
            SUMMARY:Dig
            END:VTODO
            BEGIN:VTODO
            UID:b
            SUMMARY:Seeds
            RELATED-TO:a
            END:VTODO
            END:VCALENDAR
            BEGIN:VCALENDAR
            BEGIN:VTODO
            UID:c
            SUMMARY:Call
            END:VTODO
            END:VCALENDAR
            """)
        #expect(found.map { $0.list?.path } == ["Home - garden", nil, nil])
        #expect(found[1].parent == found[0].id)
    }

    @Test(
        "a start with a length has the date to which it leads, across the changes of the clocks too",
        arguments: [
            ("DTSTART;TZID=Europe/Zurich:20260328T090000", "P1DT1H30M", "DUE;TZID=Europe/Zurich:20260329T103000"),
            ("DTSTART;VALUE=DATE:20260305", "P1W", "DUE;VALUE=DATE:20260312"),
            ("DTSTART:20260305T090000Z", "PT15M", "DUE:20260305T091500Z"),
        ])
    func lengths(start: String, length: String, due: String) throws {
        let lines = ["BEGIN:VCALENDAR", "BEGIN:VTODO", "UID:a", "SUMMARY:a", start, "DURATION:\(length)"]
        let todo = try #require(
            try all((lines + ["END:VTODO", "END:VCALENDAR"]).joined(separator: "\n")).first)
        let written = text(export([todo], as: ICalendarFormat())).components(separatedBy: "\r\n")
        #expect(written.contains(start) && written.contains(due))
        #expect(!written.contains { $0.hasPrefix("DURATION") })
    }

    @Test("a length that is none, or leads before the start, is kept as it is", arguments: ["-PT1H", "soon", "PT1H"])
    func noLength(text length: String) throws {
        let lines = ["BEGIN:VCALENDAR", "BEGIN:VTODO", "UID:a", "SUMMARY:a", "DTSTART;VALUE=DATE:20260305"]
        let todo = try #require(
            try all((lines + ["DURATION:\(length)", "END:VTODO", "END:VCALENDAR"]).joined(separator: "\n")).first)
        #expect(todo.due == nil && todo.extras["ics.DURATION"]?.string == "DURATION:\(length)")
    }
}
