import Basics
public import Foundation

extension Date {
    /// Parses RFC 3339 with the usual liberties, truncated to the millisecond; nil for any other text, for a time
    /// without an offset, and outside the years 1 to 9999.
    public init?(rfc3339 text: String) {
        guard case .instant(let milliseconds) = TimeText(extended: text) else { return nil }
        self.init(milliseconds: milliseconds)
    }

    /// RFC 3339 in UTC with milliseconds: `2026-11-21T18:00:00.000Z`. A time outside the years 1 to 9999 is clamped to
    /// them.
    public var rfc3339: String {
        let (seconds, milliseconds) = Limits.nearestTime(to: milliseconds).dividedRoundingDown(by: 1000)
        return DateTimeText.text(
            secondsSince1970: Int(seconds), nanoseconds: Int(milliseconds) * 1_000_000, digits: 3)
    }

    /// The basic form of ISO 8601, which iCalendar and Taskwarrior use, truncated to the second: `20261121T180000Z`.
    public var iso8601Basic: String {
        let (seconds, _) = Limits.nearestTime(to: milliseconds).dividedRoundingDown(by: 1000)
        return DateTimeText.text(secondsSince1970: Int(seconds), digits: 0, .basic)
    }
}
