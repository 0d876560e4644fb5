public import Foundation

/// Parses phrases for a due date: ISO 8601 first, then short English phrases.
///
/// Case is ignored, commas count as spaces, and nothing is guessed: any phrase that is not in this list is an error.
///
/// | form                                            | meaning                                                      |
/// |-------------------------------------------------|--------------------------------------------------------------|
/// | `2026-11-21`, `21.11.2026`                      | the day                                                      |
/// | `2026-11-21T18:00`, `2026-11-21 18:00:30.5`     | that moment in the given zone                                |
/// | `2026-11-21T18:00Z`, `…+02:00`                  | that moment, entered in the given zone                       |
/// | `today`, `tomorrow`, `yesterday`                | the day                                                      |
/// | `fri`, `friday`                                 | the next Friday, today excluded                              |
/// | `this friday`                                   | the Friday of this week; an error if it has passed           |
/// | `next friday`                                   | the Friday of next week                                      |
/// | `21 nov`, `21nov`, `nov 21st`, `21st of november` | the next such day, today included                          |
/// | `21 nov 2027`, `nov 21, 2027`                   | the day                                                      |
/// | `fri 27 nov`                                    | the day if it is a Friday; an error otherwise                |
/// | `in 3 days`, `+3d`, `in a week`, `+2w`          | that many days or weeks from today                           |
/// | `in 2 months`, `+2mo`, `in a year`, `+1y`       | the same day of a later month, or that month's last          |
/// | `in 2 hours`, `in half an hour`, `+2h`, `+90min` | that long from now                                          |
/// | `next week`, `next month`, `next quarter`, …    | the first day of it                                          |
/// | `eow`, `eom`, `eoq`, `eoy`, `end of month`      | the last day of this week, month, quarter, year              |
/// | `9am`, `9:30pm`, `17:00`, `noon`, `midnight`    | today at that time, or tomorrow if it has passed             |
/// | `0h` to `24h`                                   | the same; `24h` is the end of the day                        |
/// | `tod`, `eod`, `tmr`, `tmrw`, `day after tomorrow` | today, today, tomorrow, tomorrow, the day after that       |
/// | `weekend`, `this weekend`, `next weekend`       | its Saturday, as of `saturday`, `this saturday`, …           |
/// | `3d`, `2w`, `1y`, `in two weeks`                | that long from today; words up to `twelve`                   |
/// | `+30m`                                          | that many minutes from now; months are `mo`                  |
/// | `15th`, `31.12.`                                | the next such day, today included                            |
/// | `last day of month`, `last day of the week`, …  | as `end of month`                                            |
/// | `20261224`, `2026/12/24`, `2026-W50`            | the day; the Monday of that week of ISO 8601                 |
/// | `tonight`, `this morning`, `friday evening`     | at the hour that ``PhraseSettings`` says: 20, 9 and 18       |
/// | `24/12`, `12/24/2026`                           | the day, if only one of the numbers can be the month         |
/// | `1/2`, `1/2/2026`                               | the day, where ``PhraseSettings/slashOrder`` is set          |
///
/// A day may have a time after or before it: `tomorrow 9am`, `next friday at 17:00`, `noon on monday`. Beside a day, a number
/// after `at` is an hour from 0 to 23: `tomorrow at 9`. Only `tonight at 9` is 21:00. A day without a time is ``Due/day(_:)``,
/// everything else ``Due/instant(_:zone:)``.
///
/// Weeks begin on Monday unless ``PhraseSettings`` say otherwise. `midnight` is 00:00, the start of the day, and is refused
/// for today. `tonight` and `this evening` are refused once their hour has passed, unless a time is given. A skipped local
/// time moves later by the length of the gap; a repeated one is the first of the two. A phrase with two meanings is refused,
/// and the error names both: `in 5m`, `1/2`, `25h`, `tonight 2am`.
public enum DuePhrase {
    /// Parses `text`, typed at `now` by somebody in `timeZone`.
    /// - Parameter isToCome: whether a part of today that has passed is refused, because nobody means it as a future date.
    /// - Throws: ``TodoError``: `impossible-day` or `impossible-time` if the text is understood but there is no such date,
    ///   `usage` if it is not understood.
    public static func parse(
        _ text: String, now: Date, timeZone: TimeZone, settings: PhraseSettings = .standard, isToCome: Bool = true
    ) throws -> Due {
        let due = try read(text, now: now, timeZone: timeZone, settings: settings, isToCome: isToCome)
        guard let due else { throw notUnderstood }
        return due
    }

