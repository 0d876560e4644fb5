import TestSupport
import Testing
import TodoDomain

@Suite("The dates of a rule")
struct RecurrenceDatesTests {
    @Test("each question about the dates has the answer that their list gives", arguments: 1...40)
    func questionsAgree(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<10 {
            var rule = generator.rule()
            let start = generator.day()
            if generator.chance(0.3) { rule = try rule.ending(.count(Int.random(in: 1...60, using: &generator))) }
            if generator.chance(0.2) { rule = try rule.ending(.day(generator.day())) }
            let dates = rule.dates(from: start)
            let listed = Array(dates.dates(from: start).prefix(40))
            #expect(listed == listed.sorted() && Set(listed).count == listed.count)
            for (index, date) in listed.enumerated() {
                let comment: Comment = "seed \(seed): \(rule) from \(start), \(date)"
                #expect(dates.contains(date), comment)
                #expect(dates.date(number: index + 1) == date, comment)
                #expect(dates.count(through: date) == index + 1, comment)
                #expect(dates.first(from: date) == date, comment)
                #expect(dates.last(through: date) == date, comment)
                if index > 0 {
                    #expect(dates.first(after: listed[index - 1]) == date, comment)
                    #expect(dates.last(through: date.adding(days: -1)) == listed[index - 1], comment)
                    #expect(dates.count(after: listed[0], through: date) == index, comment)
                } else {
                    #expect(dates.last(through: date.adding(days: -1)) == nil, comment)
                }
            }
        }
    }

    @Test("far numbers are found by what a whole cycle of the calendar has", arguments: 100...130)
    func farNumbers(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let dates = generator.rule().dates(from: generator.day(years: 1970...1972))
        for number in [1, 10, 1000, 100_000, 999_999_999, .max] {
            guard let date = dates.date(number: number) else { continue }
            #expect(dates.count(through: date) == number, "seed \(seed): \(dates.rule) from \(dates.start), \(number)")
            #expect(dates.contains(date))
        }
        #expect(dates.date(number: 0) == nil && dates.date(number: -1) == nil && dates.date(number: .min) == nil)
    }

