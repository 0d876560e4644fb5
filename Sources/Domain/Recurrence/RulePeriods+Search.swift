extension RulePeriods {
    /// The first day of the rule at or after `day`, within a range that begins with its start.
    func first(from day: Int, of range: ClosedRange<Int>) -> Int? {
        let day = max(day, range.lowerBound)
        guard day <= range.upperBound, cycle > 0 else { return nil }
        var number = alignedUp(number(of: day))
        // The first period may be cut off, so the days that it lacks are searched again at the end.
        for index in 0...cycle {
            let first = firstDay(of: number)
            guard first <= range.upperBound, index != Self.patience || !isBarren else { return nil }
            if let offset = days(of: number, from: first).first(from: day - first) {
                return first + offset <= range.upperBound ? first + offset : nil
            }
            number += step
        }
        return nil
    }

    /// The last day of the rule at or before `day`, within a range that begins with its start.
    func last(through day: Int, of range: ClosedRange<Int>) -> Int? {
        let day = min(day, range.upperBound)
        guard day >= range.lowerBound, cycle > 0 else { return nil }
        var number = alignedDown(number(of: day))
        for index in 0...cycle {
            guard number >= origin, index != Self.patience || !isBarren else { return nil }
            let first = firstDay(of: number)
            if let offset = days(of: number, from: first).last(through: day - first) {
                return first + offset >= range.lowerBound ? first + offset : nil
            }
            number -= step
        }
        return nil
    }

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
        let begin = rest
        while true {
            let first = firstDay(of: period)
            guard first <= range.upperBound, walked != Self.patience || rest != begin || !isBarren else { return nil }
            let days = self.days(of: period, from: first)
            let count = days.count
            if rest <= count {
                return days.element(at: rest - 1).map { first + $0 }.flatMap { range ~= $0 ? $0 : nil }
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

    /// The number of empty periods after which to check whether all are.
    private static let patience = 30

    private func wholeCount(_ number: Int, _ periods: Int) -> Int {
        var (total, number) = (0, number)
        for _ in 0..<periods {
            total += days(of: number, from: firstDay(of: number)).count
            number += step
        }
        return total
    }

    private func alignedUp(_ number: Int) -> Int { number + modulo(origin - number, step) }

    private func alignedDown(_ number: Int) -> Int { number - modulo(number - origin, step) }
}
