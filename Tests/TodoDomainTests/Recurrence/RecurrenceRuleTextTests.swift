import Foundation
import TestSupport
import Testing
import TodoDomain

@Suite("Rules as RRULE")
struct RecurrenceRuleTextTests {
    @Test("whatever is written reads as the same rule", arguments: 1...50)
    func roundTrip(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<20 {
            var rule = generator.rule()
            switch Int.random(in: 0..<5, using: &generator) {
            case 0: rule = try rule.ending(.count(.random(in: 1...999_999_999, using: &generator)))
            case 1: rule = try rule.ending(.day(generator.day(years: 1970...9998)))
            case 2:
                rule = try rule.ending(
                    .moment(Date(timeIntervalSince1970: .random(in: -1e10...1e10, using: &generator))))
            case 3: rule = try rule.ending(.wallClock(.random(in: .min ... .max, using: &generator)))
            default: break
            }
            #expect(try RecurrenceRule(rule.description) == rule, "seed \(seed): \(rule)")
        }
    }

    @Test(
        "a rule has one text, however it was written",
        arguments: [
            ("freq=daily", "FREQ=DAILY"),
            ("INTERVAL=1;FREQ=WEEKLY;WKST=MO", "FREQ=WEEKLY"),
            ("FREQ=WEEKLY;BYDAY=FR,MO,FR;INTERVAL=02;WKST=SU", "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR;WKST=SU"),
            ("FREQ=MONTHLY;BYDAY=+1SU,-1SU;COUNT=10", "FREQ=MONTHLY;COUNT=10;BYDAY=-1SU,1SU"),
            ("FREQ=YEARLY;UNTIL=20261224;BYMONTHDAY=31,-1", "FREQ=YEARLY;UNTIL=20261224;BYMONTHDAY=-1,31"),
            ("FREQ=DAILY;UNTIL=20261224T180000Z", "FREQ=DAILY;UNTIL=20261224T180000Z"),
            ("FREQ=DAILY;UNTIL=20261224T180000", "FREQ=DAILY;UNTIL=20261224T180000"),
        ])
    func canonical(text: String, expected: String) throws {
        #expect(try RecurrenceRule(text).description == expected)
    }

    @Test(
        "what the RFC does not allow is refused",
        arguments: [
            "", "FREQ", "FREQ=", "DAILY", "FREQ=DAILY;", ";FREQ=DAILY", "INTERVAL=2", "FREQ=FORTNIGHTLY",
            "FREQ=DAILY;FREQ=DAILY",
            "FREQ=DAILY;INTERVAL=0", "FREQ=DAILY;INTERVAL=-1", "FREQ=DAILY;INTERVAL=1000000000",
            "FREQ=DAILY;INTERVAL=99999999999999999999", "FREQ=DAILY;COUNT=0", "FREQ=DAILY;COUNT=1;UNTIL=20261224",
            "FREQ=DAILY;UNTIL=20260230", "FREQ=DAILY;UNTIL=2026-12-24", "FREQ=DAILY;BYMONTH=0", "FREQ=DAILY;BYMONTH=13",
            "FREQ=DAILY;BYMONTH=1,", "FREQ=DAILY;BYMONTH= 1", "FREQ=DAILY;BYMONTHDAY=0", "FREQ=DAILY;BYMONTHDAY=32",
            "FREQ=DAILY;BYDAY=1MO", "FREQ=WEEKLY;BYDAY=1MO", "FREQ=WEEKLY;BYMONTHDAY=1", "FREQ=MONTHLY;BYDAY=54MO",
            "FREQ=MONTHLY;BYDAY=0MO", "FREQ=MONTHLY;BYDAY=XX", "FREQ=MONTHLY;BYDAY=M", "FREQ=MONTHLY;BYDAY=1.5MO",
            "FREQ=MONTHLY;BYWEEKNO=1", "FREQ=MONTHLY;BYYEARDAY=1", "FREQ=YEARLY;BYWEEKNO=54",
            "FREQ=YEARLY;BYYEARDAY=367",
            "FREQ=YEARLY;BYWEEKNO=1;BYDAY=1MO", "FREQ=MONTHLY;BYSETPOS=1", "FREQ=MONTHLY;BYDAY=MO;BYSETPOS=0",
            "FREQ=WEEKLY;WKST=1MO", "FREQ=WEEKLY;WKST=", "FREQ=DAILY;BYMONTH=١",
            "FREQ=MONTHLY;BYMONTHDAY=" + String(repeating: "1,", count: 9000) + "1",
        ])
    func malformed(text: String) {
        expectTodoError(.badRecurrence) { try RecurrenceRule(text) }
    }

