public import Foundation

/// Parses phrases for a repetition: short English phrases, or an RRULE.
///
/// Case is ignored, commas count as spaces, and nothing is guessed: any phrase that is not in this list is an error.
///
/// | form                                                | meaning                                                     |
/// |-----------------------------------------------------|-------------------------------------------------------------|
/// | `every day`, `every 3 days`, `every other week`     | that many days, weeks, months or years apart                |
/// | `every quarter`, `every 3rd day`                    | three months, three days apart                              |
/// | `daily`, `weekly`, `monthly`, `quarterly`, `yearly`, `annually` | as `every day` and so on                        |
/// | `monthly on the 1st`, `weekly on mon`               | as `every month on the 1st` and so on                       |
/// | `every morning`, `every other evening`              | at the hour that ``PhraseSettings`` says                    |
/// | `every mon, wed and fri`, `every weekday`           | those days of each week; `weekend` is Saturday and Sunday   |
/// | `every other friday`, `every two weeks on mon`      | those of every second week, from the first such day on      |
/// | `every 15th`, `every 1st and 15th`, `every last day`| those days of each month                                    |
/// | `every 31`                                          | that day, or the last one of a shorter month                |
/// | `every last friday`, `every 1st and 3rd tuesday`    | those of each month                                         |
/// | `every last weekday`                                | the last of Monday to Friday in each month; also `workday`  |
/// | `1st of every month`, `on the last friday of every 3 months` | those of each month, or of every third month       |
/// | `every 3 months on the 15th`                        | that day of every third month                               |
/// | `every 15 jan`, `every 15 jan and jul`              | that day of each year                                       |
/// | `every 4th thursday of november`                    | that day of each year                                       |
/// | `every 2 years on 15 jan`                           | that day of every second year                               |
/// | `each …`                                            | the same, but each occurrence must be settled               |
/// | `every! 10 days`                                    | that long after the day of the last completion              |
/// | `FREQ=MONTHLY;BYDAY=-1FR`, `RRULE:…`                | the rule as RFC 5545 defines it                             |
///
/// After that, these may follow in any order: a time (`9am`, `at 17:00`, `at 9`, `evening`), `from` and a day, `until` and a
/// day, which is included, or `for 10 times`. Days are those of ``DuePhrase``. `every second tuesday` is refused, because it
/// may mean every other Tuesday, or the second one of each month.
public struct RepeatPhrase: Hashable, Sendable {
    /// How completing affects the occurrences before and after.
    public let mode: Recurrence.Mode
    /// The rule as it was typed. ``recurrence(now:timeZone:due:start:)`` resolves it, such as "every month" from the 31st.
    public let rule: RecurrenceRule
    /// The time of day, if there is one.
    public let time: ClockTime?
    /// The day on which the repetition begins, if there is one.
    public let from: Day?

    /// The position of the text that was not understood: the underlying error of ``parse(_:now:timeZone:settings:)``.
    public struct NotUnderstood: Error, Hashable {
        /// The number of UTF-8 bytes before the text.
        public let offset: Int
        /// The number of bytes of the text; 0 if something is missing.
        public let length: Int
    }

    /// Parses `text`, typed at `now` by somebody in `timeZone`.
    /// - Throws: ``TodoError``: `bad-recurrence` if the text is not understood, with its position as the underlying
    ///   ``NotUnderstood``, and for an invalid RRULE; `recurrence-not-computed` for an RRULE that is not supported;
    ///   `impossible-day`, `impossible-time` and `usage` for days and times as in ``DuePhrase``.
    public static func parse(
        _ text: String, now: Date, timeZone: TimeZone, settings: PhraseSettings = .standard
    ) throws -> RepeatPhrase {
        if let rule = rruleText(text.trimmed) {
            return RepeatPhrase(mode: .every, rule: try RecurrenceRule(rule), time: nil, from: nil)
        }
        guard text.utf8.count <= longestPhrase else {
            throw TodoError(.badRecurrence, "A repetition has at most \(longestPhrase) bytes.")
        }
        // Only ASCII letters are changed, so that each byte keeps its position.
        let lower = String(decoding: text.utf8.map { 0x41...0x5A ~= $0 ? $0 | 0x20 : $0 }, as: UTF8.self)
        let context = PhraseContext(now: now, zone: timeZone, settings: settings, in: .value)
        var parser = PhraseParser(lower, context)
        do {
            if case .rule(let rule)? = parser.whole("repeat"), rule.length == nil {
                return try rule.phrase(context, until: rule.until?.day)
            }
            let refusal = notUnderstood(lower, &parser)
            for name: Substring in ["repeat", "rdoubt"] {
                guard case .doubt(let doubt)? = parser.whole(name) else { continue }
                throw doubt.error(.badRecurrence, underlying: refusal.underlying)
            }
            throw refusal
        } catch let doubt as PhraseDoubt {
            throw doubt.error(.badRecurrence)
        }
    }

