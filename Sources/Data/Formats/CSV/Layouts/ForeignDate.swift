import Foundation
import TodoDomain

/// Dates as other programs write them, and as people type them.
enum ForeignDate {
    /// A day or a moment: ISO 8601 with a space for the `T` and around the offset, or a phrase.
    /// - Throws: ``InputError`` for what is not understood, and for what has two meanings as long as
    ///   ``PhraseSettings/slashOrder`` is not set.
    static func due(_ text: String, column: String, _ context: ImportContext, in zone: TimeZone? = nil) throws -> Due {
        let (text, zone) = (text.trimmed, zone ?? context.timeZone)
        if let due = Due(text: iso(text), in: zone) { return due }
        // A time of day may have a space before its half of the day: 9:00 AM.
        let phrase = text.replacing(" AM", with: "am").replacing(" PM", with: "pm")
        func read(_ settings: PhraseSettings) throws -> Due {
            try DuePhrase.parse(phrase, now: context.now, timeZone: zone, settings: settings, isToCome: false)
        }
        do {
            return try read(context.phrases)
        } catch {
            if context.phrases.slashOrder == nil, text.contains("/") {
                let orders = PhraseSettings.SlashOrder.allCases.map { order in
                    var settings = context.phrases
                    settings.slashOrder = order
                    return try? read(settings)
                }
                if !orders.contains(nil) {
                    let days = orders.compactMap { $0.map { $0.day.description } }.joined(separator: " or ")
                    throw InputError(
                        "the date \(shown(text)) in the column \(column) can be \(days); say which with todo config set "
                            + "dates.slashes day-first or month-first")
                }
            }
            throw InputError("the date \(shown(text)) in the column \(column) is not understood")
        }
    }

    /// What was typed, short and in one line.
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
