import Foundation

/// Ranges of moments that have been.
///
/// | form                                       | moments                                             |
/// |--------------------------------------------|-----------------------------------------------------|
/// | `week`                                     | those of today and the six days before it           |
/// | `this week`, `last month`, `this year`, …  | the whole week, month, quarter or year              |
/// | `2026-W46`                                 | that whole week of ISO 8601                         |
/// | `weekend`, `last weekend`                  | the Saturday and the Sunday that were or are last   |
/// | any day of `PastPhrase`                    | those of that day                                   |
/// | `A..B`, `A..`, `..B`                       | from A to B, both included                          |
enum PastFilter {
    /// Parses `text`, typed at `now` by somebody in `timeZone`.
    /// - Throws: ``TodoError``: `usage`, `impossible-day` or `impossible-time`.
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
        if let period = try reader.pastPeriod() {
            return DueWindow(from: period.first, through: period.last, in: timeZone)
        }
        guard case .day(let day) = try due(text) else {
            throw TodoError(.usage, "To filter by a moment, give a range such as 2026-11-21T18:00..2026-11-21T20:00.")
        }
        return DueWindow(from: day, through: day, in: timeZone)
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
        guard isLast else { return try period() }
        guard let period = attempt.take(CalendarPeriod.init), attempt.isAtEnd else { return nil }
        let first = settings.firstWeekday
        let start = try period.start(
            of: period.start(of: today, weeksFrom: first).moved(days: -1), weeksFrom: first)
        return (start, try period.end(of: start, weeksFrom: first))
    }
}
