public import Foundation

/// A condition on due dates, as people type it.
///
/// | form                                       | due dates                                                         |
/// |--------------------------------------------|-------------------------------------------------------------------|
/// | `any`; `none`, `someday`                   | all to-dos with a due date; all without one                       |
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
/// A day is due when it ends, as everywhere. So a range of instants includes the day on which it begins, and excludes the day
/// on which it ends.
public enum DueFilter: Hashable, Sendable {
    /// To-dos with a due date.
    case any
    /// To-dos without a due date.
    case none
    /// To-dos with a due date in the range.
    case window(DueWindow)

    /// The condition for the due date. It does not depend on whether a to-do is open or done.
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
            try PhraseParser.period("period", in: text, now: now, timeZone: timeZone, settings: settings)
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
