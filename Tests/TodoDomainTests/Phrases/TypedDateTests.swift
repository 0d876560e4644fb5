import Foundation
import Testing
import TodoDomain

@Suite("More of what people type for a date")
struct TypedDateTests {
    @Test(
        "short, spoken and written forms mean a day, on a Saturday",
        arguments: [
            ("tod", "2026-11-21"), ("eod", "2026-11-21"), ("TMR", "2026-11-22"), ("tmrw", "2026-11-22"),
            ("3rd of december", "2026-12-03"), ("the 3rd of december 2027", "2027-12-03"),
            ("on the 24 dec", "2026-12-24"),
            ("day after tomorrow", "2026-11-23"), ("the day after tomorrow", "2026-11-23"),
            ("in two weeks", "2026-12-05"), ("in three days", "2026-11-24"), ("in one month", "2026-12-21"),
            ("in twelve months", "2027-11-21"), ("3d", "2026-11-24"), ("2w", "2026-12-05"), ("1y", "2027-11-21"),
            ("weekend", "2026-11-28"), ("this weekend", "2026-11-21"), ("next weekend", "2026-11-28"),
            ("last day of month", "2026-11-30"), ("last day of the week", "2026-11-22"),
            ("15th", "2026-12-15"), ("the 21st", "2026-11-21"), ("on the 31st", "2026-12-31"), ("1st", "2026-12-01"),
            ("31.12.", "2026-12-31"), ("1.2.", "2027-02-01"), ("21.11.", "2026-11-21"), ("29.2.", "2028-02-29"),
            ("20261224", "2026-12-24"), ("2026/12/24", "2026-12-24"), ("2026/1/2", "2026-01-02"),
            ("2026-W50", "2026-12-07"), ("2026-w01", "2025-12-29"), ("2026-W53", "2026-12-28"),
        ])
    func days(phrase: String, expected: String) throws {
        #expect(try meaning(phrase) == expected)
    }

    @Test(
        "an hour, a part of a day and a span with a sign mean a moment",
        arguments: [
            ("17h", "2026-11-21T16:00:00.000Z"), ("9h", "2026-11-22T08:00:00.000Z"),
            ("0h", "2026-11-21T23:00:00.000Z"), ("24h", "2026-11-21T23:00:00.000Z"),
            ("tomorrow at 17h", "2026-11-22T16:00:00.000Z"), ("tomorrow 24h", "2026-11-22T23:00:00.000Z"),
            ("7h friday", "2026-11-27T06:00:00.000Z"), ("20261224 17h", "2026-12-24T16:00:00.000Z"),
            ("+17h", "2026-11-22T02:30:00.000Z"), ("in 17h", "2026-11-22T02:30:00.000Z"),
            ("+30m", "2026-11-21T10:00:00.000Z"), ("in two hours", "2026-11-21T11:30:00.000Z"),
            ("in half an hour", "2026-11-21T10:00:00.000Z"),
            ("tomorrow at 9", "2026-11-22T08:00:00.000Z"), ("at 9 tomorrow", "2026-11-22T08:00:00.000Z"),
            ("friday at 0", "2026-11-26T23:00:00.000Z"), ("at 17 on 24.12.2026", "2026-12-24T16:00:00.000Z"),
            ("24/12/2026 at 23", "2026-12-24T22:00:00.000Z"), ("tomorrow at 9 pm", "2026-11-22T20:00:00.000Z"),
            ("tonight at 9", "2026-11-21T20:00:00.000Z"), ("at 22 tonight", "2026-11-21T21:00:00.000Z"),
            ("tonight", "2026-11-21T19:00:00.000Z"), ("tonight at 9pm", "2026-11-21T20:00:00.000Z"),
            ("23:30 tonight", "2026-11-21T22:30:00.000Z"), ("tomorrow morning", "2026-11-22T08:00:00.000Z"),
            ("tomorrow evening", "2026-11-22T17:00:00.000Z"), ("friday evening", "2026-11-27T17:00:00.000Z"),
            ("this evening", "2026-11-21T17:00:00.000Z"),
            ("15th 9am", "2026-12-15T08:00:00.000Z"), ("2026/12/24 18:00", "2026-12-24T17:00:00.000Z"),
        ])
    func moments(phrase: String, expected: String) throws {
        #expect(try meaning(phrase) == expected)
    }

