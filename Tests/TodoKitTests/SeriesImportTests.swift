import Basics
import Foundation
import TestSupport
import Testing
import TodoFormats
import TodoKit

/// What repeats, in calendars that other programs have changed. The files are written after what those programs are documented
/// to write; none of them made these.
@Suite("What repeats in files of other programs")
struct SeriesImportTests {
    private let test: TestStore
    private var store: TodoStore { test.store }

    init() throws {
        test = try TestStore(.serial)
        test.clock.now = try #require(Date(rfc3339: "2026-12-01T12:00:00Z"))
    }

    // MARK: Files

    /// The component of the series, as such a program has it.
    private func master(
        _ due: String, _ rule: String = "FREQ=MONTHLY", start: String? = nil, uid: String = "rent", _ more: String...
    ) -> [String] {
        ["UID:\(uid)", "SUMMARY:Rent", "DTSTART;VALUE=DATE:\(start ?? due)", "DUE;VALUE=DATE:\(due)", "RRULE:\(rule)"]
            + more
    }

    private func exception(_ day: String, _ more: String..., status: String? = "COMPLETED") -> [String] {
        ["UID:rent", "SUMMARY:Rent", "RECURRENCE-ID;VALUE=DATE:\(day)"] + (status.map { done($0) } ?? []) + more
    }

    private func copy(_ day: String, uid: String = "copy") -> [String] {
        ["UID:\(uid)", "SUMMARY:Rent", "DUE;VALUE=DATE:\(day)"] + done("COMPLETED")
    }

    private func done(_ status: String) -> [String] {
        ["STATUS:\(status)", "COMPLETED:\(test.clock.now.iso8601Basic)"]
    }

    private func calendar(_ components: [[String]]) -> String {
        let bodies = components.map { lines in
            ["BEGIN:VTODO", "LAST-MODIFIED:\(test.clock.now.iso8601Basic)"] + lines + ["END:VTODO"]
        }
        return (["BEGIN:VCALENDAR", "VERSION:2.0"] + bodies.joined() + ["END:VCALENDAR", ""]).joined(separator: "\r\n")
    }

    /// Imports files a minute later; a second import must change nothing.
    @discardableResult
    private func takeFiles(
        _ files: [String], _ location: SourceLocation = #_sourceLocation
    ) async throws -> ImportReport {
        func take(isTrial: Bool = false) async throws -> ImportReport {
            let now = test.clock.now
            return try await store.importItems(
                isTrial: isTrial,
                fromEach: files.map { text in
                    {
                        ICalendarFormat().makeReader(
                            ByteSource(text.utf8), context: ImportContext(now: now, timeZone: .gmt))
                    }
                }
            ).reduce(into: ImportReport()) { $0.add($1) }
        }
        test.clock.advance(by: 60)
        let trial = try await take(isTrial: true)
        let report = try await take()
        #expect(trial == report, sourceLocation: location)
        let before = try await state()
        let again = try await take()
        #expect(try await state() == before, sourceLocation: location)
        #expect(again.added + again.updated == 0, "\(again)", sourceLocation: location)
        #expect(try test.stack.inconsistency() == nil, sourceLocation: location)
        return report
    }

    @discardableResult
    private func take(
        _ components: [String]..., location: SourceLocation = #_sourceLocation
    ) async throws -> ImportReport {
        // Written by a program that knew the state of a minute ago.
        test.clock.advance(by: 60)
        return try await takeFiles([calendar(components)], location)
    }

    /// What is exported, with lines that are not folded, edited by another program an hour later.
    private func exported(_ edit: (String) -> String) async throws -> String {
        let bytes = Locked([UInt8]())
        try await store.export(as: ICalendarFormat(), timeZone: .gmt) { part in bytes.withLock { $0 += part } }
        test.clock.advance(by: 3600)
        let stamp = test.clock.now.iso8601Basic
        let text = String(decoding: bytes.withLock { $0 }, as: UTF8.self).replacing("\r\n ", with: "")
        return edit(text).components(separatedBy: "\r\n")
            .map { $0.hasPrefix("LAST-MODIFIED:") ? "LAST-MODIFIED:\(stamp)" : $0 }.joined(separator: "\r\n")
    }

    // MARK: The series

    private func add(_ rule: String, _ mode: Recurrence.Mode, from day: String = "2026-12-01") async throws {
        let first = try #require(Day(day))
        let recurrence = Recurrence(rule: rule, mode: mode, zone: "UTC", base: first, key: first, due: .day(first))
        try await store.add("Rent", recurrence: recurrence)
    }

