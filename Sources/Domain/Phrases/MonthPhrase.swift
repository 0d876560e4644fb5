public import Foundation

/// Parses phrases for a month.
///
/// | form                                      | month                                              |
/// |-------------------------------------------|----------------------------------------------------|
/// | `2026-12`, `2026/12`, `12/2026`           | that month                                         |
/// | `dec 2026`, `december 2026`               | that month                                         |
/// | `dec`, `december`                         | the next such month, the present one included      |
/// | `this month`, `next month`, `last month`  | that month                                         |
/// | a period of ``DueFilter``, any day of ``DuePhrase`` | the month in which it begins, or is      |
public enum MonthPhrase {
    /// The first day of the month that `text` means, typed at `now` by somebody in `timeZone`.
    /// - Throws: ``TodoError``: `usage` if the text is not understood, `impossible-day` or `impossible-time` if there is no
    ///   such date.
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

    /// The day that a phrase means; nil if it does not clearly mean one day. The caller wants a month, so hints about other
    /// meanings would not help.
    private static func anyDay(_ text: String, now: Date, timeZone: TimeZone, settings: PhraseSettings) throws -> Day? {
        do {
            return try DuePhrase.read(text, now: now, timeZone: timeZone, settings: settings)?.day(in: timeZone)
        } catch let error as TodoError where error.code == .usage {
            return nil
        }
    }
}
