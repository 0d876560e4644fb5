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
/// | `A..B`, `A..`, `..B`                       | from A to B, both included                          |
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
        func bound(_ text: Substring) throws -> Due? {
            let text = String(text).trimmed
            return text.isEmpty ? nil : try due(text)
        }
        if let dots = text.range(of: "..") {
            return try DueWindow(
                from: bound(text[..<dots.lowerBound]), through: bound(text[dots.upperBound...]), in: timeZone)
        }
        let reader = PhraseReader(PhraseWords(text), now: now, timeZone: timeZone, settings: settings)
        let days: (first: Day, last: Day)
        if let period = try reader.pastPeriod() {
            days = period
        } else {
            guard case .day(let day) = try due(text) else {
                throw TodoError(
                    .usage, "To filter by a moment, give a range such as 2026-11-21T18:00..2026-11-21T20:00.")
            }
            days = (day, day)
        }
        guard days.first <= Day(containing: now, in: timeZone) else {
            throw TodoError(.usage, "This is yet to come; give what has been, such as yesterday or last week.")
        }
        return DueWindow(from: days.first, through: days.last, in: timeZone)
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
