package import Foundation

/// Parses phrases for the day of an occurrence of a series: the phrases for due dates, and those for the past.
///
/// A weekday, or a date without its year or month, is the last such day until today, so that a missed occurrence can be named.
/// If that is before the current occurrence, it is the next such day. A weekday beside a date decides between the two:
/// `fri 20 nov` is the last or the next one, whichever is a Friday.
package struct OccurrencePhrase: Hashable, Sendable {
    /// The last such day until today; nil if the phrase can only mean a later one.
    private let last: Day?
    /// The due date that the phrase means.
    private let next: Day

    /// Parses `text`, typed at `now` by somebody in `timeZone`.
    /// - Throws: ``TodoError`` as ``DuePhrase``.
    package static func parse(
        _ text: String, now: Date, timeZone: TimeZone, settings: PhraseSettings = .standard
    ) throws -> OccurrencePhrase {
        let today = Day(containing: now, in: timeZone)
        // `this friday` is never in the week before, and the end of a month is never that of another month.
        let isCertain = text.lowercased().split { $0 == " " || $0 == "," || $0 == "\t" }
            .contains { ["this", "end", "last"].contains($0) }
        let past = isCertain ? nil : try? PastPhrase.read(text, now: now, timeZone: timeZone, settings: settings).day
        let last = past.flatMap { $0 <= today ? $0 : nil }
        do {
            let due = try DuePhrase.parse(text, now: now, timeZone: timeZone, settings: settings, isToCome: false)
            return OccurrencePhrase(last: last, next: due.day)
        } catch {
            // Only phrases for the past know `3 days ago`, and the weekday of a past `fri 20 nov`.
            guard let last else { throw error }
            return OccurrencePhrase(last: last, next: last)
        }
    }

    /// The day that the phrase means for a to-do.
    /// - Parameters:
    ///   - kind: whether its occurrence was done or is skipped.
    ///   - mode: how the to-do repeats.
    ///   - current: its current occurrence.
    package func day(_ kind: Settlement.Kind, _ mode: Recurrence.Mode?, from current: Recurrence.Current?) -> Day {
        guard let last else { return next }
        // A series that counts from completion may have been done on any day.
        let isAnyDay = kind == .done && mode == .everyFromCompletion
        return isAnyDay || current.map { last >= $0.key } ?? true ? last : next
    }
}
