import Foundation
import Testing
import TodoDomain

@Suite("When what repeats can be begun")
struct SeriesStartTests {
    @Test(
        "each occurrence can be begun as long before its day as the first one",
        arguments: [
            ("FREQ=MONTHLY", Recurrence.Mode.every, "2026-11-10", "2026-11-05", ["2026-11-10"], "2026-12-05"),
            ("FREQ=MONTHLY", .each, "2026-11-10", "2026-11-05", ["2026-11-10", "2027-01-10"], "2026-12-05"),
            ("FREQ=MONTHLY", .every, "2026-11-10", "2026-11-10", ["2026-11-10", "2026-12-10"], "2027-01-10"),
            ("FREQ=DAILY", .every, "2026-11-10", "2026-11-07", ["2026-11-12"], "2026-11-10"),
            ("FREQ=WEEKLY;BYDAY=MO,TH", .every, "2026-11-23", "2026-11-22", ["2026-11-23"], "2026-11-25"),
            ("FREQ=MONTHLY", .everyFromCompletion, "2026-11-10", "2026-11-05", ["2026-11-08"], "2026-12-03"),
            // Done a day early, two days after the last one.
            ("FREQ=DAILY;INTERVAL=2", .everyFromCompletion, "2026-11-10", "2026-11-09", ["2026-11-07"], "2026-11-08"),
            // Written while a later one was current.
            ("FREQ=MONTHLY", .every, "2026-11-10", "2027-01-05", ["2027-01-10"], "2027-02-05"),
            ("FREQ=HOURLY", .every, "2026-11-10", "2026-11-05", ["2026-11-10"], "2026-11-05"),
        ])
    func moves(
        rule: String, mode: Recurrence.Mode, first: String, start: String, settled: [String], expected: String
    ) throws {
        let series = try series(rule, mode, from: first, settled: settled)
        #expect(try series.start(from: .day(day(start))) == .day(day(expected)))
    }

    @Test("a start at a time of day keeps it where the clocks are changed")
    func time() throws {
        let zurich = try #require(TimeZone(identifier: "Europe/Zurich"))
        let start = Due.instant(try day("2026-10-20").start(in: zurich) + 9 * 3600, zurich)
        let series = try series("FREQ=WEEKLY", .every, from: "2026-10-22", settled: ["2026-10-22"])
        #expect(try series.start(from: start) == .instant(day("2026-10-27").start(in: zurich) + 9 * 3600, zurich))
    }

    @Test("whatever start is written for the current occurrence is shown, and the next one has it as long before")
    func written() throws {
        let rules = ["FREQ=DAILY", "FREQ=DAILY;INTERVAL=3", "FREQ=WEEKLY;BYDAY=MO,TH", "FREQ=MONTHLY"]
        for rule in rules {
            for mode in Recurrence.Mode.allCases {
                var taken: [String] = []
                for _ in 0..<4 {
                    let now = try series(rule, mode, from: "2026-11-23", settled: taken)
                    let key = try #require(now.current?.key)
                    let next = try series(rule, mode, from: "2026-11-23", settled: taken + [key.description])
                    let after = try #require(next.current?.key)
                    for lead in [0, 1, 2, 6, 40] {
                        let start = Due.day(key.adding(days: -lead))
                        let register = now.register(forStart: start)
                        #expect(now.start(from: register) == start, "\(rule) \(mode) \(taken) \(lead)")
                        #expect(
                            next.start(from: register) == .day(after.adding(days: -lead)),
                            "\(rule) \(mode) \(taken) \(lead)")
                    }
                    // A start after the occurrence's own day makes little sense, but somebody wrote it.
                    let late = Due.day(key.adding(days: 1))
                    #expect(now.start(from: now.register(forStart: late)) == late)
                    taken.append(key.description)
                }
            }
        }
    }

    @Test("the register holds the date that was written, unless that would mean an earlier occurrence")
    func register() throws {
        let taken = ["2026-11-23", "2026-11-24", "2026-11-25"]
        let daily = try series("FREQ=DAILY", .every, from: "2026-11-23", settled: taken)
        #expect(try daily.register(forStart: .day(day("2026-11-26"))) == .day(day("2026-11-26")))
        #expect(try daily.register(forStart: .day(day("2026-11-24"))) == .day(day("2026-11-21")))
        let monthly = try series("FREQ=MONTHLY", .every, from: "2026-10-23", settled: ["2026-10-23"])
        #expect(try monthly.register(forStart: .day(day("2026-11-01"))) == .day(day("2026-11-01")))
    }

    @Test("another stretch or rule keeps the lead, by the registers alone")
    func carried() throws {
        let old = try series("FREQ=WEEKLY", .every, from: "2026-11-02", settled: []).recurrence
        for (start, key, expected) in [
            ("2026-10-31", "2026-11-23", "2026-11-21"), ("2026-11-14", "2026-11-23", "2026-11-21"),
            ("2026-11-02", "2026-12-07", "2026-12-07"),
        ] {
            let next = try series("FREQ=WEEKLY", .every, from: key, settled: []).recurrence
            #expect(try old.carrying(start: .day(day(start)), to: next) == .day(day(expected)), "\(start)")
            #expect(try old.carrying(start: .day(day(start)), to: old) == .day(day(start)))
        }
    }

    @Test("dates at the ends of the calendar stay within it")
    func ends() throws {
        let series = try series("FREQ=YEARLY", .every, from: "9998-06-01", settled: ["9998-06-01"])
        #expect(try series.start(from: .day(day("0001-01-01"))) == .day(day("0002-01-01")))
        #expect(try series.start(from: .day(day("9999-12-31"))) == .day(day("9999-12-31")))
        #expect(try series.register(forStart: .day(day("9999-12-31"))) == .day(day("9999-12-31")))
    }

    private func day(_ text: String) throws -> Day { try #require(Day(text)) }

    private func series(
        _ rule: String, _ mode: Recurrence.Mode, from first: String, settled: [String]
    ) throws -> Series {
        let first = try day(first)
        let recurrence = Recurrence(rule: rule, mode: mode, zone: "UTC", base: first, key: first, due: .day(first))
        return Series(recurrence, settled: SettledSet(try settled.map { Occurrence(stretch: 0, key: try day($0)) }))
    }
}
