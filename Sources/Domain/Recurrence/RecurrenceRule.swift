public import Foundation

/// A rule for recurring days: the part of RFC 5545's RRULE that counts in days (section 3.3.10).
///
/// Recurrence within a day (BYHOUR, SECONDLY, …), other calendars (RSCALE) and parts of a later standard are not
/// supported; such a rule is kept as text. The values of a rule are within the RFC's ranges; its lists are sorted and
/// have no duplicates.
public struct RecurrenceRule: Hashable, Sendable {
    /// The unit of a rule.
    public enum Frequency: String, Hashable, Sendable, CaseIterable {
        /// Days.
        case daily = "DAILY"
        /// Weeks, which begin on ``RecurrenceRule/weekStart``.
        case weekly = "WEEKLY"
        /// Months.
        case monthly = "MONTHLY"
        /// Years.
        case yearly = "YEARLY"
    }

    /// A weekday, or its nth occurrence in a month or a year.
    public struct Weekday: Hashable, Sendable, Comparable {
        /// 1 for Monday to 7 for Sunday.
        public let day: Int
        /// 1 for the first, -1 for the last, up to 53 either way; nil for all.
        public let number: Int?

        /// A weekday.
        public init(_ day: Int, number: Int? = nil) {
            self.day = day
            self.number = number
        }

        /// Sorts weekdays without a number first, then by number, then from Monday.
        public static func < (left: Weekday, right: Weekday) -> Bool {
            (left.number ?? .min, left.day) < (right.number ?? .min, right.day)
        }
    }

    /// The end of a rule.
    public enum End: Hashable, Sendable {
        /// After this many dates, 1 or more.
        case count(Int)
        /// On this day, inclusive.
        case day(Day)
        /// At this moment, inclusive.
        case moment(Date)
        /// At this local time, inclusive: milliseconds since 1970 as if it were UTC.
        case wallClock(Int64)

        /// As the text of a rule can express it.
        fileprivate var inWholeSeconds: End {
            func whole(_ milliseconds: Int64) -> Int64 {
                let kept = Limits.nearestTime(to: milliseconds)
                return kept - kept.dividedRoundingDown(by: 1000).remainder
            }
            return switch self {
            case .count, .day: self
            case .moment(let date): .moment(Date(milliseconds: whole(date.milliseconds)))
            case .wallClock(let clock): .wallClock(whole(clock))
            }
        }
    }

    /// Its unit.
    public let frequency: Frequency
    /// The number of units between periods, 1 to 999,999,999.
    public let interval: Int
    /// BYMONTH: 1 to 12.
    public let months: [Int]
    /// BYWEEKNO, for years: 1 to 53, or from the end -1 to -53.
    public let weekNumbers: [Int]
    /// BYYEARDAY, for years: 1 to 366, or from the end -1 to -366.
    public let yearDays: [Int]
    /// BYMONTHDAY, except for weeks: 1 to 31, or from the end -1 to -31.
    public let monthDays: [Int]
    /// BYDAY; with numbers for months, and for years without ``weekNumbers``.
    public let weekdays: [Weekday]
    /// BYSETPOS: selects some of the dates that the other parts produce in a week, month or year; 1 to 366, or negative
    /// from the end.
    public let positions: [Int]
    /// WKST: the first day of the week, 1 for Monday.
    public let weekStart: Int
    /// COUNT or UNTIL; nil for no end.
    public let end: End?

    /// A rule from its parts. Lists are sorted, and duplicates are removed.
    /// - Throws: ``TodoError`` with code `bad-recurrence` for values and combinations that the RFC does not allow.
    public init(
        _ frequency: Frequency, interval: Int = 1, months: [Int] = [], weekNumbers: [Int] = [], yearDays: [Int] = [],
        monthDays: [Int] = [], weekdays: [Weekday] = [], positions: [Int] = [], weekStart: Int = 1, end: End? = nil
    ) throws {
        self.frequency = frequency
        self.interval = interval
        self.weekStart = weekStart
        self.end = end?.inWholeSeconds
        self.months = Set(months).sorted()
        self.weekNumbers = Set(weekNumbers).sorted()
        self.yearDays = Set(yearDays).sorted()
        self.monthDays = Set(monthDays).sorted()
        self.weekdays = Set(weekdays).sorted()
        self.positions = Set(positions).sorted()
        try validate()
    }

