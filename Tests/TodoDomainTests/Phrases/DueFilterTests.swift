import Foundation
import Testing
import TodoDomain

@Suite("What --due asks for")
struct DueFilterTests {
    /// The range as text: days, then moments, each from the first to the one after the last.
    private func range(_ text: String) throws -> String {
        switch try DueFilter.parse(text, now: try moment(saturday), timeZone: try zone(zurich)) {
        case .any: return "any"
        case .none: return "none"
        case .window(let window):
            let days = "\(window.firstDay?.description ?? "")..<\(window.endDay?.description ?? "")"
            return "\(days) \(window.start?.rfc3339 ?? "")..<\(window.end?.rfc3339 ?? "")"
        }
    }

    @Test(
        "a word, a day or a period is its whole range",
        arguments: [
            ("any", "any"), ("None", "none"), ("someday", "none"),
            ("overdue", "..<2026-11-21 ..<2026-11-21T09:30:00.000Z"),
            ("today", "2026-11-21..<2026-11-22 2026-11-20T23:00:00.000Z..<2026-11-21T23:00:00.000Z"),
            ("tomorrow", "2026-11-22..<2026-11-23 2026-11-21T23:00:00.000Z..<2026-11-22T23:00:00.000Z"),
            ("week", "2026-11-21..<2026-11-28 2026-11-20T23:00:00.000Z..<2026-11-27T23:00:00.000Z"),
            ("this week", "2026-11-16..<2026-11-23 2026-11-15T23:00:00.000Z..<2026-11-22T23:00:00.000Z"),
            ("next month", "2026-12-01..<2027-01-01 2026-11-30T23:00:00.000Z..<2026-12-31T23:00:00.000Z"),
            ("next year", "2027-01-01..<2028-01-01 2026-12-31T23:00:00.000Z..<2027-12-31T23:00:00.000Z"),
            ("weekend", "2026-11-21..<2026-11-23 2026-11-20T23:00:00.000Z..<2026-11-22T23:00:00.000Z"),
            ("on weekend", "2026-11-21..<2026-11-23 2026-11-20T23:00:00.000Z..<2026-11-22T23:00:00.000Z"),
            ("last week", "2026-11-09..<2026-11-16 2026-11-08T23:00:00.000Z..<2026-11-15T23:00:00.000Z"),
            ("2026-12", "2026-12-01..<2027-01-01 2026-11-30T23:00:00.000Z..<2026-12-31T23:00:00.000Z"),
            ("dec", "2026-12-01..<2027-01-01 2026-11-30T23:00:00.000Z..<2026-12-31T23:00:00.000Z"),
            ("November", "2026-11-01..<2026-12-01 2026-10-31T23:00:00.000Z..<2026-11-30T23:00:00.000Z"),
            ("oct", "2027-10-01..<2027-11-01 2027-09-30T22:00:00.000Z..<2027-10-31T23:00:00.000Z"),
            ("oct 2026", "2026-10-01..<2026-11-01 2026-09-30T22:00:00.000Z..<2026-10-31T23:00:00.000Z"),
            ("this weekend", "2026-11-21..<2026-11-23 2026-11-20T23:00:00.000Z..<2026-11-22T23:00:00.000Z"),
            ("2026-W50", "2026-12-07..<2026-12-14 2026-12-06T23:00:00.000Z..<2026-12-13T23:00:00.000Z"),
            ("2026-03-29", "2026-03-29..<2026-03-30 2026-03-28T23:00:00.000Z..<2026-03-29T22:00:00.000Z"),
            ("next friday", "2026-11-27..<2026-11-28 2026-11-26T23:00:00.000Z..<2026-11-27T23:00:00.000Z"),
        ])
    func words(text: String, expected: String) throws {
        #expect(try range(text) == expected)
    }

    @Test(
        "a range includes both ends, and may be open at one",
        arguments: [
            ("today..eow", "2026-11-21..<2026-11-23 2026-11-20T23:00:00.000Z..<2026-11-22T23:00:00.000Z"),
            ("21.11.2026..22.11.2026", "2026-11-21..<2026-11-23 2026-11-20T23:00:00.000Z..<2026-11-22T23:00:00.000Z"),
            ("tomorrow ..", "2026-11-22..< 2026-11-21T23:00:00.000Z..<"),
            ("..tomorrow", "..<2026-11-23 ..<2026-11-22T23:00:00.000Z"),
            ("..9999-12-31", "..< ..<"),
            (
                "2026-11-21T18:00..2026-11-22 noon",
                "2026-11-21..<2026-11-22 2026-11-21T17:00:00.000Z..<2026-11-22T11:00:00.001Z"
            ),
            ("in 2 hours..", "2026-11-21..< 2026-11-21T11:30:00.000Z..<"),
        ])
    func ranges(text: String, expected: String) throws {
        #expect(try range(text) == expected)
    }

