import Foundation
import JSON
import Testing
import TodoDomain
import TodoFormats

@Suite struct ICalendarTests: ICalendarSuite {
    @Test("each of the to-dos that todoman 4.1.0 made is taken with every field")
    func fixtureFields() throws {
        let items = try items(of: fixture("todoman-4.1.0.ics"), as: format)
        let todos = items.todos
        #expect(items.count == 3)
        #expect(todos.map(\.title) == ["牛乳を買う", "Réserver une table", "Renew library card"])
        let stamp = try date("2026-11-20T16:41:52Z")
        #expect(todos.allSatisfy { $0.createdAt == stamp && $0.updatedAt == stamp && $0.notes.isEmpty })
        #expect(items == todos.map { .todo($0, modifiedAt: stamp) })
        #expect(todos.map(\.completedAt) == [stamp, nil, nil])
        let next = Due.instant(try date("2026-11-21T16:41:52Z"), zone: "UTC")
        #expect(todos.map(\.due) == [next, .instant(try date("2026-12-24T19:30:00Z"), zone: "UTC"), next])
        #expect(todos.map(\.priority) == [.low, .high, nil])
        #expect(todos.allSatisfy { $0.tags.isEmpty && $0.location == nil })
        #expect(
            todos[0].extras == [
                "ics.PERCENT-COMPLETE": "PERCENT-COMPLETE:100", "ics.SEQUENCE": "SEQUENCE:2",
                "ics.UID": "UID:497d85d448d941529d7c5a0ef2b4a289@vm",
            ])
        #expect(
            todos[1].extras == [
                "ics.LOCATION": "LOCATION:Île Saint-Louis", "ics.PRIORITY": "PRIORITY:4", "ics.SEQUENCE": "SEQUENCE:1",
                "ics.UID": "UID:595639ce64014325a3bbdc44b66f66b7@vm",
            ])
        #expect(todos[2].start == (try .day(2026, 11, 25)))
        #expect(
            todos[2].extras == [
                "ics.SEQUENCE": "SEQUENCE:1",
                "ics.UID": "UID:8d6f023a5bbb4426807183adf14aeee1@vm",
            ])
    }

    @Test("comments come in and go out again, with their times where these are ours; others stay as they are")
    func comments() throws {
        let ours = #"COMMENT;X-TODO-AT="2026-11-21T09:00:00.250Z":He calls back\, maybe"#
        let lines = ["CREATED:20261120T080000Z", "SUMMARY:Call Bob", "COMMENT:Nobody\\nanswered", ours]
        let todo = try first(calendar(lines[0], lines[1], lines[2], lines[3]))
        #expect(todo.comments.map(\.text) == ["Nobody\nanswered", "He calls back, maybe"])
        #expect(
            todo.comments.map(\.createdAt) == [try date("2026-11-20T08:00:00Z"), try date("2026-11-21T09:00:00.250Z")])
        #expect(todo.extras["ics.COMMENT"] == nil)
        #expect(self.lines(todo).filter { $0.hasPrefix("COMMENT") } == [lines[2], ours])
        let foreign = "COMMENT;LANGUAGE=en:Nobody"
        let kept = try first(calendar(lines[0], lines[1], lines[2], foreign))
        #expect(kept.comments.isEmpty)
        #expect(self.lines(kept).filter { $0.hasPrefix("COMMENT") } == [lines[2], foreign])
    }

    @Test("what was exported says what was imported, and a second import gives the same ids")
    func fixtureRoundTrip() throws {
        let bytes = try fixture("todoman-4.1.0.ics")
        let first = try items(of: bytes, as: format)
        #expect(try items(of: bytes, as: format) == first)
        let exported = export(first.todos, as: format)
        #expect(try items(of: exported, as: format) == first)
        func sorted(_ bytes: [UInt8]) -> [String] {
            text(bytes).components(separatedBy: "\r\n").map { $0.replacing(";VALUE=DATE-TIME", with: "") }
                .filter { !$0.hasPrefix("PRODID") }.sorted()
        }
        #expect(sorted(exported) == sorted(bytes))
    }

    @Test("every kind of due date means what it says")
    func due() throws {
        let there = ImportContext(now: context.now, timeZone: zurich)
        let six = try date("2026-11-21T17:00:00Z")
        #expect(try first(calendar("DUE;VALUE=DATE:20261121")).due == (try .day(2026, 11, 21)))
        #expect(try first(calendar("DUE:20261121T170000Z"), there).due == .instant(six, zone: "UTC"))
        for line in [
            "DUE;TZID=Europe/Zurich:20261121T180000", "DUE;TZID=\"Europe/Zurich\":20261121T180000",
            "due;tzid=/example.org/1/Europe/Zurich:20261121T180000", "DUE:20261121T180000",
            "DUE;TZID=Somewhere:20261121T180000",
        ] {
            let todo = try first(calendar(line), there)
            #expect(todo.due == .instant(six, zurich))
            #expect(lines(todo, in: zurich).contains(line))
        }
        var todo = try first(calendar("DUE;TZID=America/New_York:20261121T120000"))
        #expect(todo.due == .instant(six, zone: "America/New_York"))
        #expect(!todo.extras.keys.contains("ics.DUE"))
        #expect(lines(todo).contains("DUE;TZID=America/New_York:20261121T120000"))
        // Half past two comes twice that night; only UTC distinguishes the second from the first.
        todo.due = .instant(try date("2026-10-25T01:30:00Z"), zone: "Europe/Zurich")
        #expect(lines(todo).contains("DUE:20261025T013000Z"))
        #expect(
            try refusal(of: calendar("DUE:tomorrow").utf8, as: format) == """
                The to-do at line 3: the field "DUE" must be a date or time such as 20261121 or 20261121T180000Z.
                """)
    }

    @Test("lines are unfolded as bytes, also in the middle of a character, and folded between characters")
    func folding() throws {
        let folded =
            Array(calendar("SUMMARY:Cr").utf8.dropLast(28)) + [0x0D, 0x0A, 0x20, 0xC3, 0x0D, 0x0A, 0x09, 0xA8]
            + Array("me\r\nEND:VTODO\r\nEND:VCALENDAR".utf8)
        #expect(try items(of: folded, as: format).todos.first?.title == "Crème")
        var todo = try first(calendar("SUMMARY:a"))
        todo.title = String(repeating: "👩‍👩‍👧‍👦牛é", count: 60)
        todo.notes = String(repeating: "x", count: 500)
        let physical = text(export([todo], as: format)).components(separatedBy: "\r\n")
        #expect(physical.allSatisfy { $0.utf8.count <= 75 && !$0.contains("\n") && !$0.contains("\u{FFFD}") })
        let again = try first(physical.joined(separator: "\r\n"))
        #expect(again.title == todo.title)
        #expect(again.notes == todo.notes)
        #expect(try first(physical.joined(separator: "\n")) == again)
        #expect(try first(" \r\n\t\r\n" + physical.joined(separator: "\r\n")) == again)
    }

    @Test("escapes, quotes and parameters are understood and written back")
    func escapes() throws {
        let line = #"SUMMARY;LANGUAGE=de;X-A="a;b:c":Milch\, Brot\; und \\n \x"#
        let todo = try first(calendar(line, #"DESCRIPTION:one\ntwo\Nthree\,"#, #"CATEGORIES:a\,b,Home,,home"#))
        #expect(todo.title == #"Milch, Brot; und \n \x"#)
        #expect(todo.notes == "one\ntwo\nthree,")
        #expect(todo.tags.map(\.title) == ["a,b", "Home"])
        #expect(lines(todo).contains(line))
        #expect(lines(todo).contains(#"CATEGORIES:a\,b,Home,,home"#))
        var edited = todo
        edited.title = "a;b,c\\d"
        edited.notes = "x\r\ny"
        edited.tags.removeLast()
        #expect(lines(edited).contains(#"SUMMARY:a\;b\,c\\d"#))
        #expect(lines(edited).contains(#"DESCRIPTION:x\ny"#))
        #expect(lines(edited).contains(#"CATEGORIES:a\,b"#))
    }

    @Test(
        "a priority is high, medium or low, and goes back as the number that it was",
        arguments: [(0, nil), (1, .high), (4, .high), (5, .medium), (6, .low), (9, .low), (10, nil)]
            as [(Int, Priority?)])
    func priority(number: Int, priority: Priority?) throws {
        var todo = try first(calendar("PRIORITY:\(number)"))
        #expect(todo.priority == priority)
        #expect(lines(todo).contains("PRIORITY:\(number)"))
        todo.priority = .medium
        #expect(lines(todo).contains("PRIORITY:5"))
    }

    @Test("a place needs a position; a location without one stays a text")
    func place() throws {
        var todo = try first(calendar("LOCATION;X-A=b:Migros\\, Zürich", "GEO:47;8.5"))
        #expect(todo.location?.coordinate == (try Coordinate(latitude: 47, longitude: 8.5)))
        #expect(todo.location?.placeName == "Migros, Zürich")
        #expect(lines(todo).contains("GEO:47;8.5"))
        #expect(lines(todo).contains("LOCATION;X-A=b:Migros\\, Zürich"))
        todo.location = nil
        #expect(!lines(todo).contains { $0.hasPrefix("GEO") })
        todo = try first(calendar("LOCATION:Migros"))
        #expect(todo.location == nil)
        #expect(lines(todo).contains("LOCATION:Migros"))
        #expect(
            try refusal(of: calendar("GEO:91;0").utf8, as: format)
                == "The to-do at line 3: A latitude is a number from -90 to 90, not 91.0.")
    }

    @Test("a status that we do not have is kept while it still fits")
    func status() throws {
        var todo = try first(calendar("STATUS:IN-PROCESS", "PERCENT-COMPLETE:40"))
        #expect(!todo.isDone)
        #expect(lines(todo).contains("STATUS:IN-PROCESS"))
        todo.completedAt = context.now
        #expect(lines(todo).contains("STATUS:COMPLETED"))
        #expect(lines(todo).contains("COMPLETED:20261120T120000Z"))
        #expect(!lines(todo).contains { $0.hasPrefix("PERCENT-COMPLETE") })
        let cancelled = try first(calendar("STATUS:CANCELLED", "LAST-MODIFIED:20261101T000000Z"))
        #expect(cancelled.completedAt == (try date("2026-11-01T00:00:00Z")))
        #expect(lines(cancelled).contains("STATUS:CANCELLED"))
        #expect(try first(calendar("COMPLETED:20261101T000000Z")).isDone)
        #expect(try first(calendar("COMPLETED:20261101T000000Z", "STATUS:NEEDS-ACTION")).isDone == false)
    }

    @Test("alarms, recurrences and properties of other programs go back as they came, beside what was edited")
    func others() throws {
        let kept = [
            "RRULE:FREQ=WEEKLY;BYDAY=MO", "X-APPLE-SORT-ORDER;X=1:5", "ATTENDEE;CN=\"A, B\":mailto:a@b.c",
            "ATTENDEE:mailto:d@e.f", "BEGIN:VALARM", "TRIGGER:-PT15M", "X-A:1", "END:VALARM",
        ]
        var todo = try first(
            (["BEGIN:VCALENDAR", "BEGIN:VTODO", "UID:a"] + kept + ["END:VTODO", "END:VCALENDAR"]).joined(
                separator: "\n"))
        todo.title = "edited"
        let lines = lines(todo)
        #expect(kept.allSatisfy { line in lines.contains(line) })
        #expect(Array(lines.drop { $0 != "BEGIN:VALARM" }.prefix(4)) == Array(kept.suffix(4)))
    }

    @Test("a UID that is none of our ids, and the exceptions of a recurrence, have ids that stay the same")
    func ids() throws {
        let upper = "UID:3F0ED665-CE5C-4CEF-94F9-5D26185D018A"
        let text = [
            "BEGIN:VCALENDAR", "BEGIN:VTODO", upper, "END:VTODO", "BEGIN:VTODO", upper, "RECURRENCE-ID:20261121",
            "END:VTODO", "BEGIN:VTODO", "UID:a@b", "END:VTODO", "BEGIN:VTODO", "END:VTODO", "END:VCALENDAR",
        ].joined(separator: "\n")
        let read = try todos(of: text, as: format)
        #expect(read[0].id.rawValue == "3F0ED665-CE5C-4CEF-94F9-5D26185D018A")
        #expect(Set(read.map(\.id)).count == 4)
        #expect(read.allSatisfy { $0.title == "(no title)" })
        #expect(lines(read[1]).filter { $0.hasPrefix("UID") } == [upper])
        #expect(lines(read[2]).contains("UID:a@b"))
        #expect(!lines(read[2]).contains { $0.hasPrefix("SUMMARY") })
        #expect(try todos(of: text, as: format) == read)
        #expect(try items(of: export(read, as: format), as: format).todos.map(\.id) == read.map(\.id))
    }

    @Test("other components are reported and passed over")
    func skipped() throws {
        let text = [
            "BEGIN:VCALENDAR", "BEGIN:VTIMEZONE", "TZID:X", "BEGIN:STANDARD", "END:STANDARD", "END:VTIMEZONE",
            "BEGIN:VEVENT", "SUMMARY:secret", "END:VEVENT", "BEGIN:X-SECRET", "END:X-SECRET", "END:VCALENDAR",
        ].joined(separator: "\r\n")
        #expect(
            try items(of: text.utf8, as: format).skipped == [
                "line 7: A VEVENT is not a to-do.",
                "line 10: A component of this kind is not a to-do.",
            ])
    }
}
