import Foundation
import JSON
import Testing
import TodoDomain
import TodoFormats

@Suite struct ICalendarHostileTests: ICalendarSuite {
    @Test(
        "what is no calendar is refused with its line",
        arguments: [
            ("", "Line 1: the file holds no calendar."), ("hello", "Line 1: the line is not a property of iCalendar."),
            ("A:b", "Line 1: the file does not begin with BEGIN:VCALENDAR."),
            ("BEGIN:VCALENDAR\nBEGIN:VTODO\nSUMMARY:a", "Line 4: the file ends within a to-do."),
            ("BEGIN:VCALENDAR\n", "Line 2: the file ends within a calendar."),
            ("BEGIN:VTODO\nEND:VEVENT", "Line 2: END:VTODO is missing before it."),
            ("BEGIN:VCALENDAR\nBEGIN:VTODO\nBEGIN:VALARM\nEND:VTODO", "Line 4: another component is still open."),
            ("END:VCALENDAR", "Line 1: there is no open calendar to end."),
        ])
    func refused(text: String, message: String) throws {
        let refused = try refusal(of: text.utf8, as: format)
        #expect(refused == message)
    }

    @Test("properties that came from elsewhere cannot smuggle in further lines")
    func injection() throws {
        var todo = try first(calendar("SUMMARY:a"))
        let before = lines(todo)
        todo.extras = [
            "ics.X-A": "X-A:1\r\nEND:VTODO", "ics.X-B": "SUMMARY:b", "ics.BEGIN": "BEGIN:VTODO", "ics.END": "END:VTODO",
            "ics.BEGIN.VALARM": ["BEGIN:VALARM\nEND:VALARM\nEND:VTODO", "END:VTODO", "BEGIN:VALARM"], "ics.": "x",
            "ics.UID": "UID:other", "ics.DUE": "DUE:20261121", "ics.STATUS": 1,
        ]
        #expect(lines(todo) == before)
    }

    @Test("hostile to-dos come back with the same fields, to the second")
    func hostile() throws {
        print("round trip of ics with seed 11")
        var models = HostileModels(seed: 11)
        let tags = (0..<8).map { _ in models.tag() }
        let locations = try (0..<5).map { _ in try models.location() }
        func seconds(_ date: Date) -> Int64 { Int64((Double(date.milliseconds) / 1000).rounded(.down)) }
        for _ in 0..<300 {
            let todo = models.todo(tags: tags, locations: locations)
            let bytes = export([todo], as: format, in: zurich)
            let again = try #require(
                try items(of: bytes, as: format, ImportContext(now: context.now, timeZone: zurich)).todos.first)
            #expect(again.id == todo.id)
            #expect(again.title == todo.title)
            #expect(again.priority == todo.priority)
            #expect(seconds(again.createdAt) == seconds(todo.createdAt))
            #expect(seconds(again.updatedAt) == seconds(todo.updatedAt))
            #expect(again.completedAt.map(seconds) == todo.completedAt.map(seconds))
            #expect(again.location?.position == todo.location?.position)
            #expect(again.location?.placeName == todo.location?.placeName)
            #expect(Set(again.tags.map { TagName.folded($0.title) }) == Set(todo.tags.map { TagName.folded($0.title) }))
            if case .instant(let date, _) = todo.due, case .instant(let other, _) = again.due {
                #expect(seconds(date) == seconds(other))
            } else {
                #expect(again.due == todo.due)
            }
            #expect(export([again], as: format, in: zurich) == bytes)
        }
    }

    @Test("no text makes the reader crash or hang")
    func fuzzing() throws {
        let alarm = calendar(
            "BEGIN:VALARM", "TRIGGER:-PT15M", "END:VALARM", "GEO:1;2", "DUE;TZID=Europe/Zurich:20261121T180000")
        fuzz(
            format, with: [try fixture("todoman-4.1.0.ics"), Array(alarm.utf8)],
            alphabet: "BEGIN:VTODO;END=\"\\,CALRZ0123 \t\r\n")
        #expect(
            try refusalOfHugeElement(format, start: "BEGIN:VCALENDAR\nBEGIN:VTODO\nSUMMARY:", filler: "a", end: "\n")
                == "Line 3: the line has more than 1048576 bytes.")
    }
}