    @Test(
        "what has two meanings is refused with both",
        arguments: [
            ("1/2", "1 February", "2 January"), ("10/11/2026", "10 November", "11 October"),
            ("in 5 m", "5 minutes", "5 months"), ("5m", "5 minutes", "5 months"), ("25h", "0h to 24h", "+25h"),
            ("tonight 2am", "today", "tomorrow"), ("1/2/2027 9am", "1 February", "2 January"),
        ])
    func twoMeanings(phrase: String, first: String, second: String) throws {
        let error = try #require(throws: TodoError.self) { try meaning(phrase) }
        #expect(error.code == .usage)
        #expect(error.message.contains(first) && error.message.contains(second), "\(error.message)")
    }

    @Test(
        "a date with slashes that can only be one day is that day",
        arguments: [
            ("12/24/2026", "2026-12-24"), ("24/12/2026", "2026-12-24"), ("13/2", "2027-02-13"), ("2/13", "2027-02-13"),
            ("12/12/2026", "2026-12-12"), ("29/2/2028", "2028-02-29"),
        ])
    func oneMeaning(phrase: String, expected: String) throws {
        #expect(try meaning(phrase) == expected)
        #expect(try meaning("\(phrase) 0:00") == meaning("\(expected) 0:00"))
    }

    @Test(
        "a date with slashes that cannot be is none, and the name of a zone is called one",
        arguments: [
            ("13/13/2026", TodoError.Code.impossibleDay, "13/13/2026"), ("2/31/2026", .impossibleDay, "2/31/2026"),
            ("26/12/24", .usage, "with slashes"), ("2026-11-26 18:00 Europe/Berlin", .usage, "time zone"),
        ])
    func slashes(phrase: String, code: TodoError.Code, said: String) throws {
        let error = try #require(throws: TodoError.self) { try meaning(phrase) }
        #expect(error.code == code && error.message.contains(said) && !error.message.contains("two ways"))
    }

