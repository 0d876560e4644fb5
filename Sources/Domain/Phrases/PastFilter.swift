import Foundation

/// Ranges of moments that have been.
///
/// | form                                       | moments                                             |
/// |--------------------------------------------|-----------------------------------------------------|
/// | `week`                                     | those of today and the six days before it           |
/// | `this week`, `last month`, `this year`, …  | the whole week, month, quarter or year              |
/// | `2026-W46`                                 | that whole week of ISO 8601                         |
/// | `2026-10`, `oct 2026`, `october`           | that whole month; without a year the last one, the present included |
/// | `weekend`, `last weekend`                  | the Saturday and the Sunday that were or are last   |
/// | any day of `PastPhrase`                    | those of that day                                   |
/// | `A..B`, `A..`, `..B`                       | from A to B, both included, periods with all their days |
enum PastFilter {
    /// Parses `text`, typed at `now` by somebody in `timeZone`.
    /// - Throws: ``TodoError``: `usage`, also for a day or a period that has not begun; `impossible-day` or
    ///   `impossible-time`.
    static func parse(
        _ text: String, now: Date, timeZone: TimeZone, settings: PhraseSettings = .standard
    ) throws -> DueWindow {
        let text = text.trimmed.lowercased()
        func due(_ text: String) throws -> Due {
            try PastPhrase.read(text, now: now, timeZone: timeZone, settings: settings)
        }
        func period(_ text: String) throws -> (first: Day, last: Day)? {
            try PhraseReader(PhraseWords(text), now: now, timeZone: timeZone, settings: settings).pastPeriod()
        }
        let window: DueWindow
        if let range = try DueWindow(range: text, in: timeZone, period, or: due) {
            window = range
        } else if let days = try period(text) {
            window = DueWindow(from: days.first, through: days.last, in: timeZone)
        } else {
            guard case .day(let day) = try due(text) else {
                throw TodoError(
                    .usage, "To filter by a moment, give a range such as 2026-11-21T18:00..2026-11-21T20:00.")
            }
            window = DueWindow(from: day, through: day, in: timeZone)
        }
        // A time of this day may be yet to come: in a saved view it has been by the evening.
        if let first = window.firstDay, first > Day(containing: now, in: timeZone) {
            throw TodoError(.usage, "This is yet to come; give what has been, such as yesterday or last week.")
        }
        return window
    }
}

extension PhraseReader {
    /// The days of `week`, `last month`, `weekend` and of the periods for due dates; nil for anything else.
    fileprivate consuming func pastPeriod() throws -> (first: Day, last: Day)? {
        var attempt = words
        if attempt.take("week"), attempt.isAtEnd { return (try today.moved(days: -6), today) }
        attempt = words
        let saysOn = attempt.take("on")
        let isLast = !saysOn && attempt.take("last")
        if attempt.take("weekend"), attempt.isAtEnd {
            let saturday = try today.moved(days: -((today.weekday + 1) % 7))
            // On a weekend the last one is the one before.
            let first = isLast && today.weekday >= 6 ? try saturday.moved(days: -7) : saturday
            return (first, try first.moved(days: 1))
        }
        return try period(isPast: true)
    }
}
