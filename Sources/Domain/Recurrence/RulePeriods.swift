import Basics

/// The periods of a rule, and the days of each that it matches. Periods are numbered days, weeks, months or years, and
/// every nth belongs to the rule.
///
/// The Gregorian calendar repeats after 400 years, which are 4,800 months, 20,871 weeks and 146,097 days. So the days
/// of a rule repeat after at most that many periods. A rule without a date until then never has one.
struct RulePeriods: Sendable {
    /// The period in which the rule starts.
    let origin: Int
    /// The distance between periods of the rule.
    let step: Int
    /// The number of periods of the rule after which its days repeat.
    let cycle: Int

    private let kind: Kind
    private let start: Int
    private let interval: Int
    private let weekStart: Int
    private let month: MonthFilter
    private let weekdays: [RecurrenceRule.Weekday]
    private let hasYearWeekdays: Bool
    private let weekNumbers: [Int]
    private let yearDays: [Int]
    private let positions: [Int]
    /// Whether its periods are months, the same ones in each year.
    private let hasSameMonths: Bool

    private enum Kind {
        case day, week, month, year
        /// Months of which every nth day counts: faster than going through the days.
        case dayInMonth
        /// Years of 52 or 53 weeks, the first of which has at least four days of the year.
        case yearOfWeeks
    }

    /// The periods of a rule that starts on `start`, a day since 1970. The start supplies the parts that the rule
    /// leaves open.
    init(_ rule: RecurrenceRule, start: Int) {
        let date = CivilDate(daysSince1970: start)
        var (months, monthDays, weekdays) = (rule.months, rule.monthDays, rule.weekdays)
        if monthDays.isEmpty, weekdays.isEmpty, rule.yearDays.isEmpty {
            // Unspecified parts are taken from the first day (RFC 5545, section 3.3.10).
            switch rule.frequency {
            case .daily: break
            case .weekly: weekdays = [RecurrenceRule.Weekday(Day.weekday(daysSince1970: start) + 1)]
            case .monthly: monthDays = [date.day]
            case .yearly where !rule.weekNumbers.isEmpty:
                weekdays = [RecurrenceRule.Weekday(Day.weekday(daysSince1970: start) + 1)]
            case .yearly:
                monthDays = [date.day]
                if months.isEmpty { months = [date.month] }
            }
        }
        self.start = start
        self.weekdays = weekdays
        interval = rule.interval
        weekStart = rule.weekStart - 1
        weekNumbers = rule.weekNumbers
        yearDays = rule.yearDays
        // A weekday's number counts within the month; in a yearly rule without months it counts within the year.
        hasYearWeekdays = rule.frequency == .yearly && months.isEmpty && weekdays.contains { $0.number != nil }
        month = MonthFilter(
            months: months, monthDays: monthDays, weekdays: hasYearWeekdays || weekdays.isEmpty ? nil : weekdays)
        // A single day is both the first and the last of its period.
        positions = rule.frequency == .daily ? [] : rule.positions
        let isEmpty = rule.frequency == .daily && !rule.positions.isEmpty && !rule.positions.contains { abs($0) == 1 }
        switch rule.frequency {
        case .daily:
            let isByMonth = !months.isEmpty || !monthDays.isEmpty
            // Steps of whole weeks always lead to the same weekday.
            let misses =
                interval % 7 == 0 && !weekdays.isEmpty
                && !weekdays.contains { $0.day == Day.weekday(daysSince1970: start) + 1 }
            kind = isByMonth && interval <= 31 ? .dayInMonth : .day
            step = kind == .day ? interval : 1
            if isEmpty || misses {
                cycle = 0
            } else if !isByMonth {
                cycle = weekdays.isEmpty ? 1 : 7 / commonDivisor(7, interval)
            } else if kind == .day {
                cycle = 146_097 / commonDivisor(146_097, interval)
            } else {
                cycle = 4800 * (interval / commonDivisor(146_097, interval))
            }
        case .weekly where interval == 1 && !months.isEmpty && rule.positions.isEmpty:
            // A daily rule has the same days, and months are faster than weeks.
            kind = .dayInMonth
            step = 1
            cycle = 4800
        case .weekly:
            kind = .week
            step = interval
            // Every month contains a whole week with all of the weekdays, so a position beyond their number never
            // matches.
            let isBeyond = !positions.isEmpty && positions.allSatisfy { $0.magnitude > UInt(weekdays.count) }
            cycle = isBeyond ? 0 : months.isEmpty ? 1 : 20_871 / commonDivisor(20_871, interval)
        case .monthly:
            kind = .month
            step = interval
            cycle = 4800 / commonDivisor(4800, interval)
        case .yearly:
            kind = weekNumbers.isEmpty ? .year : .yearOfWeeks
            step = interval
            cycle = 400 / commonDivisor(400, interval)
        }
        hasSameMonths = (kind == .month || kind == .dayInMonth && interval == 1) && 12.isMultiple(of: step)
        origin = Self.number(of: start, kind, weekStart: weekStart)
    }

