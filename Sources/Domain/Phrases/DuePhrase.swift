public import Foundation

/// Parses what people type for a due date: ISO 8601 first, then short English phrases.
///
/// Case is ignored, commas count as spaces, and nothing is guessed: whatever is not in this list is an error.
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
/// | `21 nov`, `nov 21st`                            | the next such day, today included                            |
/// | `21 nov 2027`, `nov 21, 2027`                   | the day                                                      |
/// | `fri 27 nov`                                    | the day if it is a Friday; an error otherwise                |
/// | `in 3 days`, `+3d`, `in a week`, `+2w`          | that many days or weeks from today                           |
/// | `in 2 months`, `+2mo`, `in a year`, `+1y`       | the same day of a later month, or that month's last          |
/// | `in 2 hours`, `in 90 minutes`, `+2h`, `+90min`  | that long from now                                           |
/// | `next week`, `next month`, `next quarter`, …    | the first day of it                                          |
/// | `eow`, `eom`, `eoq`, `eoy`, `end of month`      | the last day of this week, month, quarter, year              |
/// | `9am`, `9:30pm`, `17:00`, `noon`, `midnight`    | today at that time, or tomorrow if it has passed             |
///
/// A day may have a time after or before it: `tomorrow 9am`, `next friday at 17:00`, `noon on monday`. A day without a
/// time is ``Due/day(_:)``, everything else ``Due/instant(_:zone:)``. Weeks begin on Monday; `midnight` is 00:00, the
/// start of the day. A skipped local time moves later by the length of the gap; a repeated one is the first of the two.
public enum DuePhrase {
    /// Parses `text`, typed at `now` by somebody in `timeZone`.
    /// - Throws: ``TodoError``: `impossible-day` or `impossible-time` if it is understood but does not exist, `usage`
    ///   if it is not understood.
    public static func parse(_ text: String, now: Date, timeZone: TimeZone) throws -> Due {
        guard let due = try read(text, now: now, timeZone: timeZone) else { throw notUnderstood }
        return due
    }

    /// Parses `text`; nil if it is not understood.
    /// - Throws: ``TodoError``: `impossible-day` or `impossible-time` for what does not exist, `usage` for what is
    ///   ambiguous.
    static func read(_ text: String, now: Date, timeZone: TimeZone) throws -> Due? {
        guard text.utf8.count <= longestPhrase, text.utf8.allSatisfy({ 0x20...0x7E ~= $0 || $0 == 0x09 }) else {
            return nil
        }
        let text = text.trimmed.lowercased()
        if let due = try ISODate.parse(text, timeZone: timeZone) { return due }
        guard !text.utf8.contains(UInt8(ascii: "/")) else { throw ambiguousSlashes }
        let reader = PhraseReader(
            words: PhraseWords(text), now: now, today: Day(containing: now, in: timeZone), timeZone: timeZone)
        return try reader.due()
    }

    /// More than any phrase needs; bounds the work on hostile text.
    private static let longestPhrase = 100

    private static var notUnderstood: TodoError {
        TodoError(
            .usage,
            """
            This is not a date that is understood; give one such as 2026-11-21, 2026-11-21T18:00, today, tomorrow 9am, \
            friday, next friday at 17:00, in 3 days, +2w, 21 nov, eom, next month or noon.
            """)
    }

    private static var ambiguousSlashes: TodoError {
        TodoError(.usage, "A date with slashes can be read in two ways; write it as 2026-11-21, 21.11.2026 or 21 nov.")
    }

    static var outOfRange: TodoError {
        TodoError(.impossibleDay, "A due date lies in the years 1 to 9999.")
    }
}
