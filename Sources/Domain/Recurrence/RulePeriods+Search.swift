extension RulePeriods {
    /// The first day of the rule at or after `day`, within a range that begins with its start.
    func first(from day: Int, of range: ClosedRange<Int>) -> Int? {
        let day = max(day, range.lowerBound)
        guard day <= range.upperBound, cycle > 0 else { return nil }
        var number = alignedUp(number(of: day))
        // The search may begin within a period; that period's earlier days are searched again after a whole cycle.
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

    /// The number of empty periods after which to check whether all are.
    static let patience = 10

    func alignedUp(_ number: Int) -> Int { number + (origin - number).dividedRoundingDown(by: step).remainder }

    func alignedDown(_ number: Int) -> Int { number - (number - origin).dividedRoundingDown(by: step).remainder }
}