    /// The number of the period that contains a day.
    func number(of day: Int) -> Int { Self.number(of: day, kind, weekStart: weekStart) }

    private static func number(of day: Int, _ kind: Kind, weekStart: Int) -> Int {
        switch kind {
        case .day: return day
        case .week: return (day + 3 - weekStart).dividedRoundingDown(by: 7).quotient
        case .month, .dayInMonth:
            let date = CivilDate(daysSince1970: day)
            return date.year * 12 + date.month - 1
        case .year: return CivilDate(daysSince1970: day).year
        case .yearOfWeeks:
            // A week belongs to the year with four of its days, and so with its fourth one.
            return CivilDate(daysSince1970: Self.weekStart(of: day, weekStart) + 3).year
        }
    }

    /// The first day of a period.
    func firstDay(of number: Int) -> Int {
        switch kind {
        case .day: return number
        case .week: return number * 7 - 3 + weekStart
        case .month, .dayInMonth:
            let (year, month) = Self.month(of: number)
            return CivilDate(year: year, month: month, day: 1).daysSince1970
        case .year: return Self.firstDay(ofYear: number)
        case .yearOfWeeks: return Self.firstWeek(of: number, weekStart: weekStart)
        }
    }

    private static func firstWeek(of year: Int, weekStart: Int) -> Int {
        Self.weekStart(of: CivilDate(year: year, month: 1, day: 4).daysSince1970, weekStart)
    }

    /// The first day of the week that contains a day, if weeks begin on `weekStart`, 0 for Monday.
    private static func weekStart(of day: Int, _ weekStart: Int) -> Int {
        day - Day.weekday(daysSince1970: day - weekStart)
    }

    /// The year and the month, from 1, of a period that is a month.
    private static func month(of number: Int) -> (year: Int, month: Int) {
        let (year, index) = number.dividedRoundingDown(by: 12)
        return (year, index + 1)
    }

    private static func lengthOfMonth(_ number: Int) -> Int {
        let (year, month) = month(of: number)
        return CivilDate.length(ofMonth: month, year: year)
    }

    /// The days of a period that the rule matches, including those before its start.
    func days(of number: Int, from first: Int) -> DaySet {
        var days: DaySet
        switch kind {
        case .day: return DaySet(mask: month.allows(day: first) ? 1 : 0)
        case .dayInMonth: return DaySet(mask: monthMask(number, from: first) & everySoManyth(from: first))
        case .week: days = DaySet(mask: weekMask(from: first))
        case .month: days = DaySet(mask: monthMask(number, from: first))
        case .year: days = yearDays(of: number, from: first, length: firstDay(of: number + 1) - first)
        case .yearOfWeeks: days = weeks(of: number, from: first)
        }
        if !positions.isEmpty { days.keep(positions: positions) }
        return days
    }

    /// Distinguishes months and years by everything that determines their days: the month, its length and its first
    /// weekday. nil if the days depend on more than that.
    func likeness(of number: Int, from first: Int) -> Int? {
        switch kind {
        case .year: return Self.likeness(ofYear: number, from: first)
        case .month, .dayInMonth:
            guard kind == .month || interval == 1 else { return nil }
            let (year, month) = Self.month(of: number)
            return (month - 1) * 14 + Self.likeness(ofYear: year, from: first)
        case .yearOfWeeks:
            // The first and the last week may contain days of the neighbouring years.
            let neighbours = Self.leapDays(of: number - 1) * 2 + Self.leapDays(of: number + 1)
            return neighbours * 14 + Self.likeness(ofYear: number, from: Self.firstDay(ofYear: number))
        case .day, .week: return nil
        }
    }

    /// The year that begins with this month of the rule: the number of the rule's months in it, and the traits that
    /// years with the same days share. nil within a year, and if the rule has other months in other years.
    func yearOfMonths(from number: Int, _ first: Int) -> (year: Int, months: Int, likeness: Int)? {
        guard hasSameMonths else { return nil }
        let (year, month) = Self.month(of: number)
        return month <= step ? (year, 12 / step, Self.likeness(ofYear: year, from: first)) : nil
    }

    /// - Parameter first: a day with the weekday that matters.
    private static func likeness(ofYear year: Int, from first: Int) -> Int {
        leapDays(of: year) * 7 + Day.weekday(daysSince1970: first)
    }

    private static func leapDays(of year: Int) -> Int { CivilDate.length(ofMonth: 2, year: year) - 28 }

