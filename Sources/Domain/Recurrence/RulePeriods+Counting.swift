extension RulePeriods {
    /// The number of days of the rule in a range, which must not begin before its start.
    func count(_ range: ClosedRange<Int>) -> Int {
        var number = alignedUp(number(of: range.lowerBound))
        let last = alignedDown(self.number(of: range.upperBound))
        guard number <= last, cycle > 0 else { return 0 }
        func cut(_ number: Int) -> Int {
            let first = firstDay(of: number)
            return days(of: number, from: first).count(
                from: range.lowerBound - first, through: range.upperBound - first)
        }
        var total = cut(number)
        number += step
        guard number <= last else { return total }
        total += cut(last)
        let (cycles, rest) = ((last - number) / step).quotientAndRemainder(dividingBy: cycle)
        if cycles > 0 { total += cycles * wholeCount(number, cycle) }
        return total + wholeCount(number, rest)
    }

    /// The `number`th day of the rule from `day` on, counted from 1.
    func day(_ number: Int, from day: Int, of range: ClosedRange<Int>) -> Int? {
        guard day <= range.upperBound, number > 0, cycle > 0 else { return nil }
        var (rest, period) = (number, alignedUp(self.number(of: day)))
        let first = firstDay(of: period)
        let days = days(of: period, from: first)
        let cut = days.count(from: 0, through: day - first - 1)
        if rest <= days.count - cut {
            return days.element(at: cut + rest - 1).map { first + $0 }.flatMap { range ~= $0 ? $0 : nil }
        }
        rest -= days.count - cut
        period += step
        var walked = 0
        var counts = PeriodCounts(periods: self)
        let begin = rest
        while true {
            let first = firstDay(of: period)
            guard first <= range.upperBound, walked != Self.patience || rest != begin || !isBarren else { return nil }
            let limit = walked < cycle ? cycle - walked : .max
            let (count, periods) = counts.count(from: period, first, atMost: limit, days: rest)
            if rest <= count {
                let day = self.days(of: period, from: first).element(at: rest - 1).map { first + $0 }
                return day.flatMap { range ~= $0 ? $0 : nil }
            }
            rest -= count
            period += step * periods
            walked += periods
            if walked == cycle {
                // From here on everything repeats.
                let each = begin - rest
                guard each > 0 else { return nil }
                let cycles = (rest - 1) / each
                // No period is shorter than a day, so more periods than there are days lead beyond the last day.
                let (distance, overflows) = cycles.multipliedReportingOverflow(by: cycle * step)
                guard !overflows, distance <= range.upperBound - range.lowerBound else { return nil }
                period += distance
                rest -= cycles * each
            }
        }
    }

    private func wholeCount(_ number: Int, _ periods: Int) -> Int {
        var (total, number, rest) = (0, number, periods)
        var counts = PeriodCounts(periods: self)
        while rest > 0 {
            let (days, periods) = counts.count(from: number, firstDay(of: number), atMost: rest, days: .max)
            total += days
            number += step * periods
            rest -= periods
        }
        return total
    }
}

/// The number of days in the periods of a rule; each kind of period and of year is counted only once.
private struct PeriodCounts {
    let periods: RulePeriods
    private var known: [Int?] = []
    private var knownYears: [Int?] = []
    private var knownCycle: Int?

    init(periods: RulePeriods) { self.periods = periods }

    /// The number of days of one period, or of as many periods as can be counted at once if these are at most `limit`
    /// and have fewer than `most` days.
    mutating func count(
        from number: Int, _ first: Int, atMost limit: Int, days most: Int
    ) -> (days: Int, periods: Int) {
        if let (year, months, likeness) = periods.yearOfMonths(from: number, first), months <= limit {
            if months * Self.solarCycle <= limit, Self.isJulian(from: year) {
                let days = days(ofCycleFrom: number, months)
                if days < most { return (days, months * Self.solarCycle) }
            }
            let days = days(ofYear: likeness, from: number, months)
            if days < most { return (days, months) }
        }
        return (count(of: number, from: first), 1)
    }

    /// The number of years after which the weekdays repeat, as long as every fourth year is a leap year.
    private static let solarCycle = 28

    /// Whether every fourth year is a leap year in a solar cycle.
    private static func isJulian(from year: Int) -> Bool {
        let century = (year + solarCycle - 1) / 100 * 100
        return century < year || century.isMultiple(of: 400)
    }

    private mutating func days(ofCycleFrom number: Int, _ months: Int) -> Int {
        if let knownCycle { return knownCycle }
        let days = (0..<Self.solarCycle).reduce(0) { days, year in
            let number = number + year * 12
            let likeness = periods.yearOfMonths(from: number, periods.firstDay(of: number))?.likeness ?? 0
            return days + self.days(ofYear: likeness, from: number, months)
        }
        knownCycle = days
        return days
    }

    private mutating func days(ofYear likeness: Int, from number: Int, _ months: Int) -> Int {
        if knownYears.isEmpty { knownYears = Array(repeating: nil, count: RulePeriods.likenesses) }
        if let days = knownYears[likeness] { return days }
        let days = (0..<months).reduce(0) { days, index in
            let number = number + index * periods.step
            return days + count(of: number, from: periods.firstDay(of: number))
        }
        knownYears[likeness] = days
        return days
    }

    private mutating func count(of number: Int, from first: Int) -> Int {
        guard let likeness = periods.likeness(of: number, from: first) else {
            return periods.days(of: number, from: first).count
        }
        if known.isEmpty { known = Array(repeating: nil, count: RulePeriods.likenesses) }
        if let count = known[likeness] { return count }
        let count = periods.days(of: number, from: first).count
        known[likeness] = count
        return count
    }
}
