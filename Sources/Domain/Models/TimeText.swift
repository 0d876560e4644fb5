import Basics
package import Foundation

/// The meaning of an ISO 8601 text: a day, an instant, or a local time without a zone.
package enum TimeText: Equatable {
    case day(Day)
    /// Milliseconds since 1970.
    case instant(Int64)
    /// Milliseconds since 1970 as if the clock showed UTC.
    case floating(Int64)

    /// Parses `2026-11-21`, optionally with `T18:00`, seconds, a fraction, and `Z` or `+01:00`; nil for any other text
    /// and for a day or time that does not exist.
    package init?(extended text: String) { self.init(text, .extended) }

    /// Parses `20261121`, optionally with `T180000`, and `Z`.
    package init?(basic text: String) { self.init(text, .basic) }

    private init?(_ text: String, _ form: DateTimeText.Form) {
        guard let parts = DateTimeText(text, form), parts.exists, let day = Day(parts.date) else { return nil }
        guard let clock = parts.clock else {
            self = .day(day)
            return
        }
        let milliseconds = Int64(parts.secondsSince1970) * 1000 + Int64(clock.nanoseconds / 1_000_000)
        guard parts.offset != nil else {
            self = .floating(milliseconds)
            return
        }
        guard Limits.time.contains(milliseconds) else { return nil }
        self = .instant(milliseconds)
    }

    /// The instant in `zone`; nil for a day.
    package func date(in zone: TimeZone) -> Date? {
        switch self {
        case .day: nil
        case .instant(let milliseconds): Date(milliseconds: milliseconds)
        case .floating(let milliseconds): zone.date(wallClock: milliseconds)
        }
    }
}