    /// Parses `text` as the new value of the date `own` that a to-do has. This is ``parse(_:now:timeZone:settings:isToCome:)``
    /// with two differences: `none` and `someday` mean no date, and a span with a sign counts from `own`, if there is one, and
    /// keeps its time of day. `+1w` is a week later than before; `in a week` still counts from today.
    /// - Throws: ``TodoError`` as ``parse(_:now:timeZone:settings:isToCome:)``, and with code `usage` for hours that would
    ///   count from a day without a time.
    public static func parse(
        _ text: String, replacing own: Due?, now: Date, timeZone: TimeZone, settings: PhraseSettings = .standard
    ) throws -> Due? {
        if isNone(text.trimmed.lowercased()) { return nil }
        let due = try read(text, now: now, timeZone: timeZone, settings: settings, origin: own, isToCome: true)
        guard let due else { throw notUnderstood }
        return due
    }

    /// Whether a text in small letters means that there is no date.
    static func isNone(_ text: String) -> Bool { text == "none" || text == "someday" }

    /// Parses `text`; nil if it is not understood.
    /// - Parameter isToCome: whether a part of today that has passed is refused, as for a due date. A range may begin with
    ///   such a part.
    /// - Throws: ``TodoError``: `impossible-day` or `impossible-time` if there is no such date, `usage` if the text is
    ///   ambiguous.
    static func read(
        _ text: String, now: Date, timeZone: TimeZone, settings: PhraseSettings, origin: Due? = nil,
        isToCome: Bool = false
    ) throws -> Due? {
        guard text.utf8.count <= longestPhrase, text.utf8.allSatisfy({ 0x20...0x7E ~= $0 || $0 == 0x09 }) else {
            return nil
        }
        let text = text.trimmed.lowercased()
        if let due = try ISODate.parse(text, timeZone: timeZone) { return due }
        var context = PhraseContext(now: now, zone: timeZone, settings: settings, in: .value)
        context.origin = origin
        context.isToCome = isToCome
        var parser = PhraseParser(text, context)
        do {
            if case .date(let date)? = parser.whole("value") { return try date.due(context).due }
            for name: Substring in ["value", "due"] {
                if case .doubt(let doubt)? = parser.whole(name) { throw doubt }
            }
        } catch let doubt as PhraseDoubt {
            throw doubt.error(.usage)
        }
        guard let slashed = text.split(separator: " ").first(where: { $0.contains("/") }) else { return nil }
        throw slashed.first?.isLetter == true ? zoneName : otherSlashes
    }

    /// The maximum length in bytes, more than any phrase needs. It bounds the work on hostile text.
    static let longestPhrase = 100

    static var notUnderstood: TodoError {
        TodoError(
            .usage,
            """
            This is not a date that is understood; give one such as 2026-11-21, 2026-11-21T18:00, today, tomorrow 9am, \
            friday, next friday at 17:00, in 3 days, +2w, 21 nov, eom, next month or noon.
            """)
    }

    private static var otherSlashes: TodoError {
        TodoError(
            .usage, "This is not a date with slashes that is understood; write it as 2026-11-21, 21.11.2026 or 21 nov.")
    }

    private static var zoneName: TodoError {
        TodoError(
            .usage,
            "A date takes no name of a time zone; give the offset from UTC, as in 2026-11-21T18:00+01:00, or none.")
    }

    static var outOfRange: TodoError {
        TodoError(.impossibleDay, "A due date lies in the years 1 to 9999.")
    }
}
