public import Foundation

/// Which due dates are meant, as a person types it.
///
/// | form                                       | due dates                                                         |
/// |--------------------------------------------|-------------------------------------------------------------------|
/// | `any`; `none`, `someday`                   | all that have a due date; those that have none                    |
/// | `overdue`                                  | moments that have passed, days before today                       |
/// | `week`                                     | today and the six days after it                                   |
/// | `this week`, `next month`, `this year`, …  | the whole week from Monday, month, quarter or year                |
/// | `last week`, `last month`, …               | the whole one before                                              |
/// | `2026-W50`                                 | that whole week of ISO 8601                                       |
/// | `2026-12`, `dec 2026`, `december`          | that whole month; without a year the next one, the present included |
/// | `weekend`, `this weekend`, `next weekend`  | its Saturday and its Sunday; on these, `weekend` is the present one |
/// | any day of ``DuePhrase``                   | that day, and the moments that fall on it                         |
/// | `A..B`, `A..`, `..B`                       | from A to B, both included; each a day or a moment of `DuePhrase`, |
/// |                                            | or one of these periods, with all of its days                     |
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
        default: if DuePhrase.isNone(text) { return .none }
        }
        func parse(_ text: String) throws -> Due {
            let due = try DuePhrase.read(text, now: now, timeZone: timeZone, settings: settings)
            guard let due else { throw DuePhrase.notUnderstood }
            return due
        }
        func period(_ text: String) throws -> (first: Day, last: Day)? {
            if text == "week" { return (today, try today.moved(days: 6)) }
            return try PhraseReader(PhraseWords(text), now: now, timeZone: timeZone, settings: settings).period()
        }
        if let range = try DueWindow(range: text, in: timeZone, period, or: parse) { return .window(range) }
        if let days = try period(text) {
            return .window(DueWindow(from: days.first, through: days.last, in: timeZone))
        }
        guard case .day(let day) = try parse(text) else {
            throw TodoError(.usage, "To filter by a moment, give a range such as 2026-11-21T18:00..2026-11-21T20:00.")
        }
        return .window(DueWindow(from: day, through: day, in: timeZone))
    }
}

extension PhraseReader {
    /// The days of `this week`, `next month`, `2026-W50`, `december`, `weekend`; nil for anything else.
    /// - Parameter isPast: whether a month without a year is the last one that there was.
    consuming func period(isPast: Bool = false) throws -> (first: Day, last: Day)? {
        let days: (Day, Day)
        let saysOn = words.take("on")
        if let monday = try weekOfYear() {
            days = (monday, try monday.moved(days: 6))
        } else if let saturday = try presentWeekend() ?? weekend() {
            days = (saturday, try saturday.moved(days: 1))
        } else if !saysOn, let month = try month(isPast: isPast) {
            days = (month, month.endOfMonth)
        } else if !saysOn, let found = try namedPeriod() {
            days = found
        } else {
            return nil
        }
        return words.isAtEnd ? days : nil
    }

    /// The Saturday of `weekend` on that day and on its Sunday.
    private mutating func presentWeekend() throws -> Day? {
        today.weekday >= 6 && words.take("weekend") ? try today.moved(days: 6 - today.weekday) : nil
    }

    /// `this week`, `next month`, `last year`.
    private mutating func namedPeriod() throws -> (Day, Day)? {
        var attempt = words
        guard let which = attempt.take({ ["last", "this", "next"].firstIndex(of: $0) }),
            let period = attempt.take(CalendarPeriod.init)
        else { return nil }
        words = attempt
        let first = settings.firstWeekday
        let present = try period.start(of: today, weeksFrom: first)
        let start =
            switch which {
            case 0: try period.start(of: present.moved(days: -1), weeksFrom: first)
            case 1: present
            default: try period.startOfNext(after: today, weeksFrom: first)
            }
        return (start, try period.end(of: start, weeksFrom: first))
    }
}