    @Test(
        "what is beyond it is another error, so that it can be kept as it is",
        arguments: [
            "FREQ=HOURLY", "FREQ=SECONDLY;INTERVAL=1", "FREQ=DAILY;BYHOUR=9", "FREQ=DAILY;BYMINUTE=0",
            "FREQ=DAILY;BYSECOND=0",
            "RSCALE=CHINESE;FREQ=YEARLY", "FREQ=MONTHLY;SKIP=FORWARD", "FREQ=YEARLY;BYEASTER=0",
            "FREQ=DAILY;X-EVERY=OTHER",
        ])
    func beyond(text: String) {
        expectTodoError(.recurrenceNotComputed) { try RecurrenceRule(text) }
    }

    @Test("hostile text neither traps nor is taken for a rule that does not read back")
    func hostile() {
        let parts = [
            "FREQ=", "DAILY", "YEARLY", ";", "=", ",", "-", "BYDAY=", "53SU", "UNTIL=", "99991231T235959Z",
            "9999999999",
        ]
        fuzz("RRULE", rounds: 2000) { generator, seed in
            let text = generator.rule().description
            let mutated = String(decoding: generator.mutated(text.utf8, parts: parts), as: UTF8.self)
            guard let rule = try? RecurrenceRule(mutated) else { return }
            #expect((try? RecurrenceRule(rule.description)) == rule, "seed \(seed): \(mutated)")
            let dates = rule.dates(from: generator.day(years: 1900...2100))
            _ = dates.first(from: generator.day()).map(dates.count(through:))
        }
    }

    @Test("an UNTIL that is a moment becomes the last day on which the moment is not later")
    func endingOnDay() throws {
        let zurich = try zone("Europe/Zurich")
        let noon = Due.instant(try moment("2026-11-22T11:00:00Z"), zurich)
        let late = Due.instant(try moment("2026-11-22T22:30:00Z"), zurich)
        for (text, due, expected) in [
            ("FREQ=DAILY;UNTIL=20261224T110000Z", noon, "2026-12-24"),
            ("FREQ=DAILY;UNTIL=20261224T105959Z", noon, "2026-12-23"),
            // 23:30 in Zurich is 22:30 UTC on the same day; 23:00 UTC is on the next day there.
            ("FREQ=DAILY;UNTIL=20261224T223000Z", late, "2026-12-24"),
            ("FREQ=DAILY;UNTIL=20261224T233000Z", late, "2026-12-24"),
            ("FREQ=DAILY;UNTIL=20261224T120000", noon, "2026-12-24"),
            ("FREQ=DAILY;UNTIL=20261224T115959", noon, "2026-12-23"),
            ("FREQ=DAILY;UNTIL=20261224", noon, "2026-12-24"),
            ("FREQ=DAILY;UNTIL=20261224T000000Z", .day(try Day(year: 2026, month: 11, day: 22)), "2026-12-24"),
        ] {
            #expect(try RecurrenceRule(text).endingOnDay(for: due).lastDay?.description == expected, "\(text)")
        }
        #expect(try RecurrenceRule("FREQ=DAILY;COUNT=3").endingOnDay(for: noon).end == .count(3))
    }

    @Test("what is due on another day is so at the same time on the clock there")
    func wallTime() throws {
        let zurich = try zone("Europe/Zurich")
        let due = Due.instant(try moment("2026-03-28T01:30:00Z"), zurich)
        #expect(due.day == (try Day(year: 2026, month: 3, day: 28)))
        // 2:30 is skipped on 29 March, and comes twice on 25 October.
        #expect(due.on(try Day(year: 2026, month: 3, day: 29)) == .instant(try moment("2026-03-29T01:30:00Z"), zurich))
        #expect(due.on(try Day(year: 2026, month: 10, day: 25)) == .instant(try moment("2026-10-25T00:30:00Z"), zurich))
        #expect(due.on(try Day(year: 2026, month: 10, day: 26)) == .instant(try moment("2026-10-26T01:30:00Z"), zurich))
    }
}
