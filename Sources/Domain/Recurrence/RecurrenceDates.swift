import Foundation

/// The dates of a rule that starts on a day: found by arithmetic, whether it started yesterday or in 1900.
///
/// The start is the rule's phase, and a date of it only where it fits the rule. There are no dates after the year 9999.
/// A search looks at no more periods than it takes the calendar to repeat itself (400 years), and so ends for a rule that
/// names no day at all, such as 30 February.
public struct RecurrenceDates: Sendable {
    /// The rule.
    public let rule: RecurrenceRule
    /// The day from which on it has dates.
    public let start: Day
    /// The last day that UNTIL and COUNT allow, whether it is a date or not; nil for a rule without an end, or where there
    /// are not as many dates as COUNT says.
    public let end: Day?

    private let periods: RulePeriods
    private let first: Int
    private let last: Int

    /// The dates of `rule` from `start` on. An UNTIL that is a moment counts by its day in UTC: see
    /// ``RecurrenceRule/endingOnDay(for:)``.
    public init(_ rule: RecurrenceRule, start: Day) {
        (self.rule, self.start) = (rule, start)
        first = start.daysSince1970
        periods = RulePeriods(rule, start: first)
        var last = Day.last.daysSince1970
        var end: Day?
        if let until = rule.lastDay {
            // Before the start: no date at all.
            (last, end) = (until.daysSince1970, until)
        } else if case .count(let count)? = rule.end, let day = periods.day(count, from: first, of: first...last) {
            (last, end) = (day, Day(daysSince1970: day))
        }
        (self.last, self.end) = (last, end)
    }

    /// The first date that is `day` or later; nil where there is none.
    public func first(from day: Day) -> Day? { first(from: day.daysSince1970) }

    /// The first date later than `day`; nil where there is none.
    public func first(after day: Day) -> Day? { first(from: day.daysSince1970 + 1) }

    /// The last date that is `day` or earlier; nil where there is none.
    public func last(through day: Day) -> Day? {
        guard first <= last else { return nil }
        return periods.last(through: day.daysSince1970, of: first...last).map(Day.init(daysSince1970:))
    }

    /// Whether the day is one of the dates.
    public func contains(_ day: Day) -> Bool { first(from: day) == day }

    /// How many dates there are after `day` and through `end`.
    public func count(after day: Day, through end: Day) -> Int { count(from: day.daysSince1970 + 1, end) }

    /// How many dates there are through `day`: the number of that date among them, where it is one.
    public func count(through day: Day) -> Int { count(from: first, day) }

    /// The date with this number: 1 is the first. nil where there are fewer.
    public func date(number: Int) -> Day? {
        guard first <= last, number > 0 else { return nil }
        return periods.day(number, from: first, of: first...last).map(Day.init(daysSince1970:))
    }

    /// The dates from `day` on, each found when it is asked for.
    public func dates(from day: Day) -> UnfoldSequence<Day, Int> {
        sequence(state: day.daysSince1970) { [self] next in
            guard let date = first(from: next) else { return nil }
            next = date.daysSince1970 + 1
            return date
        }
    }

    private func first(from day: Int) -> Day? {
        guard first <= last else { return nil }
        return periods.first(from: day, of: first...last).map(Day.init(daysSince1970:))
    }

    private func count(from day: Int, _ end: Day) -> Int {
        let (from, through) = (max(day, first), min(end.daysSince1970, last))
        return from <= through ? periods.count(from...through) : 0
    }
}

extension RecurrenceRule {
    /// The dates of the rule from `start` on.
    public func dates(from start: Day) -> RecurrenceDates { RecurrenceDates(self, start: start) }

    /// The day of UNTIL, as it is written; nil for a rule without one.
    public var lastDay: Day? {
        switch end {
        case .day(let day): day
        case .moment(let date): Day(containing: date, in: .gmt)
        case .wallClock(let clock): Day(daysSince1970: Int(clock.dividedRoundingDown(by: 86_400_000).quotient))
        case .count, nil: nil
        }
    }
}

extension Day {
    /// The last day that there is.
    static let last = Day(daysSince1970: .max)
}
