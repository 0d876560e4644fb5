public import Foundation

/// Which due dates are meant, as a person types it.
///
/// | form                                       | due dates                                                         |
/// |--------------------------------------------|-------------------------------------------------------------------|
/// | `any`; `none`, `someday`                   | all that have a due date; those that have none                    |
/// | `overdue`                                  | moments that have passed, days before today                       |
/// | `week`                                     | today and the six days after it                                   |
/// | `this week`, `next month`, `this year`, …  | the whole week from Monday, month, quarter or year                |
/// | `2026-W50`                                 | that whole week of ISO 8601                                       |
/// | `weekend`, `this weekend`, `next weekend`  | its Saturday and its Sunday                                       |
/// | any day of ``DuePhrase``                   | that day, and the moments that fall on it                         |
/// | `A..B`, `A..`, `..B`                       | from A to B, both included; each a day or a moment of `DuePhrase` |
///
/// A day is due when it ends, as everywhere: a range of instants includes the day on which it begins and excludes the
/// day on which it ends.
public enum DueFilter: Hashable, Sendable {
    /// With a due date.
    case any
    /// Without a due date.
    case none
    /// With a due date in the range.
    case window(DueWindow)

    /// The condition to filter by. It does not depend on whether a to-do is open or done.
    public var condition: Todo.Condition {
        switch self {
        case .any: .hasDue(true)
        case .none: .hasDue(false)
        case .window(let window): .due(window)
        }
    }

    /// Parses `text`, typed at `now` by somebody in `timeZone`.
    /// - Throws: ``TodoError``: `usage`, `impossible-day` or `impossible-time`.
    public static func parse(
        _ text: String, now: Date, timeZone: TimeZone, settings: PhraseSettings = .standard
    ) throws -> DueFilter {
        let text = text.trimmed.lowercased()
        let today = Day(containing: now, in: timeZone)
        switch text {
        case "any": return .any
        case "overdue": return .window(.before(now, in: timeZone))
        case "week": return .window(DueWindow(from: today, through: try today.moved(days: 6), in: timeZone))
        default: if DuePhrase.isNone(text) { return .none }
        }
        func parse(_ text: String) throws -> Due {
            try DuePhrase.parse(text, now: now, timeZone: timeZone, settings: settings)
        }
        if let separator = text.range(of: "..") {
            let start = try bound(text[..<separator.lowerBound], parse)
            let end = try bound(text[separator.upperBound...], parse)
            return .window(try DueWindow(from: start, through: end, in: timeZone))
        }
        let reader = PhraseReader(PhraseWords(text), now: now, timeZone: timeZone, settings: settings)
        if let period = try reader.period() {
            return .window(DueWindow(from: period.first, through: period.last, in: timeZone))
        }
        guard case .day(let day) = try parse(text) else {
            throw TodoError(.usage, "To filter by a moment, give a range such as 2026-11-21T18:00..2026-11-21T20:00.")
        }
        return .window(DueWindow(from: day, through: day, in: timeZone))
    }

    private static func bound(_ text: Substring, _ parse: (String) throws -> Due) throws -> Due? {
        let text = String(text).trimmed
        return text.isEmpty ? nil : try parse(text)
    }
}

extension PhraseReader {
    /// The days of `this week`, `next month`, `2026-W50`, `weekend`; nil for anything else.
    consuming func period() throws -> (first: Day, last: Day)? {
        let days: (Day, Day)
        let saysOn = words.take("on")
        if let monday = try weekOfYear() {
            days = (monday, try monday.moved(days: 6))
        } else if let saturday = try weekend() {
            days = (saturday, try saturday.moved(days: 1))
        } else {
            let first = settings.firstWeekday
            let isNext = words.take("next")
            guard !saysOn, isNext || words.take("this"), let period = words.take(CalendarPeriod.init) else {
                return nil
            }
            let start =
                isNext
                ? try period.startOfNext(after: today, weeksFrom: first)
                : try period.start(of: today, weeksFrom: first)
            days = (start, try period.end(of: start, weeksFrom: first))
        }
        return words.isAtEnd ? days : nil
    }
}
