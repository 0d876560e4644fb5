package import Foundation
package import TodoDomain

extension TimeZone {
    /// The moment at which a clock in this zone shows a time, given as milliseconds since 1970 as though it showed UTC.
    ///
    /// As RFC 5545 (section 3.3.5) has it: the first of two such moments where clocks are put back, and the moment by
    /// the offset from before where clocks are put forward over it.
    func date(wallClock: Int64) -> Date {
        func offset(at milliseconds: Int64) -> Int64 {
            Int64(secondsFromGMT(for: Date(milliseconds: milliseconds))) * 1000
        }
        let before = wallClock - offset(at: wallClock - 86_400_000)
        if wallClock - before == offset(at: before) { return clamped(before) }
        let afterOffset = offset(at: wallClock + 86_400_000)
        let after = wallClock - afterOffset
        return clamped(afterOffset == offset(at: after) ? after : before)
    }

    /// The time that a clock in this zone shows at `date`, as milliseconds since 1970 as though it showed UTC.
    func wallClock(at date: Date) -> Int64 {
        date.milliseconds.addingClamped(Int64(secondsFromGMT(for: date)) * 1000)
    }

    /// The first moment of a day in this zone: ``Day/start(in:)`` without a calendar, which costs more than a record.
    package func midnight(of day: Day) -> Date { date(wallClock: Int64(day.daysSince1970) * 86_400_000) }

    private func clamped(_ milliseconds: Int64) -> Date {
        Date(milliseconds: min(max(milliseconds, Limits.time.lowerBound), Limits.time.upperBound))
    }
}
