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
            let count = counts.count(of: period, from: first)
            if rest <= count {
                let day = self.days(of: period, from: first).element(at: rest - 1).map { first + $0 }
                return day.flatMap { range ~= $0 ? $0 : nil }
            }
            rest -= count
            period += step
            walked += 1
            if walked == cycle {
                // From here on everything repeats.
                let each = begin - rest
                guard each > 0 else { return nil }
                let cycles = (rest - 1) / each
                // No period is shorter than a day: more periods than there are days lead beyond the last one.
                let (distance, overflows) = cycles.multipliedReportingOverflow(by: cycle * step)
                guard !overflows, distance <= range.upperBound - range.lowerBound else { return nil }
                period += distance
                rest -= cycles * each
            }
        }
    }

    private func wholeCount(_ number: Int, _ periods: Int) -> Int {
        var (total, number) = (0, number)
        var counts = PeriodCounts(periods: self)
        for _ in 0..<periods {
            total += counts.count(of: number, from: firstDay(of: number))
            number += step
        }
        return total
    }
}

/// How many days the periods of a rule have, each kind of period counted once.
private struct PeriodCounts {
    let periods: RulePeriods
    private var known: [Int?] = []

    init(periods: RulePeriods) { self.periods = periods }

    mutating func count(of number: Int, from first: Int) -> Int {
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
