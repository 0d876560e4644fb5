package import Foundation

extension TimeZone {
    /// The moment at which a clock in this zone shows a time of the years 0 to 10000, given as milliseconds since 1970
    /// as though it showed UTC. Not left to `Calendar`, which costs more than a record, and whose answers for skipped and
    /// repeated times differ between platforms.
    ///
    /// As RFC 5545 (section 3.3.5) has it: the first of two such moments where clocks are put back, and the moment by
    /// the offset from before where clocks are put forward over it.
    package func date(wallClock: Int64) -> Date {
        func offset(at milliseconds: Int64) -> Int64 {
            Int64(secondsFromGMT(for: Date(milliseconds: milliseconds))) * 1000
        }
        // No zone is more than 14 hours off UTC: a day earlier and later lie on either side of any change of the clocks.
        let before = wallClock - offset(at: wallClock - 86_400_000)
        if wallClock - before == offset(at: before) { return Date(milliseconds: before) }
        let afterOffset = offset(at: wallClock + 86_400_000)
        let after = wallClock - afterOffset
        return Date(milliseconds: afterOffset == offset(at: after) ? after : before)
    }

    /// The time that a clock in this zone shows at `date`, as milliseconds since 1970 as though it showed UTC.
    package func wallClock(at date: Date) -> Int64 {
        date.milliseconds.addingClamped(Int64(secondsFromGMT(for: date)) * 1000)
    }
}
