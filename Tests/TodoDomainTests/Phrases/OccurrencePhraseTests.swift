import Foundation
import Testing
import TodoDomain

/// `--date DAY` of `done` and `skip`, typed on Wednesday, 25 November 2026.
@Suite("Days of occurrences")
struct OccurrencePhraseTests {
    private func day(
        _ text: String, from current: String?, _ kind: Settlement.Kind = .done, _ mode: Recurrence.Mode = .each
    ) throws -> String {
        let phrase = try OccurrencePhrase.parse(text, now: moment("2026-11-25T11:00:00Z"), timeZone: zone(zurich))
        let key = try current.map { try #require(Day($0)) }
        return phrase.day(kind, mode, from: key.map { .init(key: $0, due: .day($0), number: 1) }).description
    }

    @Test(
        "without a year or a month it is the last such day, unless that is before the current occurrence",
        arguments: [
            ("1 oct", "2026-10-01", "2026-10-01"), ("oct 1st", "2026-09-01", "2026-10-01"),
            ("1 oct", "2026-11-01", "2027-10-01"), ("1 dec", "2026-11-01", "2026-12-01"),
            ("1st", "2026-10-01", "2026-11-01"), ("the 1st", "2026-12-01", "2026-12-01"),
            ("1.10.", "2026-10-01", "2026-10-01"), ("monday", "2026-11-02", "2026-11-23"),
            ("on mon", "2026-11-23", "2026-11-23"), ("mon", "2026-11-30", "2026-11-30"),
            ("wed", "2026-11-18", "2026-11-25"), ("wed", "2026-12-02", "2026-12-02"),
            ("weekend", "2026-11-01", "2026-11-21"),
        ])
    func owed(text: String, current: String, expected: String) throws {
        for kind in [Settlement.Kind.done, .skipped] {
            for mode in [Recurrence.Mode.every, .each] {
                #expect(try day(text, from: current, kind, mode) == expected)
            }
        }
    }

    @Test(
        "what says which day it is means that day, wherever the series stands",
        arguments: [
            ("today", "2026-11-25"), ("tomorrow", "2026-11-26"), ("yesterday", "2026-11-24"),
            ("in 3 days", "2026-11-28"),
            ("3 days ago", "2026-11-22"), ("2026-10-01", "2026-10-01"), ("1 oct 2026", "2026-10-01"),
            ("1.12.2026", "2026-12-01"), ("this friday", "2026-11-27"), ("next monday", "2026-11-30"),
            ("end of month", "2026-11-30"), ("this morning", "2026-11-25"),
            // A weekday beside a date chooses the year: the date has passed this year, or is still to come.
            ("fri 20 nov", "2026-11-20"), ("Friday, Nov 20th", "2026-11-20"), ("fri 20 nov 9am", "2026-11-20"),
            ("thu 1 oct", "2026-10-01"), ("thu 1 jan", "2026-01-01"), ("wed 25 nov", "2026-11-25"),
            ("fri 27 nov", "2026-11-27"), ("sat 20 nov", "2027-11-20"), ("fri 1 jan", "2027-01-01"),
        ])
    func certain(text: String, expected: String) throws {
        for current in ["2026-09-01", "2026-11-25", "2027-01-01", nil] {
            #expect(try day(text, from: current) == expected)
        }
    }

    @Test("what counts from its completion was done on the last such day, and is skipped from the current one on")
    func fromCompletion() throws {
        #expect(try day("mon", from: "2026-12-05", .done, .everyFromCompletion) == "2026-11-23")
        #expect(try day("mon", from: "2026-12-05", .skipped, .everyFromCompletion) == "2026-11-30")
    }

    @Test("a weekday that is wrong for the last such date and for the next one is refused")
    func wrongWeekday() {
        for text in ["mon 20 nov", "fri 25 nov"] {
            #expect(code { try day(text, from: "2026-11-01") } == .impossibleDay)
        }
    }

    @Test("what is no day is refused as a due date is", arguments: ["", "this monday", "soon", "1/2"])
    func refused(text: String) { #expect(code { try day(text, from: "2026-11-01") } == .usage) }
}