    /// The error for text that is not understood, or that is missing.
    private static func notUnderstood(_ text: String, _ parser: inout PhraseParser) -> TodoError {
        let words = parser.words
        let ends = parser.ends(of: "repeat", at: 0)
        let understood = ends.map(\.end).max() ?? parser.ends(of: "E", at: 0).map(\.end).max() ?? 0
        var part = parser.matched..<min(parser.matched + 1, words.count)
        // The words are known, but mean nothing together.
        let isRejected = parser.rejected >= parser.matched && parser.rejected > understood
        if isRejected { part = understood..<parser.rejected }
        func offset(_ index: String.Index) -> Int { text.utf8.distance(from: text.startIndex, to: index) }
        let place: NotUnderstood
        var said = "Something is missing at the end"
        if let first = words[part].first?.text, let last = words[part].last?.text {
            place = NotUnderstood(
                offset: offset(first.startIndex), length: text.utf8.distance(from: first.startIndex, to: last.endIndex))
            said =
                isRejected && words[0].text.hasSuffix("!")
                ? "After a completion come days, weeks, months or years, such as every! 10 days"
                : "“\(text[first.startIndex..<last.endIndex].excerpt)” is not understood"
        } else {
            let spaces = text.utf8.reversed().prefix { $0 == 0x20 || $0 == 0x09 }.count
            place = NotUnderstood(offset: text.utf8.count - spaces, length: 0)
        }
        return TodoError(
            .badRecurrence,
            """
            \(said); say for example daily, every 2 weeks, every mon and fri, every last friday, every 31, every 15 jan, \
            each 1st or every! 10 days.
            """, underlying: place)
    }

    /// Whether a text is `end`, the word that ends a series after its settled occurrences.
    public static func isEnd(_ text: String) -> Bool { text.trimmed.lowercased() == "end" }

    /// The maximum length, more than any phrase needs. It bounds the work on hostile text.
    static let longestPhrase = 200

    /// The text of an RRULE, without the name of its property.
    private static func rruleText(_ text: String) -> String? {
        let upper = text.uppercased()
        if upper.hasPrefix("RRULE:") { return String(upper.dropFirst(6)) }
        // No phrase has an equals sign.
        return upper.contains("=") ? upper : nil
    }
}

extension RepeatPhrase {
    /// The series that this repetition makes of a to-do.
    ///
    /// The first occurrence is the first date of the rule from the day of `due` on. Without a due date, it is the first date
    /// from today on, or from a later `from` or `start`, that day included. If the time of the phrase has passed by then, or
    /// is before `start`, it is the next date.
    /// - Parameters:
    ///   - due: the due date of the to-do, if it has one. The rule is counted from it, unless the phrase has a `from`.
    ///   - start: the start of the to-do. If it has no due date, no occurrence is before its start.
    /// - Throws: ``TodoError`` with code `bad-recurrence` if there is no such date.
    public func recurrence(
        now: Date, timeZone: TimeZone, due: Due? = nil, start: Due? = nil
    ) throws -> Recurrence {
        try recurrence(now: now, timeZone: timeZone, due: due, start: start, like: due) { _ in false }
    }

    /// The series that this repetition makes of a to-do that repeats already. The series begins again with the first date of
    /// the rule from today on, today included.
    /// - Parameters:
    ///   - start: the start of the to-do. No occurrence is before it.
    ///   - shown: the due date of the current occurrence. The new series has its time of day.
    ///   - isSettled: whether the occurrence on a day is settled and must not come again.
    /// - Throws: ``TodoError`` with code `bad-recurrence` if there is no such date.
    package func recurrence(
        anewAt now: Date, timeZone: TimeZone, start: Due?, like shown: Due?, isSettled: (Day) -> Bool
    ) throws -> Recurrence {
        try recurrence(now: now, timeZone: timeZone, due: nil, start: start, like: shown, isSettled)
    }

    private func recurrence(
        now: Date, timeZone: TimeZone, due: Due?, start: Due?, like shown: Due?, _ isSettled: (Day) -> Bool
    ) throws -> Recurrence {
        func moment(on day: Day) throws -> Due {
            if let time { return .instant(try time.moment(on: day, in: timeZone), timeZone) }
            return shown?.on(day) ?? .day(day)
        }
        func isTooEarly(_ due: Due) -> Bool {
            guard case .instant(let date, _) = due else { return false }
            if case .instant(let start, _)? = start, date < start { return true }
            return date <= now
        }
        let today = Day(containing: now, in: timeZone)
        let first = max(today, start?.day(in: timeZone) ?? today)
        let base = try from ?? due?.day ?? firstDay(from: first) { try isTooEarly(moment(on: $0)) } ?? first
        let earliest = from == nil && due != nil ? base : max(base, first)
        let rule = mode == .everyFromCompletion ? rule : rule.clamped(from: base)
        let ended = try rule.endingOnDay(for: moment(on: base))
        // A COUNT includes the first occurrence.
        let dates = (ended.lastDay == nil ? ended.withoutEnd : ended).dates(from: base)
        guard var key = dates.dates(from: earliest).first(where: { !isSettled($0) }) else { throw Self.neverComes }
        if due == nil, isTooEarly(try moment(on: key)) {
            guard let next = dates.dates(from: key.adding(days: 1)).first(where: { !isSettled($0) }) else {
                throw Self.neverComes
            }
            key = next
        }
        return Recurrence(
            rule: ended.description, mode: mode, zone: timeZone.identifier, base: base, key: key,
            due: try moment(on: key))
    }

    /// The first day that the rule names. Intervals are counted from its week, month or year. Counted from a week whose day
    /// has passed, the rule would begin an interval late. nil for a rule without an interval or without days.
    private func firstDay(from first: Day, isTooEarly: (Day) throws -> Bool) throws -> Day? {
        guard rule.interval > 1 else { return nil }
        let dense = try RecurrenceRule(
            rule.frequency, months: rule.months, weekNumbers: rule.weekNumbers, yearDays: rule.yearDays,
            monthDays: rule.monthDays, weekdays: rule.weekdays, positions: rule.positions, weekStart: rule.weekStart)
        guard try dense != RecurrenceRule(rule.frequency, weekStart: rule.weekStart) else { return nil }
        return try dense.dates(from: first).dates(from: first).first(where: { try !isTooEarly($0) })
    }

    private static var neverComes: TodoError {
        TodoError(.badRecurrence, "There is no day on which this comes, from then on until the year 9999.")
    }
}