    /// The same rule with another end, or without one.
    /// - Throws: ``TodoError`` with code `bad-recurrence` for a count below 1 or above 999,999,999.
    public func ending(_ end: End?) throws -> RecurrenceRule {
        try RecurrenceRule(
            frequency, interval: interval, months: months, weekNumbers: weekNumbers, yearDays: yearDays,
            monthDays: monthDays, weekdays: weekdays, positions: positions, weekStart: weekStart, end: end)
    }

    /// The same rule without COUNT and UNTIL.
    package var withoutEnd: RecurrenceRule { (try? ending(nil)) ?? self }

    /// The rule that uses the last day of a month that lacks the day of `day`, for "every month" from the 31st or
    /// "every year" from 29 February.
    ///
    /// By RFC 5545, a rule skips such months. It can express this as the last of those days that the month has.
    package func clamped(from day: Day) -> RecurrenceRule {
        let isOpen = [months, weekNumbers, yearDays, monthDays].allSatisfy(\.isEmpty) && weekdays.isEmpty
        guard isOpen, day.day > 28, frequency == .monthly || frequency == .yearly && day.month == 2 else { return self }
        let clamped = try? RecurrenceRule(
            frequency, interval: interval, months: frequency == .yearly ? [2] : [], monthDays: Array(28...day.day),
            positions: [-1], weekStart: weekStart, end: end)
        return clamped ?? self
    }

    /// Greater than any number that a date needs, and small enough that products of a rule's numbers do not overflow.
    static let greatestNumber = 999_999_999
}

extension RecurrenceRule {
    private func validate() throws {
        func check(_ holds: Bool, _ reason: @autoclosure () -> String) throws {
            guard holds else { throw TodoError(.badRecurrence, reason()) }
        }
        func check(_ numbers: [Int], _ part: String, upTo limit: Int) throws {
            let stray = numbers.first { $0 == 0 || !(-limit...limit ~= $0) }
            try check(stray == nil, "\(part) is 1 to \(limit) or -1 to -\(limit), not \(stray ?? 0).")
        }
        try check(1...Self.greatestNumber ~= interval, "INTERVAL is 1 to \(Self.greatestNumber), not \(interval).")
        try check(months.allSatisfy { 1...12 ~= $0 }, "BYMONTH is 1 to 12.")
        try check(weekNumbers, "BYWEEKNO", upTo: 53)
        try check(yearDays, "BYYEARDAY", upTo: 366)
        try check(monthDays, "BYMONTHDAY", upTo: 31)
        try check(weekdays.compactMap(\.number), "The number of a BYDAY", upTo: 53)
        try check(positions, "BYSETPOS", upTo: 366)
        try check(1...7 ~= weekStart && weekdays.allSatisfy { 1...7 ~= $0.day }, "A week has seven days.")
        if case .count(let count)? = end {
            try check(1...Self.greatestNumber ~= count, "COUNT is 1 to \(Self.greatestNumber), not \(count).")
        }
        try check(weekNumbers.isEmpty || frequency == .yearly, "BYWEEKNO requires FREQ=YEARLY.")
        try check(yearDays.isEmpty || frequency == .yearly, "BYYEARDAY requires FREQ=YEARLY.")
        try check(monthDays.isEmpty || frequency != .weekly, "BYMONTHDAY cannot be used with FREQ=WEEKLY.")
        try check(
            weekdays.allSatisfy { $0.number == nil }
                || frequency == .monthly || frequency == .yearly && weekNumbers.isEmpty,
            "A BYDAY with a number requires FREQ=MONTHLY, or FREQ=YEARLY without BYWEEKNO.")
        let hasOther = ![months, weekNumbers, yearDays, monthDays].allSatisfy(\.isEmpty) || !weekdays.isEmpty
        try check(positions.isEmpty || hasOther, "BYSETPOS needs another part that begins with BY.")
    }
}
