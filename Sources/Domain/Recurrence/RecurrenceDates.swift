import Foundation

/// The dates of a rule that starts on a given day. They are computed arithmetically, so a start in 1900 costs no more
/// than one yesterday.
///
/// The start determines the rule's phase. It is itself a date only if it matches the rule. There are no dates after the
/// year 9999. A search covers at most the cycle of the calendar (400 years), so it ends even for a rule that never
/// matches, such as 30 February.
public struct RecurrenceDates: Sendable {
    /// The rule.
    public let rule: RecurrenceRule
    /// The first day on which the rule may have a date.
    public let start: Day
    /// The last day that UNTIL and COUNT allow, which need not be a date. nil for a rule without an end, or with fewer
    /// dates than COUNT.
    public let end: Day?

    private let periods: RulePeriods
    private let first: Int
    private let last: Int

    /// The dates of `rule` from `start` on. Of an UNTIL that is an instant, the day in UTC is used.
    public init(_ rule: RecurrenceRule, start: Day) {
        self.rule = rule
        self.start = start
        first = start.daysSince1970
        periods = RulePeriods(rule, start: first)
        var last = Day.last.daysSince1970
        var end: Day?
        if let until = rule.lastDay {
            // Before the start: no dates at all.
            last = until.daysSince1970
            end = until
        } else if case .count(let count)? = rule.end {
            if let day = periods.day(count, from: first, of: first...last) {
                last = day
                end = Day(daysSince1970: day)
            } else if periods.isBarren {
                last = first - 1
            }
        }
        self.last = last
        self.end = end
    }

    /// The first date at or after `day`; nil if there is none.
    public func first(from day: Day) -> Day? { first(from: day.daysSince1970) }

    /// The first date after `day`; nil if there is none.
    public func first(after day: Day) -> Day? { first(from: day.daysSince1970 + 1) }

    /// The last date at or before `day`; nil if there is none.
    public func last(through day: Day) -> Day? {
        guard first <= last else { return nil }
        return periods.last(through: day.daysSince1970, of: first...last).map(Day.init(daysSince1970:))
    }

    /// Whether the day is one of the dates.
    public func contains(_ day: Day) -> Bool { first(from: day) == day }

    /// The number of dates after `day` and through `end`.
    public func count(after day: Day, through end: Day) -> Int { count(from: day.daysSince1970 + 1, end) }

    /// The number of dates through `day`: the date's own number if `day` is one.
    public func count(through day: Day) -> Int { count(from: first, day) }

    /// The date with this number, from 1; nil if there are fewer.
    public func date(number: Int) -> Day? {
        guard first <= last, number > 0 else { return nil }
        return periods.day(number, from: first, of: first...last).map(Day.init(daysSince1970:))
    }

    /// The dates from `day` on, computed lazily.
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

    /// The day of UNTIL as written; nil for a rule without one.
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
    /// The last supported day.
    static let last = Day(daysSince1970: .max)
}
