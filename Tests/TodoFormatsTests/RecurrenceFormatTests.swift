import Foundation
import JSON
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

    private func lines(_ todo: Todo, as format: some WritableTodoFormat = ICalendarFormat()) -> [String] {
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

    @Test("what cannot be counted here stays as it is: other dates, exceptions, a to-do that is done")
    func kept() throws {
        for extra in [
            "RDATE;VALUE=DATE:20261208", "STATUS:COMPLETED", "RECURRENCE-ID;VALUE=DATE:20261201",
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

    @Test(
        "dates that are left out and exceptions that are done or cancelled name the occurrences of their series"
    )
    func exceptions() throws {
        let file = """
            BEGIN:VCALENDAR
            BEGIN:VTODO
            UID:a
            SUMMARY:Rent
            DUE;VALUE=DATE:20261201
            RRULE:FREQ=WEEKLY
            EXDATE;VALUE=DATE:20261215,20261216
            LAST-MODIFIED:20261120T100000Z
            END:VTODO
            BEGIN:VTODO
            UID:a
            RECURRENCE-ID;VALUE=DATE:20261201
            SUMMARY:Rent\\, paid
            DUE;VALUE=DATE:20261201
            STATUS:COMPLETED
            COMPLETED:20261120T090000Z
            END:VTODO
            BEGIN:VTODO
            UID:a
            RECURRENCE-ID;VALUE=DATE:20261208
            SUMMARY:Rent
            STATUS:CANCELLED
            END:VTODO
            END:VCALENDAR
            """
        let read = try items(of: file.utf8, as: ICalendarFormat())
        let rent = try #require(read.todos.first)
        #expect(rent.recurrence?.rule == "FREQ=WEEKLY")
        let named = read.compactMap { item -> (Todo, OccurrenceInFile)? in
            if case .occurrence(let todo, let occurrence, _) = item { (todo, occurrence) } else { nil }
        }
        #expect(
            named.map { $0.1.days.map(\.day.description) } == [
                ["2026-12-15"], ["2026-12-16"], ["2026-12-01"], ["2026-12-08"],
            ])
        #expect(named.map(\.1.isSkipped) == [true, true, false, true] && named.allSatisfy { $0.1.series == rent.id })
        #expect(named.allSatisfy { $0.0.isDone } && named[2].0.title == "Rent, paid")
        // They are exported beside it, and come back the same.
        let own = named.suffix(2).map(\.0)
        let again = try items(of: export([rent] + own, as: ICalendarFormat(), in: utc), as: ICalendarFormat())
        #expect(again.filter { $0.todo?.id.rawValue != "" }.todos.map(\.id) == [rent.id] + own.map(\.id))
        #expect(again.todos[0].recurrence == rent.recurrence)
    }

    @Test(
        "one that was moved to another time for once is an exception at the time of the rule, and comes back the same")
    func movedTime() throws {
        let day = try #require(Day("2026-12-01"))
        let morning = Due.instant(try date("2026-12-01T09:00:00Z"), utc)
        let evening = Due.instant(try date("2026-12-01T18:00:00Z"), utc)
        var recurrence = Recurrence(rule: "FREQ=DAILY", mode: .every, zone: "UTC", base: day, key: day, due: evening)
        recurrence.usual = morning
        var rent = Todo(
            id: .init(stored: "172a4295-9382-4ec4-9cf7-6ee1f2cb4dc3"), title: "Rent", createdAt: context.now,
            due: evening, recurrence: recurrence)
        rent.current = .init(key: day, due: evening, number: 1)
        let out = lines(rent)
        #expect(out.contains("DTSTART:20261201T090000Z") && out.contains("RECURRENCE-ID:20261201T090000Z"))
        #expect(out.contains("DUE:20261201T090000Z") && out.contains("DUE:20261201T180000Z"))
        let again = try first(out.joined(separator: "\n"), ICalendarFormat())
        #expect(again.recurrence == recurrence && again.due == evening)
    }

    @Test("a recurring task of Taskwarrior is one series: its pending task is what it shows, others are settled")
    func taskwarrior() throws {
        let file = """
            [{"uuid":"172a4295-9382-4ec4-9cf7-6ee1f2cb4dc3","description":"Pay rent","status":"recurring","recur":"monthly",\
            "due":"20261001T000000Z","mask":"+X--","until":"20271231T000000Z"},
            {"uuid":"6389bb81-0539-4eef-892f-90ccb2aac841","description":"Pay rent","status":"completed","imask":0,\
            "parent":"172a4295-9382-4ec4-9cf7-6ee1f2cb4dc3","due":"20261001T000000Z","end":"20261002T080000Z"},
            {"uuid":"6389bb81-0539-4eef-892f-90ccb2aac842","description":"Pay rent","status":"deleted","imask":1,\
            "parent":"172a4295-9382-4ec4-9cf7-6ee1f2cb4dc3","due":"20261101T000000Z","end":"20261102T080000Z"},
            {"uuid":"6389bb81-0539-4eef-892f-90ccb2aac843","description":"Pay rent","status":"pending","imask":2,\
            "parent":"172a4295-9382-4ec4-9cf7-6ee1f2cb4dc3","due":"20261201T000000Z"}]
            """
        let read = try todos(of: file, as: TaskwarriorFormat(), context)
        let rent = try #require(read.first)
        #expect(read.count == 3 && rent.recurrence?.mode == .each)
        #expect(rent.recurrence?.rule == "FREQ=MONTHLY;UNTIL=20271231" && rent.recurrence?.key == Day("2026-12-01"))
        #expect(try rent.due == .day(2026, 12, 1))
        #expect(read.dropFirst().map { $0.occurrence?.key } == [Day("2026-10-01"), Day("2026-11-01")])
        #expect(read.dropFirst().map(\.isSkipped) == [false, true])
        let again = try todos(
            of: text(export(read, as: TaskwarriorFormat(), in: utc)), as: TaskwarriorFormat(), context)
        #expect(again.map(\.id) == read.map(\.id) && again[0].recurrence == rent.recurrence)
    }

    @Test(
        "a parent of Taskwarrior whose rule is not understood is not in the way; its tasks are there, and all go out as they came",
        arguments: [
            #""recur":"PT3H","due":"20261001T000000Z""#, #""recur":"P1Y2M","due":"20261001T000000Z""#,
            #""recur":"weekly""#,
        ])
    func unknownParent(recur: String) throws {
        let file = """
            [{"uuid":"172a4295-9382-4ec4-9cf7-6ee1f2cb4dc3","description":"Drink","status":"recurring","mask":"--",\(recur),\
            "entry":"20260930T120000Z","modified":"20261002T120000Z","rtype":"periodic","until":"20271231T000000Z"},
            {"uuid":"6389bb81-0539-4eef-892f-90ccb2aac841","description":"Drink","status":"pending","imask":0,\
            "entry":"20261001T000000Z","modified":"20261001T000000Z","recur":"PT3H","due":"20261001T000000Z",\
            "parent":"172a4295-9382-4ec4-9cf7-6ee1f2cb4dc3"}]
            """
        let read = try todos(of: file, as: TaskwarriorFormat(), context)
        #expect(read.map(\.isDone) == [true, false] && read.allSatisfy { $0.recurrence == nil && $0.series == nil })
        let attributes = try #require(try JSONValue(parsing: file).elements?[0].members)
        #expect(read[0].extras["taskwarrior.recur"] == attributes["recur"])
        let written = text(export(read, as: TaskwarriorFormat(), in: utc))
        #expect(try JSONValue(parsing: written) == JSONValue(parsing: file))
        #expect(try todos(of: written, as: TaskwarriorFormat(), context) == read)
        // A to-do that a person has opened again is open for Taskwarrior too.
        var opened = read[0]
        opened.completedAt = nil
        let again = text(export([opened], as: TaskwarriorFormat(), in: utc))
        #expect(try JSONValue(parsing: again).elements?[0]["status"] == "recurring")
    }

    @Test(
        "what recurs in Taskwarrior goes out as it can be said there",
        arguments: [
            ("FREQ=DAILY", "1d"), ("FREQ=WEEKLY;INTERVAL=2", "2w"), ("FREQ=MONTHLY", "1mo"), ("FREQ=YEARLY", "1y"),
            ("FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", "weekdays"), ("FREQ=MONTHLY;BYDAY=-1FR", nil),
        ])
    func recur(rule: String, recur: String?) throws {
        let day = try #require(Day("2026-12-01"))
        var rent = Todo(
            id: .init(stored: "172a4295-9382-4ec4-9cf7-6ee1f2cb4dc3"), title: "Rent", createdAt: context.now)
        rent.recurrence = Recurrence(rule: rule, mode: .every, zone: "UTC", base: day, key: day, due: .day(day))
        rent.due = .day(day)
        let written = text(export([rent], as: TaskwarriorFormat(), in: utc))
        let task = try #require(try JSONValue(parsing: written).elements?.first)
        #expect(task["recur"]?.string == recur && task["status"]?.string == (recur == nil ? "pending" : "recurring"))
        #expect(try todos(of: written, as: TaskwarriorFormat(), context).first?.recurrence == rent.recurrence)
    }

    @Test("a day of `until` is whole in the zone, stays as it came, and a settled task names its parent and its number")
    func taskwarriorAfterDone() throws {
        let file = """
            [{"uuid":"172a4295-9382-4ec4-9cf7-6ee1f2cb4dc3","description":"Pay rent","status":"recurring","recur":"monthly",\
            "due":"20261130T230000Z","mask":"-","rtype":"periodic","until":"20271231T000000Z"}]
            """
        let there = ImportContext(now: context.now, timeZone: zurich)
        var rent = try #require(try todos(of: file, as: TaskwarriorFormat(), there).first)
        #expect(rent.recurrence?.rule == "FREQ=MONTHLY;UNTIL=20271231")
        // The state is the same as if an occurrence was done here.
        let key = try #require(Day("2026-12-01"))
        let occurrence = Occurrence(stretch: 0, key: key)
        var paid = Todo(
            id: occurrence.id(in: rent.id), title: "Pay rent", createdAt: context.now, completedAt: context.now,
            due: .day(key))
        paid.series = rent.id
        paid.occurrence = occurrence
        let next = try #require(Day("2027-01-01"))
        rent.due = .day(next)
        rent.current = .init(key: next, due: .day(next), number: 2)
        let written = text(export([rent, paid], as: TaskwarriorFormat(), in: zurich))
        let tasks = try #require(try JSONValue(parsing: written).elements)
        #expect(tasks[0]["due"] == "20261130T230000Z" && tasks[0]["mask"] == "+" && tasks[0]["recur"] == "monthly")
        #expect(tasks[0]["until"] == "20271231T000000Z" && tasks[0]["status"] == "recurring")
        #expect(tasks[1]["parent"]?.string == rent.id.rawValue && tasks[1]["imask"] == 0)
        #expect(tasks[1]["status"] == "completed" && tasks[1]["recur"] == "1mo")
        let again = try todos(of: written, as: TaskwarriorFormat(), there)
        #expect(again.map(\.id) == [rent.id, paid.id] && again[0].recurrence == rent.recurrence)
        #expect(again[0].due == rent.due && again[1].occurrence == occurrence && again[1].extras.isEmpty)
        var writer = TaskwarriorFormat().makeWriter(context: ExportContext(timeZone: zurich))
        var bytes: [UInt8] = []
        for todo in [rent, paid] {
            let omissions = writer.write(todo, into: &bytes)
            #expect(omissions.isDisjoint(with: [.due, .recurrence, .series]))
        }
        // A series that began here ends at the end of its last day in its own zone.
        rent.extras = [:]
        let own = text(export([rent], as: TaskwarriorFormat(), in: zurich))
        #expect(try JSONValue(parsing: own).elements?.first?["until"] == "20271231T225959Z")
    }
}
