import Foundation
import Testing
import TodoDomain
import TodoFormats

/// What repeats with a `DTSTART` at an earlier time of the day of its `DUE`, from which `EXDATE` and `UNTIL` are counted.
@Suite("Starts of what repeats in calendars")
struct ICalendarStartTests {
    private static let zoned = [
        "DTSTART;TZID=Europe/Zurich:20261201T090000", "DUE;TZID=Europe/Zurich:20261201T170000",
        "RRULE:FREQ=WEEKLY;UNTIL=20270330T070000Z", "EXDATE;TZID=Europe/Zurich:20261215T090000",
    ]

    private func todo(_ lines: [String]) throws -> Todo {
        let all = ["BEGIN:VCALENDAR", "BEGIN:VTODO", "UID:a"] + lines + ["END:VTODO", "END:VCALENDAR"]
        return try #require(try todos(of: all.joined(separator: "\n"), as: ICalendarFormat()).first)
    }

    private func lines(_ todo: Todo) -> [String] {
        text(export([todo], as: ICalendarFormat())).replacing("\r\n ", with: "").components(separatedBy: "\r\n")
    }

    /// As after the first one was done here.
    private func next(_ todo: Todo) throws -> Todo {
        let day = try #require(Day("2026-12-08"))
        var todo = todo
        let due = try #require(todo.due).on(day)
        todo.due = due
        todo.current = .init(key: day, due: due, number: 2)
        return todo
    }

    @Test("goes out as it came, and with its time on the day of the date when that has moved on")
    func time() throws {
        let todo = try todo(Self.zoned)
        #expect(todo.start == nil && todo.recurrence != nil)
        let out = lines(todo)
        #expect(Self.zoned.allSatisfy { out.contains($0) })
        let later = lines(try next(todo))
        #expect(later.contains("DTSTART;TZID=Europe/Zurich:20261208T090000"))
        #expect(later.contains("DUE;TZID=Europe/Zurich:20261208T170000"))
        #expect(later.contains(Self.zoned[2]) && later.contains(Self.zoned[3]))
        #expect(later.filter { $0.hasPrefix("DTSTART;TZID") }.count == 1)
        // Read again, it is the same.
        let again = try #require(
            try todos(of: later.joined(separator: "\r\n"), as: ICalendarFormat()).first { $0.recurrence != nil })
        #expect(again.due == (try next(todo).due) && again.start == nil)
        #expect(lines(again).contains("DTSTART;TZID=Europe/Zurich:20261208T090000"))
    }

    @Test("is written in UTC where the file has that")
    func universal() throws {
        let lines = [
            "DTSTART:20261201T080000Z", "DUE:20261201T160000Z", "RRULE:FREQ=WEEKLY", "EXDATE:20261215T080000Z",
        ]
        let todo = try todo(lines)
        let out = self.lines(todo)
        #expect(lines.allSatisfy { out.contains($0) })
        #expect(self.lines(try next(todo)).contains("DTSTART:20261208T080000Z"))
    }

    @Test("names the occurrence that was moved for once, and gives way to a due date before it")
    func moved() throws {
        var moved = try next(try todo(Self.zoned))
        moved.due = try #require(moved.due).on(try #require(Day("2026-12-10")))
        let out = lines(moved)
        #expect(out.contains("DTSTART;TZID=Europe/Zurich:20261208T090000"))
        #expect(out.contains("RECURRENCE-ID;TZID=Europe/Zurich:20261208T090000"))
        var early = try todo(Self.zoned)
        early.due = .instant(try date("2026-12-01T07:00:00Z"), zurich)
        #expect(lines(early).contains("DTSTART;TZID=Europe/Zurich:20261201T080000"))
    }
}
