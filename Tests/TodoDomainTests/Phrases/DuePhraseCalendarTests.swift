import Foundation
import TestSupport
import Testing
import TodoDomain

@Suite("Phrases across the ends of weeks, months and years")
struct DuePhraseCalendarTests {
    /// The seven days from Monday, 16 November 2026, at noon UTC.
    static let week = (16...22).map { "2026-11-\($0)T12:00:00Z" }

    @Test("a weekday is the next one on every day of the week, never today", arguments: week)
    func weekdays(now: String) throws {
        let today = Day(containing: try moment(now), in: try zone("UTC"))
        for (number, name) in zip(1..., ["mon", "tuesday", "wed", "thu", "friday", "sat", "sunday"]) {
            let next = try #require(Day(try meaning(name, at: now, in: "UTC")))
            #expect(next.weekday == number)
            #expect(1...7 ~= next.daysSince1970 - today.daysSince1970)
            let ofNextWeek = try #require(Day(try meaning("next \(name)", at: now, in: "UTC")))
            #expect(ofNextWeek == (try Day(year: 2026, month: 11, day: 22 + number)))
            if number >= today.weekday {
                #expect(try meaning("this \(name)", at: now, in: "UTC") == "2026-11-\(15 + number)")
            } else {
                #expect(code { try meaning("this \(name)", at: now, in: "UTC") } == .usage)
            }
        }
        #expect(try meaning("eow", at: now, in: "UTC") == "2026-11-22")
        #expect(try meaning("next week", at: now, in: "UTC") == "2026-11-23")
    }

    @Test(
        "months keep the day, or end where they are shorter",
        arguments: [
            ("2026-01-31", "in 1 month", "2026-02-28"), ("2028-01-31", "in a month", "2028-02-29"),
            ("2026-01-31", "in 2 months", "2026-03-31"), ("2026-08-31", "+1mo", "2026-09-30"),
            ("2026-11-30", "in 3 months", "2027-02-28"), ("2026-12-31", "in 2 months", "2027-02-28"),
            ("2028-02-29", "in 1 year", "2029-02-28"), ("2028-02-29", "in 4 years", "2032-02-29"),
            ("2096-02-29", "in 4 years", "2100-02-28"), ("2026-12-31", "tomorrow", "2027-01-01"),
            ("2027-01-01", "yesterday", "2026-12-31"), ("2028-02-28", "tomorrow", "2028-02-29"),
            ("2026-02-28", "tomorrow", "2026-03-01"), ("2026-12-29", "in 1 week", "2027-01-05"),
        ])
    func arithmetic(today: String, phrase: String, expected: String) throws {
        #expect(try meaning(phrase, at: today + "T12:00:00Z", in: "UTC") == expected)
    }

    @Test(
        "periods end and begin where the calendar says",
        arguments: [
            ("2026-01-01", "eoq", "2026-03-31"), ("2026-06-30", "eoq", "2026-06-30"),
            ("2026-07-01", "eoq", "2026-09-30"), ("2026-12-31", "eoq", "2026-12-31"),
            ("2026-02-01", "eom", "2026-02-28"), ("2028-02-29", "eom", "2028-02-29"),
            ("2026-12-31", "eom", "2026-12-31"), ("2026-12-31", "next month", "2027-01-01"),
            ("2026-12-31", "eow", "2027-01-03"), ("2026-12-31", "next year", "2027-01-01"),
            ("2026-01-31", "next month", "2026-02-01"), ("2026-11-01", "next quarter", "2027-01-01"),
            ("9999-12-31", "eoy", "9999-12-31"), ("9999-12-31", "eoq", "9999-12-31"),
        ])
    func periods(today: String, phrase: String, expected: String) throws {
        #expect(try meaning(phrase, at: today + "T12:00:00Z", in: "UTC") == expected)
    }

    @Test(
        "a day and a month without a year are the next that there are",
        arguments: [
            ("2026-12-31", "1 jan", "2027-01-01"), ("2026-12-31", "31 dec", "2026-12-31"),
            ("2026-03-01", "29 feb", "2028-02-29"), ("2028-02-29", "29 feb", "2028-02-29"),
            ("2097-01-01", "feb 29", "2104-02-29"),
        ])
    func withoutYear(today: String, phrase: String, expected: String) throws {
        #expect(try meaning(phrase, at: today + "T12:00:00Z", in: "UTC") == expected)
    }

    @Test(
        "what lies behind the year 9999 is refused", arguments: ["tomorrow", "next month", "next week", "1 jan", "+1y"])
    func endOfTime(phrase: String) throws {
        #expect(code { try meaning(phrase, at: "9999-12-31T12:00:00Z", in: "UTC") } == .impossibleDay)
    }

    @Test("every day of forty years is understood in each of its spellings")
    func everyDay() throws {
        let first = try Day(year: 2000, month: 1, day: 1)
        let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
        let (now, utc) = (try moment(saturday), try zone("UTC"))
        // Each day of a year, and of each year some.
        for offset in stride(from: 0, to: 14_610, by: Dose.of(13, whole: 1)) {
            let day = first.adding(days: offset)
            let month = months[day.month - 1]
            for text in [
                day.description, "\(day.day).\(day.month).\(day.year)", "\(day.day) \(month) \(day.year)",
                "\(month) \(day.day), \(day.year)",
            ] {
                #expect(try DuePhrase.parse(text, now: now, timeZone: utc) == .day(day), "\(text)")
            }
        }
    }
}
