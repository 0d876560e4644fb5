import Basics
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
        let words = PhraseWords(text.trimmed.lowercased())
        let reader = PhraseReader(words, now: now, timeZone: timeZone, settings: settings)
        let day =
            try reader.period()?.first
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

extension PhraseReader {
    /// The first day of `2026-12`, `2026/12`, `12/2026`, `december`, `dec 2026`.
    /// - Parameter isPast: whether without a year it is the last one that there was, and not the next one; the present month is
    ///   either.
    /// - Throws: ``TodoError`` with code `impossible-day` for one that does not exist.
    mutating func month(isPast: Bool) throws -> Day? {
        if let named = words.take(CalendarNames.month) {
            let away = isPast ? (named > today.month ? -1 : 0) : (named < today.month ? 1 : 0)
            return try Day(year: words.take(fourDigits) ?? today.year + away, month: named, day: 1)
        }
        guard let (year, month) = words.take(Self.numberedMonth) else { return nil }
        guard 1...12 ~= month else { throw TodoError(.impossibleDay, "There is no month \(month).") }
        return try Day(year: year, month: month, day: 1)
    }

    private static func numberedMonth(_ word: Substring) -> (year: Int, month: Int)? {
        DigitScanner.scan(word) { scanner in
            guard let first = scanner.number(digits: 1...4), scanner.take(anyOf: "-/") else { return nil }
            guard let second = scanner.number(digits: 1...4), scanner.isAtEnd else { return nil }
            let lengths = word.split { $0 == "-" || $0 == "/" }.map(\.utf8.count)
            if lengths[0] == 4, lengths[1] <= 2 { return (first, second) }
            return lengths[0] <= 2 && lengths[1] == 4 && word.contains("/") ? (second, first) : nil
        }
    }
}