    @Test(
        "what is counted by the year, and by 28 years, is as many as there are one by one, over centuries",
        arguments: [
            "FREQ=MONTHLY", "FREQ=MONTHLY;BYMONTHDAY=31", "FREQ=MONTHLY;INTERVAL=3;BYDAY=-1FR",
            "FREQ=MONTHLY;INTERVAL=12",
            "FREQ=MONTHLY;INTERVAL=2;BYMONTH=2,5", "FREQ=MONTHLY;INTERVAL=5", "FREQ=DAILY;BYMONTHDAY=29;BYMONTH=2,3",
            "FREQ=DAILY;BYDAY=FR;BYMONTHDAY=13", "FREQ=WEEKLY;BYMONTH=2;BYDAY=MO,SU",
            "FREQ=WEEKLY;BYMONTH=2;BYSETPOS=1;BYDAY=MO,SU",
            "FREQ=YEARLY;BYMONTHDAY=29;BYMONTH=2", "FREQ=YEARLY;BYWEEKNO=53,1;BYYEARDAY=366,1,-366",
            "FREQ=YEARLY;BYWEEKNO=-1;WKST=SU",
        ], ["1899-03-31", "1972-02-29", "2096-08-01"])
    func countedAtOnce(text: String, start: String) throws {
        let dates = try RecurrenceRule(text).dates(from: #require(Day(start)))
        let listed = Array(dates.dates(from: dates.start).prefix { $0.year < 2550 }.prefix(Dose.of(1500, whole: 6000)))
        for (index, date) in listed.enumerated() where index % 89 == 0 || index == listed.count - 1 {
            #expect(dates.date(number: index + 1) == date)
            #expect(dates.count(through: date) == index + 1)
            #expect(dates.count(after: listed[index / 3], through: date) == index - index / 3)
        }
    }

    @Test(
        "a rule that names no day ends",
        arguments: [
            "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", "FREQ=MONTHLY;BYMONTH=4;BYMONTHDAY=31",
            "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30", "FREQ=DAILY;INTERVAL=2;BYMONTH=2;BYMONTHDAY=30",
            "FREQ=DAILY;INTERVAL=999999999;BYMONTH=2;BYMONTHDAY=30", "FREQ=DAILY;INTERVAL=7;BYDAY=MO",
            "FREQ=DAILY;BYDAY=MO;BYSETPOS=2", "FREQ=MONTHLY;BYDAY=6MO", "FREQ=MONTHLY;BYDAY=53MO",
            "FREQ=MONTHLY;BYDAY=1MO;BYSETPOS=-2", "FREQ=WEEKLY;BYDAY=MO;BYSETPOS=2",
            "FREQ=YEARLY;BYWEEKNO=10;BYYEARDAY=1", "FREQ=YEARLY;BYWEEKNO=20;BYMONTH=1",
            "FREQ=MONTHLY;INTERVAL=12;BYMONTH=2", "FREQ=YEARLY;INTERVAL=4;BYYEARDAY=366",
        ])
    func never(text: String) throws {
        // A Sunday in November of a year that is not a leap year.
        let dates = try RecurrenceRule(text).dates(from: Day(year: 2026, month: 11, day: 22))
        #expect(dates.first(from: dates.start) == nil)
        #expect(dates.last(through: try Day(year: 9999, month: 12, day: 31)) == nil)
        #expect(dates.date(number: 1) == nil)
        #expect(dates.count(through: try Day(year: 9999, month: 12, day: 31)) == 0)
    }

    @Test("there is nothing after the year 9999, and the first days of the calendar are dates like any")
    func edges() throws {
        let last = try Day(year: 9999, month: 12, day: 31)
        let first = try Day(year: 1, month: 1, day: 1)
        for text in ["FREQ=DAILY", "FREQ=WEEKLY", "FREQ=MONTHLY", "FREQ=YEARLY", "FREQ=YEARLY;BYWEEKNO=52"] {
            let rule = try RecurrenceRule(text)
            let atEnd = rule.dates(from: last)
            #expect(atEnd.first(from: last) == last && atEnd.first(after: last) == nil, "\(text)")
            let atStart = rule.dates(from: first)
            #expect(atStart.first(after: first) != nil)
            #expect(atStart.contains(first) == !text.contains("WEEKNO"))
            #expect(atStart.last(through: last).map { $0.year } == 9999)
        }
        let rare = try RecurrenceRule("FREQ=DAILY;INTERVAL=999999999").dates(from: first)
        #expect(Array(rare.dates(from: first)) == [first])
    }

    @Test("a month or a year without the day has no date, and the clamp has its last")
    func shortMonths() throws {
        let start = try Day(year: 2026, month: 1, day: 31)
        let skips = try RecurrenceRule("FREQ=MONTHLY").dates(from: start)
        #expect(skips.dates(from: start).prefix(3).map(\.description) == ["2026-01-31", "2026-03-31", "2026-05-31"])
        let clamps = try RecurrenceRule("FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1").dates(from: start)
        #expect(clamps.dates(from: start).prefix(3).map(\.description) == ["2026-01-31", "2026-02-28", "2026-03-31"])
        let leap = try RecurrenceRule("FREQ=YEARLY").dates(from: Day(year: 1896, month: 2, day: 29))
        #expect(leap.date(number: 2)?.year == 1904)
    }

    @Test("the weeks of a year are those of the year that has four of their days, whatever the calendar year")
    func weekYears() throws {
        // Week 1 of 2025 begins in 2024, that of 2031 in 2030.
        let start = try Day(year: 2024, month: 12, day: 30)
        let dates = try RecurrenceRule("FREQ=YEARLY;INTERVAL=2;BYWEEKNO=1;BYDAY=MO").dates(from: start)
        #expect(
            dates.dates(from: start).prefix(4).map(\.description) == [
                "2024-12-30", "2027-01-04", "2029-01-01", "2030-12-30",
            ])
    }

    @Test("a BYSETPOS counts in the whole week, with which days of it the rule starts or not")
    func positionsOfTheFirstWeek() throws {
        // The start is a Thursday: the second of its week's days has passed.
        let start = try Day(year: 2026, month: 11, day: 26)
        let dates = try RecurrenceRule("FREQ=WEEKLY;BYDAY=TU,WE,TH,FR;BYSETPOS=2").dates(from: start)
        #expect(dates.first(from: start)?.description == "2026-12-02")
    }

    @Test("what a rule leaves open is as on its first day")
    func open() throws {
        let start = try Day(year: 2026, month: 11, day: 26)
        let expected = [
            "FREQ=YEARLY;BYWEEKNO=20": "2027-05-20", "FREQ=YEARLY;BYMONTH=3": "2027-03-26",
            "FREQ=WEEKLY;BYMONTH=3": "2027-03-04", "FREQ=MONTHLY;BYMONTH=3": "2027-03-26",
            "FREQ=DAILY;BYMONTH=3": "2027-03-01",
        ]
        for (text, date) in expected {
            #expect(try RecurrenceRule(text).dates(from: start).first(from: start)?.description == date, "\(text)")
        }
    }

    @Test("an end before the start, and dates asked for before it, are none")
    func before() throws {
        let start = try Day(year: 2026, month: 11, day: 26)
        let over = try RecurrenceRule("FREQ=DAILY;UNTIL=20261125").dates(from: start)
        #expect(over.first(from: start) == nil && over.last(through: start) == nil && over.count(through: start) == 0)
        #expect(over.date(number: 1) == nil)
        let daily = try RecurrenceRule("FREQ=DAILY;COUNT=3").dates(from: start)
        #expect(daily.end?.description == "2026-11-28")
        #expect(daily.first(from: try Day(year: 1, month: 1, day: 1)) == start)
        #expect(daily.count(after: try Day(year: 1, month: 1, day: 1), through: start) == 1)
        #expect(daily.first(after: try Day(year: 2026, month: 11, day: 28)) == nil)
    }
}