    private var series: Todo {
        get async throws {
            let all = try await store.todos.fetch(.all, source: .local).items
            return try #require(all.first { $0.recurrence != nil })
        }
    }

    /// When it is due, what is settled and what is open beside it.
    private func state() async throws -> String {
        let all = try await store.todos.fetch(.all, source: .local).items
        let series = all.filter { $0.recurrence != nil }.map { $0.isDone ? "ended" : $0.due?.day.description ?? "none" }
        func days(_ todos: [Todo]) -> String {
            todos.map {
                "\($0.isSkipped ? "-" : "")\($0.occurrence?.key.description ?? $0.due?.day.description ?? "?")"
            }
            .sorted().joined(separator: " ")
        }
        let rest = all.filter { $0.recurrence == nil && $0.occurrence == nil }
        let settled = days(all.filter { $0.occurrence != nil })
        return "\(series.sorted().joined(separator: " ")) [\(settled)]" + (rest.isEmpty ? "" : " + \(days(rest))")
    }

    private func complete(on day: String) async throws {
        test.clock.now = try #require(Date(rfc3339: "\(day)T12:00:00Z"))
        try await store.complete([series.id], .only)
    }

    // MARK: What is done elsewhere

    @Test("a series that another program completed by moving its date on one step is settled, not moved once")
    func completedByMoving() async throws {
        for stamp in ["LAST-MODIFIED", "X-NOTHING"] {
            let world = try SeriesImportTests()
            func take(_ day: String, _ count: Int) async throws {
                let text = world.calendar([world.master(day, "FREQ=WEEKLY;COUNT=\(count)", uid: "u-1")])
                try await world.takeFiles([text.replacing("LAST-MODIFIED", with: stamp)])
            }
            world.test.clock.now = try #require(Date(rfc3339: "2026-03-10T12:00:00Z"))
            try await take("20260310", 5)
            try await take("20260317", 4)
            #expect(try await world.state() == "2026-03-17 [2026-03-10]")
            try await world.complete(on: "2026-03-17")
            #expect(try await world.state() == "2026-03-24 [2026-03-10 2026-03-17]")
            for day in ["2026-03-24", "2026-03-31", "2026-04-07"] { try await world.complete(on: day) }
            #expect(try await world.state().hasPrefix("ended"), "COUNT counts what was completed elsewhere")
        }
    }