    @Test(
        "a range begins with the first day of a period, and ends with the last day of one",
        arguments: [
            ("..next month", "..<2027-01-01 ..<2026-12-31T23:00:00.000Z"),
            ("..2026-12", "..<2027-01-01 ..<2026-12-31T23:00:00.000Z"),
            ("..december", "..<2027-01-01 ..<2026-12-31T23:00:00.000Z"),
            ("..next week", "..<2026-11-30 ..<2026-11-29T23:00:00.000Z"),
            ("..2026-W48", "..<2026-11-30 ..<2026-11-29T23:00:00.000Z"),
            ("..week", "..<2026-11-28 ..<2026-11-27T23:00:00.000Z"),
            ("..this week", "..<2026-11-23 ..<2026-11-22T23:00:00.000Z"),
            ("..weekend", "..<2026-11-23 ..<2026-11-22T23:00:00.000Z"),
            ("next month..", "2026-12-01..< 2026-11-30T23:00:00.000Z..<"),
            ("weekend..", "2026-11-21..< 2026-11-20T23:00:00.000Z..<"),
            (
                "this week..next month",
                "2026-11-16..<2027-01-01 2026-11-15T23:00:00.000Z..<2026-12-31T23:00:00.000Z"
            ),
        ])
    func periods(text: String, expected: String) throws {
        #expect(try range(text) == expected)
    }

    @Test(
        "what makes no range is refused",
        arguments: [
            ("", TodoError.Code.usage), ("..", .usage), ("tomorrow..today", .usage), ("soon", .usage),
            ("on this week", .usage), ("on december", .usage), ("2026-13", .impossibleDay),
            ("today...tomorrow", .usage), ("today..tomorrow..", .usage), ("tomorrow 9am", .usage),
            ("any..none", .usage), ("2026-02-30..", .impossibleDay), ("..25:00", .impossibleTime),
        ])
    func refused(text: String, expected: TodoError.Code) throws {
        #expect(code { try range(text) } == expected)
    }

    @Test("weekend is the present one on a Saturday and a Sunday, and else the next", arguments: 16...22)
    func weekend(day: Int) throws {
        let now = try moment("2026-11-\(day)T12:00:00Z")
        for first in PhraseSettings.Weekday.allCases {
            let filter = try DueFilter.parse(
                "weekend", now: now, timeZone: .gmt, settings: PhraseSettings(firstWeekday: first))
            let days = DueWindow(
                from: try Day(year: 2026, month: 11, day: 21), until: try Day(year: 2026, month: 11, day: 23), in: .gmt)
            #expect(filter == .window(days), "\(first)")
        }
    }

    @Test(
        "a month is named, numbered, or the one of a day or a period",
        arguments: [
            ("2026-12", "2026-12-01"), ("2026-1", "2026-01-01"), ("2026/12", "2026-12-01"), ("12/2026", "2026-12-01"),
            ("feb", "2027-02-01"), ("December", "2026-12-01"), ("nov", "2026-11-01"), ("dec 2025", "2025-12-01"),
            ("this month", "2026-11-01"), ("next month", "2026-12-01"), ("last month", "2026-10-01"),
            ("tomorrow", "2026-11-01"), ("24.12.2026 9am", "2026-12-01"), ("next year", "2027-01-01"),
        ])
    func months(text: String, expected: String) throws {
        let month = try MonthPhrase.parse(text, now: moment(saturday), timeZone: zone(zurich))
        #expect(month.description == expected)
    }

    @Test(
        "what is no month is refused with one that is",
        arguments: [
            ("2027", TodoError.Code.usage), ("soon", .usage), ("", .usage), ("12-2026", .usage), ("0-0", .usage),
            ("2026-13", .impossibleDay), ("13/2026", .impossibleDay), ("0000-01", .impossibleDay),
        ])
    func noMonths(text: String, expected: TodoError.Code) throws {
        let error = try #require(throws: TodoError.self) {
            try MonthPhrase.parse(text, now: moment(saturday), timeZone: zone(zurich))
        }
        #expect(error.code == expected && (expected != .usage || error.message.contains("2026-12")))
    }

    @Test("each filter is the condition of the same meaning")
    func conditions() throws {
        let window = DueWindow(from: nil, until: nil, in: try zone(zurich))
        #expect(DueFilter.any.condition == .hasDue(true))
        #expect(DueFilter.none.condition == .hasDue(false))
        #expect(DueFilter.window(window).condition == .due(window))
    }
}
