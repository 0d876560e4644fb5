import Foundation
import JSON
import Testing
import TodoDomain

@Suite("Series that are moved to another date")
struct SeriesMovingTests {
    @Test(
        "a rule that names no day goes on from the new date, on the last day of a month that does not have it",
        arguments: [
            ("FREQ=MONTHLY", "2026-11-15", "2027-01-31", "2027-02-28 2027-03-31 2027-04-30"),
            ("FREQ=MONTHLY", "2026-11-30", "2026-12-01", "2027-01-01 2027-02-01 2027-03-01"),
            ("FREQ=MONTHLY;INTERVAL=3;COUNT=4", "2026-11-15", "2026-11-30", "2027-02-28 2027-05-30 2027-08-30"),
            ("FREQ=YEARLY", "2026-11-15", "2028-02-29", "2029-02-28 2030-02-28 2031-02-28"),
            ("FREQ=WEEKLY", "2026-11-27", "2026-11-24", "2026-12-01 2026-12-08 2026-12-15"),
        ])
    func follows(rule: String, from: String, to: String, next: String) throws {
        let series = try series(rule, from: from)
        let moved = Series(try series.anchored(at: .day(day(to))), settled: series.settled)
        #expect(try moved.current?.due == .day(day(to)))
        #expect(moved.upcoming().prefix(3).map(\.description).joined(separator: " ") == next)
    }

    @Test(
        "a rule that names its days goes on as it says",
        arguments: [
            ("FREQ=WEEKLY;BYDAY=FR", "2026-11-27", "2026-11-24", "2026-11-27"),
            ("FREQ=WEEKLY;BYDAY=MO,TH", "2026-11-23", "2026-11-24", "2026-11-26"),
            ("FREQ=MONTHLY;BYDAY=-1FR", "2026-11-27", "2026-11-26", "2026-11-27"),
            ("FREQ=MONTHLY;BYMONTHDAY=1", "2026-12-01", "2026-12-03", "2027-01-01"),
            ("FREQ=MONTHLY;BYMONTHDAY=15", "2026-12-15", "2026-12-31", "2027-01-15"),
            ("FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1", "2026-11-30", "2026-12-03", "2026-12-31"),
            ("FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1", "2026-11-30", "2027-02-28", "2027-03-31"),
            ("FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=15", "2027-01-15", "2028-02-29", "2029-01-15"),
            ("FREQ=DAILY;BYDAY=MO", "2026-11-23", "2026-11-24", "2026-11-30"),
        ])
    func stays(rule: String, from: String, to: String, next: String) throws {
        let series = try series(rule, from: from)
        let moved = try series.anchored(at: .day(day(to)))
        #expect(moved.rule == rule)
        #expect(try Series(moved, settled: series.settled).upcoming().first { _ in true } == day(next))
    }

    @Test(
        "a rule that names no day has the last days of months only as long as it begins on one of them",
        arguments: [
            ("FREQ=MONTHLY", "2027-01-31 2027-02-15", "FREQ=MONTHLY"),
            ("FREQ=MONTHLY", "2027-01-31 2027-02-28 2027-03-28", "FREQ=MONTHLY"),
            ("FREQ=MONTHLY", "2027-01-31 2027-03-30", "FREQ=MONTHLY;BYMONTHDAY=28,29,30;BYSETPOS=-1"),
            ("FREQ=MONTHLY;INTERVAL=3;COUNT=9", "2027-01-29 2027-02-15", "FREQ=MONTHLY;INTERVAL=3;COUNT=9"),
            ("FREQ=MONTHLY;WKST=SU", "2027-01-31 2027-02-15", "FREQ=MONTHLY;WKST=SU"),
            ("FREQ=YEARLY", "2028-02-29 2028-03-01", "FREQ=YEARLY"),
            ("FREQ=YEARLY", "2028-02-29 2028-02-28", "FREQ=YEARLY"),
            ("FREQ=MONTHLY;BYMONTHDAY=-1", "2027-01-31 2027-02-15", "FREQ=MONTHLY;BYMONTHDAY=-1"),
            (
                "FREQ=MONTHLY;BYMONTHDAY=28,29,30;BYSETPOS=-1", "2027-01-31 2027-02-15",
                "FREQ=MONTHLY;BYMONTHDAY=28,29,30;BYSETPOS=-1"
            ),
            (
                "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=28,29;BYSETPOS=-1", "2027-02-28 2027-03-01",
                "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=28,29;BYSETPOS=-1"
            ),
        ])
    func movedTwice(rule: String, days: String, expected: String) throws {
        var series = try series(rule, from: "2026-11-15")
        for text in days.split(separator: " ") {
            series = Series(try series.anchored(at: .day(day(String(text)))), settled: series.settled)
        }
        #expect(series.recurrence.rule == expected)
        let last = try #require(days.split(separator: " ").last)
        #expect(try series.current?.due == .day(day(String(last))))
    }

