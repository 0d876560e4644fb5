import Basics
package import Foundation

/// What a text of ISO 8601 says: a day, a moment, or a time on a clock whose zone it leaves unsaid.
package enum TimeText: Equatable {
    case day(Day)
    /// Milliseconds since 1970.
    case instant(Int64)
    /// Milliseconds since 1970 as though the clock showed UTC.
    case floating(Int64)

    /// Reads `2026-11-21`, with or without `T18:00`, seconds, their fraction, and `Z` or `+01:00`; nil for another text,
    /// and for a day or time that does not exist.
    package init?(extended text: String) { self.init(text, .extended) }

    /// Reads `20261121`, with or without `T180000`, and `Z`.
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

    /// The moment in `zone`; nil for a day.
    package func date(in zone: TimeZone) -> Date? {
        switch self {
        case .day: nil
        case .instant(let milliseconds): Date(milliseconds: milliseconds)
        case .floating(let milliseconds): zone.date(wallClock: milliseconds)
        }
    }
}
