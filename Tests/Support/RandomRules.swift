package import TodoDomain

extension SeededGenerator {
    /// A rule of any kind that is computed: most as people write them, some with everything at once.
    package mutating func rule() -> RecurrenceRule {
        while true {
            if let rule = try? anyRule() { return rule }
        }
    }

    /// A rule as ``rule()`` makes it, of which two in five end: after a number of dates, or on a day after `start`.
    package mutating func rule(from start: Day) -> RecurrenceRule {
        let rule = rule()
        let end: RecurrenceRule.End? =
            switch number(in: 0...4) {
            case 0: .count(number(in: 1...(chance(0.5) ? 30 : 30_000)))
            case 1: .day(start.adding(days: number(in: 0...60_000)))
            default: nil
            }
        return (try? rule.ending(end)) ?? rule
    }

    /// A day within some decades of the present, sometimes at the end of a month or a year.
    package mutating func day(years: ClosedRange<Int> = 1971...2036) -> Day {
        let day = Day(
            daysSince1970: .random(in: (years.lowerBound - 1970) * 365...(years.upperBound - 1970) * 365, using: &self))
        return chance(0.2) ? day.endOfMonth : day
    }

    private mutating func anyRule() throws -> RecurrenceRule {
        let frequency = pick(RecurrenceRule.Frequency.allCases)
        let isYearly = frequency == .yearly
        let weekNumbers = isYearly && chance(0.15) ? numbers(upTo: 53, count: 3) : []
        let hasNumbers = (frequency == .monthly || isYearly && weekNumbers.isEmpty) && chance(0.5)
        let months = chance(isYearly ? 0.4 : 0.15) ? (0..<count(4)).map { _ in number(in: 1...12) } : []
        let limit = isYearly && months.isEmpty ? 53 : 5
        let weekdays =
            chance(0.5)
            ? (0..<count(4)).map { _ in
                RecurrenceRule.Weekday(
                    number(in: 1...7), number: hasNumbers && chance(0.9) ? signed(chance(0.7) ? 5 : limit) : nil)
            } : []
        let monthDays =
            frequency != .weekly && chance(frequency == .monthly ? 0.4 : 0.15) ? numbers(upTo: 31, count: 4) : []
        return try RecurrenceRule(
            frequency, interval: chance(0.6) ? 1 : number(in: chance(0.9) ? 1...12 : 1...60), months: months,
            weekNumbers: weekNumbers, yearDays: isYearly && chance(0.15) ? numbers(upTo: 366, count: 4) : [],
            monthDays: monthDays, weekdays: weekdays,
            positions: chance(0.2) ? numbers(upTo: chance(0.8) ? 5 : 366, count: 3) : [],
            weekStart: chance(0.7) ? 1 : number(in: 1...7))
    }

    private mutating func number(in range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }

    /// Mostly one.
    private mutating func count(_ most: Int) -> Int { chance(0.5) ? 1 : number(in: 1...most) }

    private mutating func signed(_ limit: Int) -> Int { number(in: 1...limit) * (chance(0.35) ? -1 : 1) }

    private mutating func numbers(upTo limit: Int, count most: Int) -> [Int] {
        (0..<count(most)).map { _ in signed(limit) }
    }
}
