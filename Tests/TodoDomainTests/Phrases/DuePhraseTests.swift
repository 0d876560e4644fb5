import Foundation
import Testing
import TodoDomain

@Suite("Due dates as people type them")
struct DuePhraseTests {
    @Test(
        "a date in ISO form is the day, with a time the moment",
        arguments: [
            ("2026-11-21", "2026-11-21"),
            ("0001-01-01", "0001-01-01"),
            ("9999-12-31", "9999-12-31"),
            (" 2024-02-29\t", "2024-02-29"),
            ("2026-11-21T18:00", "2026-11-21T17:00:00.000Z"),
            ("2026-11-21t18:00", "2026-11-21T17:00:00.000Z"),
            ("2026-11-21 18:00", "2026-11-21T17:00:00.000Z"),
            ("2026-11-21 18:00:30", "2026-11-21T17:00:30.000Z"),
            ("2026-11-21T18:00:30.5", "2026-11-21T17:00:30.500Z"),
            ("2026-11-21T18:00:30.123456789", "2026-11-21T17:00:30.123Z"),
            ("2026-07-21T18:00", "2026-07-21T16:00:00.000Z"),
            ("2026-11-21T18:00Z", "2026-11-21T18:00:00.000Z"),
            ("2026-11-21 18:00:00z", "2026-11-21T18:00:00.000Z"),
            ("2026-11-21T18:00+02:00", "2026-11-21T16:00:00.000Z"),
            ("2026-11-21T18:00:30.25-0530", "2026-11-21T23:30:30.250Z"),
            ("2026-11-21T00:30+02", "2026-11-20T22:30:00.000Z"),
            ("2026-12-31T23:59:60Z", "2027-01-01T00:00:00.000Z"),
            ("2026-11-21 9am", "2026-11-21T08:00:00.000Z"),
            ("2026-11-21 09:30pm", "2026-11-21T20:30:00.000Z"),
            ("2026-11-21 at 9:30", "2026-11-21T08:30:00.000Z"),
            ("21.11.2026", "2026-11-21"),
            ("1.2.2027 noon", "2027-02-01T11:00:00.000Z"),
        ])
    func iso(phrase: String, expected: String) throws {
        #expect(try meaning(phrase) == expected)
    }

    @Test(
        "a phrase means what the documentation says, on a Saturday",
        arguments: [
            ("today", "2026-11-21"), ("Tomorrow", "2026-11-22"), ("YESTERDAY", "2026-11-20"),
            ("fri", "2026-11-27"), ("saturday", "2026-11-28"), ("on sunday", "2026-11-22"), ("thurs", "2026-11-26"),
            ("this saturday", "2026-11-21"), ("this sunday", "2026-11-22"),
            ("next friday", "2026-11-27"), ("next sunday", "2026-11-29"), ("next mon", "2026-11-23"),
            ("in 3 days", "2026-11-24"), ("in 1 day", "2026-11-22"), ("in a day", "2026-11-22"),
            ("in 0 days", "2026-11-21"), ("in 2 weeks", "2026-12-05"), ("in a week", "2026-11-28"),
            ("in 3 months", "2027-02-21"), ("in a year", "2027-11-21"), ("in 2 years", "2028-11-21"),
            ("in 3d", "2026-11-24"), ("+3d", "2026-11-24"), ("+2w", "2026-12-05"), ("+1mo", "2026-12-21"),
            ("+1y", "2027-11-21"), ("+3 days", "2026-11-24"),
            ("in 2 hours", "2026-11-21T11:30:00.000Z"), ("in an hour", "2026-11-21T10:30:00.000Z"),
            ("in 90 minutes", "2026-11-21T11:00:00.000Z"), ("+2h", "2026-11-21T11:30:00.000Z"),
            ("+90min", "2026-11-21T11:00:00.000Z"),
            ("eow", "2026-11-22"), ("end of week", "2026-11-22"), ("eom", "2026-11-30"),
            ("end of month", "2026-11-30"), ("end of the month", "2026-11-30"), ("eoq", "2026-12-31"),
            ("end of quarter", "2026-12-31"), ("eoy", "2026-12-31"), ("end of the year", "2026-12-31"),
            ("next week", "2026-11-23"), ("next month", "2026-12-01"), ("next quarter", "2027-01-01"),
            ("next year", "2027-01-01"),
            ("21 nov", "2026-11-21"), ("20 nov", "2027-11-20"), ("nov 22", "2026-11-22"),
            ("21st november", "2026-11-21"), ("december 2nd", "2026-12-02"), ("3rd dec", "2026-12-03"),
            ("11th dec", "2026-12-11"), ("nov 21 2027", "2027-11-21"), ("nov 21, 2027", "2027-11-21"),
            ("21 sept 2025", "2025-09-21"), ("fri 27 nov", "2026-11-27"), ("friday, 27 november 2026", "2026-11-27"),
            ("mon 2026-11-23", "2026-11-23"), ("mon 23.11.2026", "2026-11-23"),
            ("18dec", "2026-12-18"), ("18DEC 2027", "2027-12-18"), ("18dec2027", "2027-12-18"),
            ("18-dec-2027", "2027-12-18"), ("18-dec", "2026-12-18"), ("dec18", "2026-12-18"), ("Jan-5", "2027-01-05"),
            ("fri 18dec", "2026-12-18"), ("this week sunday", "2026-11-22"),
            ("a week today", "2026-11-28"), ("a week friday", "2026-12-04"), ("15th of next month", "2026-12-15"),
        ])
    func phrases(phrase: String, expected: String) throws {
        #expect(try meaning(phrase) == expected)
    }

