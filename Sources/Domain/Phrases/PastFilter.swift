import Foundation

/// Parses ranges of past moments.
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
    /// - Throws: ``TodoError``: `usage` if the text is not understood, or if the day or the period has not begun;
    ///   `impossible-day` or `impossible-time`.
    static func parse(
        _ text: String, now: Date, timeZone: TimeZone, settings: PhraseSettings = .standard
    ) throws -> DueWindow {
        let text = text.trimmed.lowercased()
        func due(_ text: String) throws -> Due {
            try PastPhrase.read(text, now: now, timeZone: timeZone, settings: settings)
        }
        func period(_ text: String) throws -> (first: Day, last: Day)? {
            try PhraseParser.period("pastperiod", in: text, now: now, timeZone: timeZone, settings: settings)
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
        // A time of today may still be to come. In a saved view it will have passed by the evening.
        if let first = window.firstDay, first > Day(containing: now, in: timeZone) {
            throw TodoError(.usage, "This is yet to come; give what has been, such as yesterday or last week.")
        }
        return window
    }
}
