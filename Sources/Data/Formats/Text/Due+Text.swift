import Foundation
import TodoDomain

extension Due {
    /// The due date in one word: `2026-11-21`, or `2026-11-21T17:00:00.000Z[Europe/Zurich]` (RFC 9557).
    var text: String {
        switch self {
        case .day(let day): day.description
        case .instant(let date, let zone): "\(date.rfc3339)[\(zone)]"
        }
    }

    /// Parses ``text`` and any other ISO 8601 text. A time without a zone is in `zone`, which is also the zone of an
    /// instant that names none. Nil for any other text.
    init?(text: String, in zone: TimeZone) {
        var time = text[...]
        var name: String?
        if time.last == "]", let bracket = time.firstIndex(of: "[") {
            name = String(time[time.index(after: bracket)...].dropLast())
            time = time[..<bracket]
        }
        switch (TimeText(extended: String(time)), name) {
        case (.day(let day), nil): self = .day(day)
        case (.instant(let milliseconds), let name):
            self = .instant(Date(milliseconds: milliseconds), zone: name ?? zone.identifier)
        case (.floating(let milliseconds), nil): self = .instant(zone.date(wallClock: milliseconds), zone)
        default: return nil
        }
    }
}