    @Test(
        "a day with a time is a moment, and a time alone is the next one",
        arguments: [
            ("today 9am", "2026-11-21T08:00:00.000Z"), ("tomorrow 9am", "2026-11-22T08:00:00.000Z"),
            ("tomorrow at 9 am", "2026-11-22T08:00:00.000Z"), ("tomorrow, 9:30", "2026-11-22T08:30:00.000Z"),
            ("next friday 9am", "2026-11-27T08:00:00.000Z"), ("eom at 17:00", "2026-11-30T16:00:00.000Z"),
            ("in 3 days at noon", "2026-11-24T11:00:00.000Z"), ("+2w 8:15pm", "2026-12-05T19:15:00.000Z"),
            ("21 nov 2027 18:00", "2027-11-21T17:00:00.000Z"), ("nov 21 18:00", "2026-11-21T17:00:00.000Z"),
            ("tomorrow midnight", "2026-11-21T23:00:00.000Z"), ("tomorrow 12am", "2026-11-21T23:00:00.000Z"),
            ("tomorrow 12pm", "2026-11-22T11:00:00.000Z"), ("tomorrow 23:59:59", "2026-11-22T22:59:59.000Z"),
            ("9am tomorrow", "2026-11-22T08:00:00.000Z"), ("at noon on monday", "2026-11-23T11:00:00.000Z"),
            ("11am", "2026-11-21T10:00:00.000Z"), ("at 17:00", "2026-11-21T16:00:00.000Z"),
            ("9am", "2026-11-22T08:00:00.000Z"), ("10:30", "2026-11-22T09:30:00.000Z"),
            ("noon", "2026-11-21T11:00:00.000Z"), ("midnight", "2026-11-21T23:00:00.000Z"),
        ])
    func times(phrase: String, expected: String) throws {
        #expect(try meaning(phrase) == expected)
    }

    @Test(
        "what is not understood is a usage error that says what is",
        arguments: [
            "", " ", ",", "soon", "someday", "9", "at 9", "at", "on", "in", "in 3", "in days", "+3",
            "+", "3 days", "-3d", "+-3d", "in +3 days", "in 1.5 days", "in 5 m", "tomorrow tomorrow",
            "today 9am 10am", "friday friday", "next", "next fri mon", "this week", "end of",
            "end of time", "nov", "21", "1/2/2026", "2026-11", "tomorrow at 24", "at 9 soon",
            "at tomorrow",
            "2026-11-21T", "2026-11-21T9", "2026-11-21T18:00 +02:00", "2026-11-21T18:00+2",
            "in 2 hours 9am", "in 9999999999 days", "21th nov", "22st nov", "01st nov", "tomörrow", "today\n", "今日",
        ])
    func refused(phrase: String) throws {
        #expect(code { try meaning(phrase) } == .usage)
    }

    @Test("the Monday of this week has passed on a Saturday, which is said")
    func passed() throws {
        let error = try #require(throws: TodoError.self) { try meaning("this monday") }
        #expect(error.code == .usage)
        #expect(
            error.message
                == "The Monday of this week has passed; say monday for the next one, or give its date.")
    }

    @Test(
        "a day that cannot be is an error of its own",
        arguments: [
            "2026-02-30", "2026-02-29", "2026-13-01", "2026-00-10", "0000-01-01", "2026-11-31T18:00", "30.2.2026",
            "30 feb", "31 nov", "feb 29 2027", "0 nov", "mon 27 nov", "tue 2026-11-21", "in 9000 years",
            "+999999999d", "in 999999999 months",
        ])
    func impossibleDays(phrase: String) throws {
        #expect(code { try meaning(phrase) } == .impossibleDay)
    }

    @Test(
        "a time that cannot be is an error of its own",
        arguments: [
            "2026-11-21T25:00", "2026-11-21 24:00", "2026-11-21T18:60", "2026-11-21T18:00:61", "tomorrow 25:00",
            "tomorrow 9:75", "13pm", "0am", "tomorrow 13:00pm", "2026-11-21T18:00+25:00", "0001-01-01T00:00+02:00",
            "9999-12-31T23:59-02:00", "in 999999999 hours at noon", "+999999999h",
        ])
    func impossibleTimes(phrase: String) throws {
        #expect(code { try meaning(phrase) } == .impossibleTime)
    }

    @Test("the moment given with an offset is thought of in the zone of the person who typed it")
    func zoneOfOffset() throws {
        let due = try DuePhrase.parse(
            "2026-11-21T18:00-05:00", now: try moment(saturday), timeZone: try zone("Asia/Tokyo"))
        #expect(due == .instant(try moment("2026-11-21T23:00:00Z"), zone: "Asia/Tokyo"))
    }
}
