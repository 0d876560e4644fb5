package import Basics
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
    package var rfc3339: String { dateTimeText(digits: 3) }

    /// The basic form of ISO 8601, which iCalendar and Taskwarrior use, truncated to the second: `20261121T180000Z`.
    package var iso8601Basic: String { dateTimeText(digits: 0, .basic) }

    /// The time in UTC with this many digits of its fraction, truncated; outside the years 1 to 9999 it is clamped to
    /// them.
    package func dateTimeText(digits: Int, _ form: DateTimeText.Form = .wire) -> String {
        DateTimeText.text(millisecondsSince1970: Limits.nearestTime(to: milliseconds), digits: digits, form)
    }
}
