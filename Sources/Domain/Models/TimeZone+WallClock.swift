package import Foundation

extension TimeZone {
    /// The moment at which a clock in this zone shows a local time of the years 0 to 10000, given as milliseconds since
    /// 1970 as if it showed UTC. `Calendar` would be slower than reading a whole record, and its answers for skipped
    /// and repeated times differ between platforms.
    ///
    /// Follows RFC 5545, section 3.3.5: a repeated local time is the first of the two moments; a skipped one is
    /// interpreted with the offset before the change.
    package func date(wallClock: Int64) -> Date {
        func offset(at milliseconds: Int64) -> Int64 {
            Int64(secondsFromGMT(for: Date(milliseconds: milliseconds))) * 1000
        }
        // No zone is more than 14 hours from UTC, so a day earlier and a day later lie on either side of any change of
        // the clocks.
        let before = wallClock - offset(at: wallClock - 86_400_000)
        if wallClock - before == offset(at: before) { return Date(milliseconds: before) }
        let afterOffset = offset(at: wallClock + 86_400_000)
        let after = wallClock - afterOffset
        return Date(milliseconds: afterOffset == offset(at: after) ? after : before)
    }

    /// The local time in this zone at `date`, as milliseconds since 1970 as if it were UTC.
    package func wallClock(at date: Date) -> Int64 {
        date.milliseconds.addingClamped(Int64(secondsFromGMT(for: date)) * 1000)
    }
}