    @Test("the last day of a shorter month is one of the rule, at whatever time, so that longer months keep theirs")
    func shorterMonth() throws {
        let first = try series("FREQ=MONTHLY", from: "2026-11-15")
        let last = Series(try first.anchored(at: .day(day("2027-01-31"))), settled: first.settled)
        let morning = Due.instant(try moment("2027-02-28T08:00:00Z"), try zone("UTC"))
        let moved = Series(try last.anchored(at: morning), settled: first.settled)
        #expect(moved.current?.due == morning)
        #expect(try moved.upcoming().first { _ in true } == day("2027-03-31"))
        #expect(try moved.anchored(at: .day(day("2027-03-15"))).rule == "FREQ=MONTHLY")
    }

    @Test("what was moved for once to another day is still known by the day from which it repeats")
    func movedOnceBetween() throws {
        let first = try series("FREQ=MONTHLY", from: "2026-11-15")
        let last = Series(try first.anchored(at: .day(day("2027-01-31"))), settled: first.settled)
        let once = Series(try last.moved(once: .day(day("2027-02-02"))), settled: first.settled)
        #expect(once.recurrence.rule == "FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1")
        #expect(try once.anchored(at: .day(day("2027-02-15"))).rule == "FREQ=MONTHLY")
    }

    @Test("what counts from its completion is moved without its rule")
    func fromCompletion() throws {
        let series = try series("FREQ=MONTHLY", from: "2026-11-15", .everyFromCompletion)
        #expect(try series.anchored(at: .day(day("2027-01-31"))).rule == "FREQ=MONTHLY")
    }

    @Test("a series of which one is moved to another time once goes on at its own time, in its own zone or without one")
    func timeOnce() throws {
        let zurich = try zone("Europe/Zurich")
        let morning = Due.instant(try moment("2026-11-23T08:00:00Z"), zurich)
        let afternoon = Due.instant(try moment("2026-11-23T14:00:00Z"), zurich)
        let today = Due.day(try day("2026-11-23"))
        for (usual, once) in [(morning, afternoon), (morning, today), (today, afternoon)] {
            let recurrence = Recurrence(
                rule: "FREQ=DAILY", mode: .each, zone: "Europe/Zurich", base: usual.day, key: usual.day, due: usual)
            let moved = try Series(recurrence, settled: SettledSet([Occurrence]())).moved(once: once)
            let read = try #require(JSONValue.recurrence(moved).asRecurrence)
            #expect(read == moved && read.withinLimits == moved)
            let settled = SettledSet([Occurrence(stretch: 0, key: usual.day)])
            let tomorrow = usual.day.adding(days: 1)
            #expect(Series(read, settled: settled).current?.due == usual.on(tomorrow))
            let other = try #require(
                try Series(read, settled: SettledSet([Occurrence]())).settling(on: tomorrow))
            #expect(other.due == usual.on(tomorrow))
            // Then another occurrence is moved, and the first one is moved again.
            let again = try Series(read, settled: settled).moved(once: once.on(tomorrow.adding(days: 1)))
            let after = SettledSet([usual.day, tomorrow].map { Occurrence(stretch: 0, key: $0) })
            #expect(Series(again, settled: after).current?.due == usual.on(tomorrow.adding(days: 1)))
            let back = try Series(moved, settled: SettledSet([Occurrence]())).moved(once: usual.on(tomorrow))
            #expect(back.usual == nil && back.due == usual.on(tomorrow))
            // A new anchor has a time of its own, which the later occurrences take over.
            let anchored = try Series(moved, settled: SettledSet([Occurrence]())).anchored(at: once)
            #expect(Series(anchored, settled: SettledSet([Occurrence]())).upcoming().first { _ in true } == tomorrow)
            #expect(anchored.usualDue == once)
        }
    }

    @Test("a file that moves the date on to another time means the time of all of them")
    func timeInFile() throws {
        let utc = try zone("UTC")
        let due = Due.instant(try moment("2026-11-23T08:00:00Z"), utc)
        let later = Due.instant(try moment("2026-11-24T14:00:00Z"), utc)
        let recurrence = Recurrence(
            rule: "FREQ=DAILY", mode: .every, zone: "UTC", base: due.day, key: due.day, due: due)
        let series = Series(recurrence, settled: SettledSet([Occurrence]()))
        let taken = series.taking(SeriesInFile(rule: "FREQ=DAILY", due: later, zone: "UTC"))
        #expect(taken.due == later && taken.usualDue == later)
    }

    @Test("a register without another time is due as the first occurrence is")
    func withoutUsual() throws {
        let due = Due.instant(try moment("2026-11-23T14:00:00Z"), try zone("UTC"))
        let recurrence = Recurrence(rule: "FREQ=DAILY", mode: .each, zone: "UTC", base: due.day, key: due.day, due: due)
        let value = JSONValue.recurrence(recurrence)
        #expect(value["usual"] == nil && value.asRecurrence == recurrence)
        let settled = SettledSet([Occurrence(stretch: 0, key: due.day)])
        #expect(Series(recurrence, settled: settled).current?.due == due.on(due.day.adding(days: 1)))
    }

    private func day(_ text: String) throws -> Day { try #require(Day(text)) }

    private func series(
        _ rule: String, from first: String, _ mode: Recurrence.Mode = .every
    ) throws -> Series {
        let first = try day(first)
        let recurrence = Recurrence(rule: rule, mode: mode, zone: "UTC", base: first, key: first, due: .day(first))
        return Series(recurrence, settled: SettledSet([Occurrence]()))
    }
}