    @Test("a date that was moved here since the file was edited is not settled by the file")
    func editedSince() async throws {
        try await add("FREQ=WEEKLY", .every)
        let old = try await exported { $0.replacing("VALUE=DATE:20261201", with: "VALUE=DATE:20261208") }
        test.clock.advance(by: 60)
        try await store.edit([series.id], TodoChanges(due: .set(.day(try #require(Day("2026-11-24"))))))
        try await takeFiles([old])
        #expect(try await state() == "2026-11-24 []")
    }

    @Test("a date that another program has moved on settles the present one: mode, stretch and COUNT stay")
    func advanced() async throws {
        try await add("FREQ=MONTHLY;COUNT=6", .each)
        try await complete(on: "2026-12-01")
        let file = try await exported {
            $0.replacing("VALUE=DATE:20270101", with: "VALUE=DATE:20270201")
                .replacing("RRULE:FREQ=MONTHLY;COUNT=5", with: "RRULE:FREQ=MONTHLY;COUNT=4")
        }
        try await takeFiles([file])
        let rent = try await series
        #expect(rent.recurrence?.mode == .each && rent.recurrence?.rule == "FREQ=MONTHLY;COUNT=6")
        #expect(rent.recurrence?.stretch == 0 && rent.current?.key == Day("2027-02-01"))
        #expect(try await state() == "2027-02-01 [2026-12-01 2027-01-01]")
        for month in 2...5 { try await complete(on: "2027-0\(month)-01") }
        #expect(try await state().hasPrefix("ended"))
    }

    @Test("what repeats after its completion, or catches up, is settled by a date that was moved on")
    func advancedOthers() async throws {
        try await add("FREQ=MONTHLY", .every)
        try await takeFiles([exported { $0.replacing("VALUE=DATE:20261201", with: "VALUE=DATE:20270101") }])
        #expect(try await state() == "2027-01-01 [2026-12-01]")
        try await complete(on: "2027-01-02")
        #expect(try await state() == "2027-02-01 [2026-12-01 2027-01-01]")
        let other = try SeriesImportTests()
        try await other.add("FREQ=DAILY;INTERVAL=10", .everyFromCompletion)
        try await other.takeFiles([other.exported { $0.replacing("VALUE=DATE:20261201", with: "VALUE=DATE:20261211") }])
        #expect(try await other.state() == "2026-12-11 [2026-12-01]")
        #expect(try await other.series.recurrence?.mode == .everyFromCompletion)
        try await other.complete(on: "2026-12-12")
        #expect(try await other.state() == "2026-12-22 [2026-12-01 2026-12-12]")
    }

    @Test("a file that is behind changes nothing, whether it has kept our property or not")
    func behind() async throws {
        try await add("FREQ=WEEKLY;COUNT=6", .each)
        let old = try await exported { $0 }
        let bare = old.components(separatedBy: "\r\n").filter { !$0.hasPrefix("X-TODO-RECURRENCE") }
            .joined(separator: "\r\n")
        try await complete(on: "2026-12-01")
        try await complete(on: "2026-12-08")
        let register = try await series.recurrence
        for file in [old, bare] {
            let stamp = test.clock.now.iso8601Basic
            let lines = file.components(separatedBy: "\r\n")
                .map { $0.hasPrefix("LAST-MODIFIED:") ? "LAST-MODIFIED:\(stamp)" : $0 }
            try await takeFiles([lines.joined(separator: "\r\n").replacing("SUMMARY:Rent", with: "SUMMARY:Flat")])
            #expect(try await series.recurrence == register)
            #expect(try await state() == "2026-12-15 [2026-12-01 2026-12-08]")
            #expect(try await series.title == "Flat")
        }
    }

    @Test("a COUNT counts what is left, and what is settled here is added to it")
    func count() async throws {
        try await take(master("20261201", "FREQ=WEEKLY;COUNT=6"))
        try await complete(on: "2026-12-01")
        try await complete(on: "2026-12-08")
        try await take(master("20261215", "FREQ=WEEKLY;COUNT=3"))
        for day in ["15", "22"] { try await complete(on: "2026-12-\(day)") }
        #expect(try await state() == "2026-12-29 [2026-12-01 2026-12-08 2026-12-15 2026-12-22]")
        try await complete(on: "2026-12-29")
        #expect(try await state().hasPrefix("ended"))
        // The same file again, as programs have it that count from the first one.
        try await take(master("20261201", "FREQ=WEEKLY;COUNT=6"))
        #expect(try await series.recurrence?.rule == "FREQ=WEEKLY;COUNT=6")
        #expect(try await state().hasPrefix("2027-01-05"))
    }

    @Test(
        "an end that another program sets or takes off is taken over in the same stretch; another rule begins a new one"
    )
    func rules() async throws {
        try await add("FREQ=WEEKLY", .each)
        try await complete(on: "2026-12-01")
        try await takeFiles([exported { $0.replacing("RRULE:FREQ=WEEKLY", with: "RRULE:FREQ=WEEKLY;UNTIL=20261215") }])
        #expect(try await series.recurrence?.rule == "FREQ=WEEKLY;UNTIL=20261215")
        #expect(try await series.recurrence?.stretch == 0)
        try await takeFiles([
            exported { $0.replacing("RRULE:FREQ=WEEKLY;UNTIL=20261215", with: "RRULE:FREQ=DAILY;COUNT=2") }
        ])
        #expect(try await series.recurrence?.mode == .each)
        #expect(try await series.recurrence?.stretch == 1)
        #expect(try await state() == "2026-12-08 [2026-12-01]")
        for day in ["08", "09"] { try await complete(on: "2026-12-\(day)") }
        #expect(try await state() == "ended [2026-12-01 2026-12-08 2026-12-09]")
    }

    @Test(
        "an exception that is done settles its occurrence, in each mode, wherever it stands in the file or in a file of its own",
        arguments: Recurrence.Mode.allCases, [0, 1, 2])
    func exceptions(mode: Recurrence.Mode, order: Int) async throws {
        let rule = mode == .everyFromCompletion ? "FREQ=DAILY;INTERVAL=10" : "FREQ=WEEKLY;COUNT=3"
        try await add(rule, mode)
        test.clock.advance(by: 2 * 86_400)
        let text = try await exported { $0 }
        let uid = try await series.id.rawValue
        let parts = text.components(separatedBy: "BEGIN:VTODO")
        let exception = calendar([exception("20261201").map { $0.replacing("UID:rent", with: "UID:\(uid)") }])
            .components(separatedBy: "BEGIN:VTODO")[1].replacing("END:VCALENDAR\r\n", with: "")
        switch order {
        case 0: try await takeFiles([parts[0] + "BEGIN:VTODO" + exception + "BEGIN:VTODO" + parts[1]])
        case 1:
            let master = parts[1].replacing("END:VCALENDAR\r\n", with: "")
            try await takeFiles([parts[0] + "BEGIN:VTODO" + master + "BEGIN:VTODO" + exception + "END:VCALENDAR\r\n"])
        default: try await takeFiles([parts[0] + "BEGIN:VTODO" + exception + "END:VCALENDAR\r\n", text])
        }
        // Two days late, which counts where the next one follows from the completion.
        #expect(
            try await state()
                == (mode == .everyFromCompletion ? "2026-12-13 [2026-12-03]" : "2026-12-08 [2026-12-01]"))
        guard mode != .everyFromCompletion else { return }
        for day in ["08", "15"] { try await complete(on: "2026-12-\(day)") }
        #expect(try await state() == "ended [2026-12-01 2026-12-08 2026-12-15]")
    }

    @Test("a copy that is done beside a date that was moved on settles its occurrence, in each mode and order")
    func copies() async throws {
        for mode in Recurrence.Mode.allCases {
            for isFirst in [true, false] {
                let world = try SeriesImportTests()
                let rule = mode == .everyFromCompletion ? "FREQ=DAILY;INTERVAL=7" : "FREQ=WEEKLY;COUNT=3"
                try await world.add(rule, mode)
                let text = try await world.exported {
                    $0.replacing("VALUE=DATE:20261201", with: "VALUE=DATE:20261208")
                        .replacing("RRULE:FREQ=WEEKLY;COUNT=3", with: "RRULE:FREQ=WEEKLY;COUNT=2")
                }
                let copy = world.calendar([world.copy("20261201")])
                try await world.takeFiles(isFirst ? [copy, text] : [text, copy])
                #expect(try await world.state() == "2026-12-08 [2026-12-01]", "\(mode)")
                #expect(try await world.series.recurrence?.mode == mode)
                let settled = try await world.store.todos.fetch(.all.filter(.isDone(true)), source: .local).items
                #expect(settled.first?.series == (try await world.series.id))
                #expect(settled.first?.extras["ics.UID"] == "UID:copy")
                guard mode != .everyFromCompletion else { continue }
                for day in ["08", "15"] { try await world.complete(on: "2026-12-\(day)") }
                #expect(try await world.state() == "ended [2026-12-01 2026-12-08 2026-12-15]")
            }
        }
    }

    @Test("a done to-do of the same name is no copy if the rule does not lead from its date to the next one")
    func noCopy() async throws {
        try await take(master("20261208", "FREQ=WEEKLY"), copy("20261202", uid: "a"), copy("20261215", uid: "b"))
        #expect(try await state() == "2026-12-08 [] + 2026-12-02 2026-12-15")
        let others = try await store.todos.fetch(.all.filter(.isDone(true)), source: .local).items
        #expect(others.allSatisfy { $0.series == nil })
    }

    @Test("of many series of one name only the first are compared with what is done, so that a file cannot take hours")
    func manySeries() async throws {
        // One copy is of the first series. The other is of a series that is no longer compared.
        let others = (0..<20).map { master("20261202", "FREQ=YEARLY", uid: "other\($0)") }
        try await takeFiles([
            calendar(
                [master("20261208", "FREQ=WEEKLY")] + others + [master("20261209", "FREQ=WEEKLY", uid: "last")]
                    + [copy("20261201", uid: "a"), copy("20261125", uid: "b")])
        ])
        let done = try await store.todos.fetch(.all.filter(.isDone(true)), source: .local).items
        #expect(Set(done.map { $0.due?.day.description }) == ["2026-12-01", "2026-11-25"])
        #expect(done.count(where: { $0.series != nil }) == 1)
    }

    @Test("what was done before a series came in names it, and its COUNT is that of what is left")
    func history() async throws {
        // As Nextcloud Tasks writes it: an exception of a resource of its own, and a date that was moved on.
        let exception = calendar([exception("20261201", "DUE;VALUE=DATE:20261201")])
        try await takeFiles([exception, calendar([master("20261208", "FREQ=WEEKLY;COUNT=2")])])
        #expect(try await state() == "2026-12-08 [] + 2026-12-01")
        let done = try await store.todos.fetch(.all.filter(.isDone(true)), source: .local).items
        #expect(done.map(\.series) == [try await series.id])
        for day in ["08", "15"] { try await complete(on: "2026-12-\(day)") }
        #expect(try await state() == "ended [2026-12-08 2026-12-15] + 2026-12-01")
    }

    @Test("an exception that comes before its series is a to-do of its own, and settles it when it comes again with it")
    func alone() async throws {
        let exception = calendar([exception("20261201", "DUE;VALUE=DATE:20261201")])
        try await takeFiles([exception])
        #expect(try await state() == " [] + 2026-12-01")
        try await takeFiles([exception, calendar([master("20261201", "FREQ=WEEKLY")])])
        #expect(try await state() == "2026-12-08 [2026-12-01]")
    }

    @Test("a rule that was done as a whole elsewhere settles the occurrence of its date and goes on here")
    func whole() async throws {
        try await add("FREQ=WEEKLY", .each)
        try await takeFiles([exported { $0.replacing("STATUS:NEEDS-ACTION", with: "STATUS:COMPLETED") }])
        #expect(try await state() == "2026-12-08 [2026-12-01]")
        // A series that is not known here is taken as it is there.
        try await take(master("20261201", "FREQ=DAILY", uid: "other", "STATUS:COMPLETED"))
        #expect(try await state() == "2026-12-08 [2026-12-01] + 2026-12-01")
    }

    @Test("dates that are left out are skipped once it is their turn, and nothing before them is lost")
    func leftOut() async throws {
        let rule = ["EXDATE;VALUE=DATE:20261215", "EXDATE;VALUE=DATE:20261201"]
        try await take(master("20261201", "FREQ=WEEKLY", rule[0], rule[1]))
        #expect(try await state() == "2026-12-08 [-2026-12-01]")
        try await complete(on: "2026-12-08")
        #expect(try await state() == "2026-12-15 [-2026-12-01 2026-12-08]")
        try await take(master("20261201", "FREQ=WEEKLY", rule[0], rule[1]))
        #expect(try await state() == "2026-12-22 [-2026-12-01 -2026-12-15 2026-12-08]")
        let other = try SeriesImportTests()
        try await other.take(
            other.exception("20261208", status: "CANCELLED"), other.master("20261201", "FREQ=WEEKLY"),
            other.exception("20261201"))
        #expect(try await other.state() == "2026-12-15 [-2026-12-08 2026-12-01]")
    }

    @Test("one that was moved for once goes out as an exception, and comes back the same; elsewhere the others stay")
    func moved() async throws {
        try await add("FREQ=WEEKLY;COUNT=4", .each)
        try await complete(on: "2026-12-01")
        try await store.edit([series.id], once(try .day(2026, 12, 10)))
        let (rent, text) = (try await series, try await exported { $0 })
        #expect(
            text.contains("\r\nDTSTART;VALUE=DATE:20261208\r\nDUE;VALUE=DATE:20261208\r\nRRULE:FREQ=WEEKLY;COUNT=3\r\n")
        )
        #expect(text.contains("\r\nRECURRENCE-ID;VALUE=DATE:20261208\r\n"))
        #expect(text.contains("\r\nDUE;VALUE=DATE:20261210\r\n"))
        try await takeFiles([text])
        #expect(try await series.recurrence == rent.recurrence)
        #expect(try await state() == "2026-12-10 [2026-12-01]")
        // Without our property, as another program keeps it.
        let bare = text.components(separatedBy: "\r\n").filter { !$0.hasPrefix("X-TODO-RECURRENCE") }
        let other = try SeriesImportTests()
        other.test.clock.now = test.clock.now
        try await other.takeFiles([bare.joined(separator: "\r\n")])
        #expect(try await other.state() == "2026-12-10 [2026-12-01]")
        #expect(try await other.series.current?.key == Day("2026-12-08"))
        try await other.complete(on: "2026-12-11")
        #expect(try await other.state() == "2026-12-15 [2026-12-01 2026-12-08]")
    }

    private func once(_ due: Due) -> TodoChanges {
        var changes = TodoChanges()
        changes.dueOnce = due
        return changes
    }

    @Test("an exception that is still to be done, of another title or of a later date, is a to-do of its own")
    func openExceptions() async throws {
        try await take(
            master("20261201", "FREQ=WEEKLY"), exception("20261201", "DUE;VALUE=DATE:20261203", status: nil),
            exception("20261215", "DUE;VALUE=DATE:20261216", status: nil))
        #expect(try await state() == "2026-12-03 [] + 2026-12-16")
    }

    // MARK: Starts

    @Test(
        "a start before the date, as tasks.org and Evolution write it, is when it can be begun; dates are counted from the due one",
        arguments: [
            ("FREQ=WEEKLY", "2026-12-10", "2026-12-03"), ("FREQ=WEEKLY;BYDAY=TH", "2026-12-10", "2026-12-03"),
            // The days are those of the start.
            ("FREQ=WEEKLY;BYDAY=TU", "2026-12-08", "2026-12-01"),
        ])
    func starts(rule: String, next: String, key: String) async throws {
        try await take(master("20261203", rule, start: "20261201"))
        #expect(try await series.start == .day(2026, 12, 1))
        #expect(try await state() == "2026-12-03 []")
        let exception = exception("20261201", "DTSTART;VALUE=DATE:20261201", "DUE;VALUE=DATE:20261203")
        try await take(master("20261203", rule, start: "20261201"), exception)
        #expect(try await state() == "\(next) [\(key)]")
    }

    @Test("a known series that another program moves on keeps the lead of its start, whether the file says it or not")
    func movedOn() async throws {
        for dropsOurs in [false, true] {
            let calendar = try SeriesImportTests()
            try await calendar.add("FREQ=WEEKLY", .every)
            let id = try await calendar.series.id
            try await calendar.store.edit([id], TodoChanges(start: .set(.day(2026, 11, 29))))
            for _ in 0..<2 { try await calendar.store.complete([id], .only) }
            #expect(try await calendar.series.start == .day(2026, 12, 13))
            let text = try await calendar.exported { text in
                text.replacing("20261215", with: "20261222").components(separatedBy: "\r\n")
                    .filter { !dropsOurs || !$0.hasPrefix("X-TODO-RECURRENCE") }.joined(separator: "\r\n")
            }
            try await calendar.takeFiles([text])
            let lead = try await calendar.series.current.map { $0.key.daysSince1970 }
            let start = try await calendar.series.start?.day.daysSince1970
            #expect(start.flatMap { start in lead.map { $0 - start } } == 2, "\(dropsOurs)")
        }
    }

    @Test("as KDE keeps it: the first date and the current one, in a property of its own")
    func kde() async throws {
        try await take(
            master("20261201", "FREQ=WEEKLY;COUNT=5", "X-KDE-LIBKCAL-DTRECURRENCE;VALUE=DATE:20261215"))
        #expect(try await state() == "2026-12-15 []")
        #expect(try await series.recurrence?.rule == "FREQ=WEEKLY;COUNT=3")
        #expect(!(try await exported { $0 }.contains("X-KDE")))
    }

    @Test("a start of what repeats survives its way out and back, and the program that drops our property")
    func ownStart() async throws {
        try await add("FREQ=WEEKLY", .each)
        try await store.edit([series.id], TodoChanges(start: .set(.day(2026, 11, 28))))
        let text = try await exported { $0.replacing("SUMMARY:Rent", with: "SUMMARY:Flat") }
        try await takeFiles([text])
        #expect(try await series.start == .day(2026, 11, 28))
        #expect(try await series.title == "Flat")
        let lines = try await exported { $0 }.components(separatedBy: "\r\n")
        try await takeFiles([lines.filter { !$0.hasPrefix("X-TODO-RECURRENCE") }.joined(separator: "\r\n")])
        #expect(try await series.start == .day(2026, 11, 28))
        let other = try SeriesImportTests()
        other.test.clock.now = test.clock.now
        try await other.takeFiles([text])
        #expect(try await other.series.start == .day(2026, 11, 28))
        #expect(try await other.state() == state())
    }

    @Test("times that a program converts to UTC are on the days of the series")
    func zones() async throws {
        let due = "TZID=Europe/Zurich:20261201T003000"
        func master(_ due: String, _ more: String...) -> [String] {
            ["UID:rent", "SUMMARY:Rent", "DTSTART\(due)", "DUE\(due)", "RRULE:FREQ=WEEKLY"] + more
        }
        try await take(
            master(";" + due), ["UID:rent", "SUMMARY:Rent", "RECURRENCE-ID:20261130T233000Z"] + done("COMPLETED"))
        #expect(try await state() == "2026-12-08 [2026-12-01]")
        try await take(master(":20261214T233000Z"))
        #expect(try await series.current?.key == Day("2026-12-15"))
        #expect(try await state() == "2026-12-15 [2026-12-01 2026-12-08]")
    }
}
