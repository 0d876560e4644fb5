import Foundation
import TodoDomain

/// Dates as other programs write them, and as people type them.
enum ForeignDate {
    /// A day or a moment: ISO 8601 with a space for the `T` and around the offset, a day in numbers or with the name of its
    /// month, or a phrase.
    /// - Throws: ``InputError`` for what is not understood, and for what has two meanings as long as
    ///   ``PhraseSettings/slashOrder`` is not set.
    /// - Parameter isWritten: whether a phrase such as `tomorrow` is not a date.
    static func due(
        _ text: String, column: String, _ context: ImportContext, in zone: TimeZone? = nil, isWritten: Bool = false
    ) throws -> Due {
        let (text, zone) = (text.trimmed, zone ?? context.timeZone)
        if let due = Due(text: iso(text), in: zone) { return due }
        switch WrittenDate.read(text, slashOrder: context.phrases.slashOrder, in: zone) {
        case .date(let due): return due
        case .either(let first, let second):
            throw InputError(
                "the date \(shown(text)) in the column \(column) can be \(first) or \(second); say which with todo config "
                    + "set dates.slashes day-first or month-first")
        case nil: break
        }
        // A time of day may have a space before its half of the day: 9:00 AM.
        let phrase = text.replacing(" AM", with: "am").replacing(" PM", with: "pm")
        guard !isWritten,
            let due = try? DuePhrase.parse(
                phrase, now: context.now, timeZone: zone, settings: context.phrases, isToCome: false)
        else { throw InputError("the date \(shown(text)) in the column \(column) is not understood") }
        return due
    }

    /// The dates of a range, `A → B`, as Notion writes it; nil for text without an arrow.
    static func range(_ text: String, column: String, _ context: ImportContext) throws -> (start: Due, end: Due)? {
        guard let arrow = text.range(of: "→") else { return nil }
        return (
            try due(String(text[..<arrow.lowerBound]), column: column, context),
            try due(String(text[arrow.upperBound...]), column: column, context)
        )
    }

    /// The typed text, shortened to one line.
    static func shown(_ text: String) -> String {
        "\"" + String(String.UnicodeScalarView(text.unicodeScalars.filter { !$0.isControl }.prefix(40))) + "\""
    }

    /// `2026-11-21 18:00:00 +0000` as `2026-11-21T18:00:00+0000`.
    private static func iso(_ text: String) -> String {
        var parts = text.split(separator: " ")
        guard parts.count > 1, parts[0].count == 10, parts[0].allSatisfy({ $0.isNumber || $0 == "-" }) else {
            return text
        }
        let day = parts.removeFirst()
        return day + "T" + parts.joined()
    }
}
