import Foundation
import TestSupport
import Testing
import TodoDomain

@Suite("A day")
struct DayTests {
    @Test("is the day that Foundation counts, on every day from 1890 to 2110")
    func everyDayOfTwoCenturies() throws {
        let first = try Day(year: 1890, month: 1, day: 1).daysSince1970
        let last = try Day(year: 2110, month: 12, day: 31).daysSince1970
        try compareWithFoundation(stride(from: first, through: last, by: 1))
    }

    @Test("is the day that Foundation counts, from the Gregorian reform to the year 9999")
    func sampledToTheLastYear() throws {
        let reform = try Day(year: 1582, month: 10, day: 15).daysSince1970
        try compareWithFoundation(stride(from: reform, through: 2_932_896, by: 37))
    }

    /// Foundation's calendars are Julian before 1582, so the months are counted here.
    @Test("goes on by the lengths of the months, in every month of the years 1 to 9999")
    func everyMonth() throws {
        var days = -719_162
        for year in 1...9999 {
            let isLeap = year % 400 == 0 || year % 4 == 0 && year % 100 != 0
            for (index, length) in [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31].enumerated() {
                let first = try Day(year: year, month: index + 1, day: 1)
                let last = try Day(year: year, month: index + 1, day: length)
                guard first.daysSince1970 == days, last.daysSince1970 == days + length - 1,
                    Day(daysSince1970: days) == first, Day(daysSince1970: days + length - 1) == last,
                    first.endOfMonth == last
                else {
                    Issue.record("\(first) is not day \(days)")
                    return
                }
                days += length
            }
        }
        #expect(days == 2_932_897)
    }

    @Test(
        "that does not exist is refused",
        arguments: [
            (2026, 2, 29), (2026, 2, 30), (1900, 2, 29), (2026, 4, 31), (2026, 0, 1), (2026, 13, 1), (2026, 1, 0),
            (2026, 1, 32), (0, 1, 1), (10_000, 1, 1), (-1, 1, 1), (.max, .max, .max), (.min, .min, .min),
        ])
    func impossible(year: Int, month: Int, day: Int) {
        expectTodoError(.impossibleDay) { try Day(year: year, month: month, day: day) }
    }

    @Test("is the 29th of February in leap years", arguments: [4, 400, 1600, 1904, 2000, 2024, 9996])
    func leapDay(year: Int) throws {
        let day = try Day(year: year, month: 2, day: 29)
        #expect(try day.adding(days: 1) == Day(year: year, month: 3, day: 1))
        #expect(Day.length(ofMonth: 2, year: year) == 29)
    }

    @Test("reads back from its text")
    func text() throws {
        let day = try Day(year: 26, month: 1, day: 9)
        #expect(day.description == "0026-01-09")
        for days in stride(from: -719_162, through: 2_932_896, by: 997) {
            let day = Day(daysSince1970: days)
            #expect(Day(day.description) == day)
        }
        let coded = try JSONEncoder().encode([day])
        #expect(String(decoding: coded, as: UTF8.self) == #"["0026-01-09"]"#)
        #expect(try JSONDecoder().decode([Day].self, from: coded) == [day])
    }

    @Test(
        "is not read from other text",
        arguments: [
            "", "2026", "2026-11", "2026-11-21 ", " 2026-11-21", "26-11-21", "2026-1-21", "2026-11-1", "2026-02-30",
            "2026-13-01",
            "0000-01-01", "+026-11-21", "-026-11-21", "2026/11/21", "2026-11-21-", "2026--11-21", "２０２６-11-21",
            "٢٠٢٦-11-21",
            "20261121", "2026-11-2\u{301}1", "2026-11-21T00:00:00Z",
        ])
    func otherText(text: String) {
        #expect(Day(text) == nil)
        #expect(throws: DecodingError.self) { try JSONDecoder().decode([Day].self, from: JSONEncoder().encode([text])) }
    }

    @Test("stays within the years 1 to 9999, however far one counts")
    func ends() throws {
        let (first, last) = (try Day(year: 1, month: 1, day: 1), try Day(year: 9999, month: 12, day: 31))
        #expect(Day(daysSince1970: .min) == first && Day(daysSince1970: .max) == last)
        #expect(last.adding(days: 1) == last && first.adding(days: -1) == first)
        #expect(last.adding(days: .max) == last && last.adding(days: .min) == first)
        #expect(first.adding(days: .min) == first && first.adding(days: .max) == last)
        #expect(try Day(containing: .distantFuture, in: .gmt) == Day(year: 4001, month: 1, day: 1))
        #expect(Day(containing: Date(timeIntervalSince1970: .infinity), in: .gmt) == last)
        #expect(Day(containing: Date(timeIntervalSince1970: -1e300), in: .gmt) == first)
    }

    @Test("is some day even for a date that is not a number")
    func notANumber() throws {
        let day = Day(containing: Date(timeIntervalSince1970: .nan), in: .gmt)
        #expect(Day(day.description) == day)
    }

    @Test("is ordered as it is counted")
    func order() {
        var generator = SeededGenerator(seed: 1)
        for _ in 0..<1000 {
            let (left, right) = (
                Int.random(in: -800...800, using: &generator), Int.random(in: -800...800, using: &generator)
            )
            #expect((Day(daysSince1970: left) < Day(daysSince1970: right)) == (left < right))
            #expect(Day(daysSince1970: left).adding(days: right - left) == Day(daysSince1970: right))
        }
    }

    private func compareWithFoundation(_ days: StrideThrough<Int>) throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        for count in days {
            let date = Date(timeIntervalSince1970: Double(count) * 86_400)
            let parts = calendar.dateComponents([.year, .month, .day, .weekday], from: date)
            let (day, weekday) = (Day(daysSince1970: count), try #require(parts.weekday))
            guard day.year == parts.year, day.month == parts.month, day.day == parts.day, day.daysSince1970 == count,
                day.weekday == (weekday + 5) % 7 + 1
            else {
                Issue.record("\(day) is day \(count), which Foundation calls \(parts)")
                return
            }
        }
    }
}
