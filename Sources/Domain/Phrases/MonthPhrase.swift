public import Foundation

/// Reads which month is meant, as a person types it.
///
/// | form                                      | month                                              |
/// |-------------------------------------------|----------------------------------------------------|
/// | `2026-12`, `2026/12`, `12/2026`           | that one                                           |
/// | `dec 2026`, `december 2026`               | that one                                           |
/// | `dec`, `december`                         | the next one of that name, the present included    |
/// | `this month`, `next month`, `last month`  | that one                                           |
/// | a period of ``DueFilter``, any day of ``DuePhrase`` | the one in which it begins, or is        |
public enum MonthPhrase {
    /// The first day of the month that `text` means, typed at `now` by somebody in `timeZone`.
    /// - Throws: ``TodoError``: `usage` for what is not understood, `impossible-day` or `impossible-time` for what does not
    ///   exist.
    public static func parse(
        _ text: String, now: Date, timeZone: TimeZone, settings: PhraseSettings = .standard
    ) throws -> Day {
        let phrase = text.trimmed.lowercased()
        let day =
            try PhraseParser.period("period", in: phrase, now: now, timeZone: timeZone, settings: settings)?.first
            ?? anyDay(text, now: now, timeZone: timeZone, settings: settings)
        guard let day else {
            throw TodoError(
                .usage,
                "This is not a month that is understood; give one such as 2026-12, december, dec 2026 or next month.")
        }
        return try CalendarPeriod.month.start(of: day, weeksFrom: settings.firstWeekday)
    }

    /// The day that a phrase means; nil where it has no clear one. It is asked for a month, so what else it may be does not help.
    private static func anyDay(_ text: String, now: Date, timeZone: TimeZone, settings: PhraseSettings) throws -> Day? {
        do {
            return try DuePhrase.read(text, now: now, timeZone: timeZone, settings: settings)?.day(in: timeZone)
        } catch let error as TodoError where error.code == .usage {
            return nil
        }
    }
}