    @Test(
        "what is heard in a sentence is a date for --due too",
        arguments: [
            ("tomorrow night", "2026-11-22T19:00:00.000Z"), ("friday afternoon", "2026-11-27T14:00:00.000Z"),
            ("tomorrow 9", "2026-11-22T08:00:00.000Z"), ("tomorrow morning 9am", "2026-11-22T08:00:00.000Z"),
            ("24.12 10:30", "2026-12-24T09:30:00.000Z"), ("21.11", "2026-11-21"), ("21.12.26", "2026-12-21"),
            ("a week from friday", "2026-12-04"), ("5 days from now", "2026-11-26"), ("friday week", "2026-12-04"),
            ("end of next month", "2026-12-31"), ("mid january", "2027-01-15"),
            ("last friday of march", "2027-03-26"), ("first workday of next month", "2026-12-01"),
            ("in thirteen days", "2026-12-04"), ("last day of november", "2026-11-30"),
            ("in 1h30", "2026-11-21T11:00:00.000Z"), ("friday 5 p.m.", "2026-11-27T16:00:00.000Z"),
            ("friday 14.30", "2026-11-27T13:30:00.000Z"), ("6days", "2026-11-27"), ("today+2w", "2026-12-05"),
        ])
    func sentences(phrase: String, expected: String) throws { #expect(try meaning(phrase) == expected) }

    @Test(
        "what is no date stays none",
        arguments: [
            "morning", "evening", "3 d", "3mo", "30min", "100h", "15",
            "the", "the day", "weekends", "this weekend weekend", "day after", "tomorow", "before friday",
            "friday or saturday",
            "in seventeen days",
            "in two", "2026-W5", "2026W50", "202612", "2026/12", "26/12/24", "1/2/26", "1/2/3/4", "/", "1/", "17hh",
            "by friday", "tonight at 2", "tonight at 12", "the of december", "half an hour",
            "last day", "second day of november", "none", "someday",
        ])
    func refused(phrase: String) {
        #expect(code { try meaning(phrase) } == .usage)
    }

    @Test(
        "a day or a week that cannot be is an error of its own",
        arguments: [
            "20261340", "2026/2/30", "2026-W54", "2026-W00", "2025-W53", "32nd", "0th", "31.2.", "1.13.", "0.1.",
            "9999y",
        ])
    func impossible(phrase: String) {
        #expect(code { try meaning(phrase) } == .impossibleDay)
    }

    @Test("hours, weeks and slashes are read as the settings say")
    func settings() throws {
        let settings = PhraseSettings(
            morning: .hour(7), evening: try ClockTime(hour: 17, minute: 30), tonight: .hour(22), firstWeekday: .sunday,
            slashOrder: .monthFirst)
        for (phrase, expected) in [
            ("tomorrow morning", "2026-11-22T06:00:00.000Z"), ("this evening", "2026-11-21T16:30:00.000Z"),
            ("tonight", "2026-11-21T21:00:00.000Z"), ("eow", "2026-11-21"), ("next week", "2026-11-22"),
            ("next sunday", "2026-11-22"), ("next saturday", "2026-11-28"), ("this saturday", "2026-11-21"),
            ("weekend", "2026-11-28"), ("2026-W50", "2026-12-07"), ("12/24", "2026-12-24"), ("1/2/2027", "2027-01-02"),
        ] {
            #expect(try meaning(phrase, settings: settings) == expected, "\(phrase)")
        }
        #expect(code { try meaning("24/12", settings: settings) } == .impossibleDay)
        #expect(code { try meaning("this friday", settings: settings) } == .usage)
        #expect(try meaning("24/12", settings: PhraseSettings(slashOrder: .dayFirst)) == "2026-12-24")
        let (now, zone) = (try moment(saturday), try zone(zurich))
        let week = try DueFilter.parse("this week", now: now, timeZone: zone, settings: settings)
        #expect(
            week
                == .window(
                    DueWindow(
                        from: try Day(year: 2026, month: 11, day: 15), until: try Day(year: 2026, month: 11, day: 22),
                        in: zone)))
        #expect(
            try PastPhrase.parse("12/24", now: now, timeZone: zone, settings: settings).rfc3339.hasPrefix("2025-12-24"))
        let series = try RepeatPhrase.parse("every day until 12/24", now: now, timeZone: zone, settings: settings)
        #expect(series.rule.description == "FREQ=DAILY;UNTIL=20261224")
    }

    @Test("any week of ISO 8601 begins where the calendar of Foundation says")
    func weeks() throws {
        var calendar = Calendar(identifier: .iso8601)
        calendar.timeZone = .gmt
        for offset in stride(from: 0, to: 146_097, by: 5) {
            let day = try Day(year: 1999, month: 1, day: 1).adding(days: offset)
            let parts = calendar.dateComponents([.yearForWeekOfYear, .weekOfYear], from: day.start(in: .gmt))
            let (year, week) = (try #require(parts.yearForWeekOfYear), try #require(parts.weekOfYear))
            let monday = try Day(meaning("\(year)-W\(week < 10 ? "0" : "")\(week)"))
            #expect(monday == day.adding(days: 1 - day.weekday), "\(day)")
        }
    }

    @Test("a date that is replaced can be counted on from, or be taken away")
    func replacing() throws {
        let (now, zone) = (try moment(saturday), try zone(zurich))
        func result(_ text: String, _ own: Due?) throws -> String? {
            try DuePhrase.parse(text, replacing: own, now: now, timeZone: zone).map { dueText($0) }
        }
        let day = try Due.day(2026, 12, 31)
        let moment = Due.instant(try moment("2026-12-31T15:00:00Z"), zone: "America/New_York")
        #expect(try result("+1w", day) == "2027-01-07" && result("+2mo", day) == "2027-02-28")
        #expect(try result("in 1 week", day) == "2026-11-28" && result("1w", day) == "2026-11-28")
        #expect(try result("+1w 9am", day) == "2027-01-07T08:00:00.000Z")
        #expect(try result("+1d", moment) == "2027-01-01T15:00:00.000Z in America/New_York")
        #expect(try result("+90min", moment) == "2026-12-31T16:30:00.000Z in America/New_York")
        #expect(try result("in 90min", moment) == "2026-11-21T11:00:00.000Z")
        #expect(try result("+1w", nil) == "2026-11-28" && result("+2h", nil) == "2026-11-21T11:30:00.000Z")
        #expect(try result("Someday", moment) == nil && result(" none ", day) == nil && result("none", nil) == nil)
        #expect(code { try result("+2h", day) } == .usage && code { try result("soon", day) } == .usage)
    }
}
