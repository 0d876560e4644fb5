import Foundation
import TestSupport
import Testing
import TodoDomain

@Suite("Months of a calendar")
struct CalendarMonthTests {
    private func month(_ year: Int, _ month: Int, _ first: PhraseSettings.Weekday = .monday) throws -> CalendarMonth {
        CalendarMonth(of: try Day(year: year, month: month, day: 1), firstWeekday: first, zone: .gmt)
    }

    @Test("whole weeks from the first weekday, with their numbers")
    func weeks() throws {
        let november = try month(2026, 11)
        #expect(november.weeks.map(\.number) == [44, 45, 46, 47, 48, 49])
        #expect(november.weeks[0].days[0]?.day.description == "2026-10-26")
        #expect(november.weeks[0].days.map { $0?.isInMonth } == [false, false, false, false, false, false, true])
        #expect(november.weekdays.first == .monday && november.weekdays.last == .sunday)
        let fromSunday = try month(2026, 11, .sunday)
        #expect(fromSunday.weeks.map(\.number) == [45, 46, 47, 48, 49])
        #expect(fromSunday.weeks[0].days[0]?.day.description == "2026-11-01")
        #expect(fromSunday.weekdays.map(\.rawValue) == [7, 1, 2, 3, 4, 5, 6])
        // February of a common year that begins on the first weekday.
        #expect(try month(2027, 2).weeks.count == 4)
        #expect(try month(2027, 1).weeks.map(\.number) == [53, 1, 2, 3, 4])
    }

    @Test("open ones count where they are due and done ones where they were done, in the given zone")
    func counts() throws {
        let zone = try zone("Asia/Kolkata")
        let month = CalendarMonth(
            of: try Day(year: 2026, month: 11, day: 15),
            due: [
                try .day(2026, 11, 2), .instant(try moment("2026-11-01T18:30:00Z"), .gmt), try .day(2026, 12, 1),
                try .day(2027, 1, 1),
            ],
            done: [try moment("2026-11-30T18:29:00Z"), try moment("2026-11-30T18:31:00Z")], zone: zone)
        let cells = month.weeks.flatMap(\.days).compactMap(\.self)
        let counted = cells.filter { $0.due + $0.done > 0 }
        #expect(counted.map(\.day.description) == ["2026-11-02", "2026-11-30", "2026-12-01"])
        #expect(counted.map(\.due) == [2, 0, 1])
        #expect(counted.map(\.done) == [0, 1, 1])
    }

    @Test("the days of ISO 8601's examples are in its weeks")
    func numbers() throws {
        let weeks = [
            (2005, 1, 1, 53), (2005, 1, 2, 53), (2005, 12, 31, 52), (2007, 1, 1, 1), (2007, 12, 31, 1),
            (2008, 12, 28, 52), (2008, 12, 29, 1), (2009, 12, 31, 53), (2010, 1, 3, 53), (2010, 1, 4, 1),
        ]
        for (year, month, day, week) in weeks {
            #expect(try Day(year: year, month: month, day: day).weekOfYear == week, "\(year)-\(month)-\(day)")
        }
    }

    @Test("each day of each month is there once, in seven columns")
    func random() throws {
        let calendar = Calendar(identifier: .iso8601)
        try fuzz("months", rounds: 300) { generator, seed in
            let year = generator.pick([1, 9999, Int.random(in: 1...9999, using: &generator)])
            let first = generator.pick(PhraseSettings.Weekday.allCases)
            let month = try self.month(year, Int.random(in: 1...12, using: &generator), first)
            let own = month.weeks.flatMap(\.days).compactMap(\.self).filter(\.isInMonth).map(\.day)
            #expect(own == (0..<month.first.endOfMonth.day).map { month.first.adding(days: $0) }, "seed \(seed)")
            #expect(month.weeks.allSatisfy { $0.days.count == 7 } && 4...6 ~= month.weeks.count, "seed \(seed)")
            for week in month.weeks {
                #expect(week.days.contains { $0?.isInMonth == true }, "seed \(seed)")
                for (cell, weekday) in zip(week.days, month.weekdays) where cell != nil {
                    #expect(cell?.day.weekday == weekday.rawValue, "seed \(seed)")
                }
                guard year > 1600, let thursday = week.days.first(where: { $0?.day.weekday == 4 }) ?? nil else {
                    continue
                }
                let noon = thursday.day.start(in: .gmt) + 43_200
                #expect(week.number == calendar.component(.weekOfYear, from: noon), "seed \(seed)")
            }
        }
    }
}