    private static func firstDay(ofYear year: Int) -> Int { CivilDate(year: year, month: 1, day: 1).daysSince1970 }

    /// Greater than every ``likeness(of:from:)``.
    static let likenesses = 168

    /// Whether no month or year at all has a day of the rule. There are only 14 kinds of years, by length and first
    /// weekday; all occur within 28 years.
    var isBarren: Bool {
        switch kind {
        case .week: false
        case .year, .yearOfWeeks: (2001...2028).allSatisfy { days(of: $0, from: firstDay(of: $0)).isEmpty }
        case .month:
            (2001 * 12..<2029 * 12).allSatisfy {
                // Every fourth month, for example, does not cover all twelve.
                !($0 - origin).isMultiple(of: commonDivisor(interval, 12))
                    || days(of: $0, from: firstDay(of: $0)).isEmpty
            }
        case .day, .dayInMonth:
            (2001 * 12..<2029 * 12).allSatisfy {
                let first = CivilDate(year: $0 / 12, month: $0 % 12 + 1, day: 1).daysSince1970
                return monthMask($0, from: first) == 0
            }
        }
    }
}

extension RulePeriods {
    private func monthMask(_ number: Int, from first: Int) -> UInt64 {
        let index = Self.month(of: number).month
        guard month.allows(month: index) else { return 0 }
        return month.mask(
            month: index, length: Self.lengthOfMonth(number), firstWeekday: Day.weekday(daysSince1970: first))
    }

    private func everySoManyth(from first: Int) -> UInt64 {
        var mask: UInt64 = 0
        for day in stride(from: (start - first).dividedRoundingDown(by: interval).remainder, to: 31, by: interval) {
            mask |= 1 << UInt64(day)
        }
        return mask
    }

    private func weekMask(from first: Int) -> UInt64 {
        var mask = weekPattern(weekdays.plainMask, firstWeekday: weekStart) & 0x7F
        let date = CivilDate(daysSince1970: first)
        let rest = CivilDate.length(ofMonth: date.month, year: date.year) - date.day + 1
        if !month.allows(month: date.month) { mask &= rest < 7 ? .max << UInt64(rest) : 0 }
        if rest < 7, !month.allows(month: date.month % 12 + 1) { mask &= 1 << UInt64(rest) - 1 }
        return mask
    }

    /// The days from `first` on that match the parts for months.
    private func monthDays(from first: Int, length: Int) -> DaySet {
        var days = DaySet()
        var number = Self.number(of: first, .month, weekStart: 0)
        var offset = 1 - CivilDate(daysSince1970: first).day
        while offset < length {
            days.insert(mask: monthMask(number, from: first + offset), at: offset)
            offset += Self.lengthOfMonth(number)
            number += 1
        }
        return days
    }

    private func yearDays(of year: Int, from first: Int, length: Int) -> DaySet {
        var days = monthDays(from: first, length: length)
        if !yearDays.isEmpty { days.formIntersection(yearDays(from: first, length: length)) }
        if hasYearWeekdays {
            var named = DaySet()
            let firstWeekday = Day.weekday(daysSince1970: first)
            let pattern = weekPattern(weekdays.plainMask, firstWeekday: firstWeekday)
            for offset in stride(from: 0, to: length, by: 63) { named.insert(mask: pattern, at: offset) }
            for day in weekdays.compactMap({ $0.offset(length: length, firstWeekday: firstWeekday) }) {
                named.insert(day)
            }
            days.formIntersection(named)
        }
        return days
    }

    private func yearDays(from first: Int, length: Int) -> DaySet {
        var days = DaySet()
        for day in yearDays {
            let offset = day > 0 ? day - 1 : length + day
            if offset < length { days.insert(offset) }
        }
        return days
    }

    private func weeks(of year: Int, from first: Int) -> DaySet {
        let count = (Self.firstWeek(of: year + 1, weekStart: weekStart) - first) / 7
        var weeks = DaySet()
        for number in weekNumbers {
            let index = number > 0 ? number - 1 : count + number
            if 0..<count ~= index { weeks.insert(mask: 0x7F, at: index * 7) }
        }
        weeks.formIntersection(monthDays(from: first, length: count * 7))
        if !yearDays.isEmpty {
            // The weeks of a year contain days of up to three years.
            var named = DaySet()
            for year in year - 1...year + 1 {
                let newYear = Self.firstDay(ofYear: year)
                let length = Self.firstDay(ofYear: year + 1) - newYear
                for day in yearDays where day.magnitude <= UInt(length) {
                    named.insert((day > 0 ? day - 1 : length + day) + newYear - first)
                }
            }
            weeks.formIntersection(named)
        }
        return weeks
    }
}
