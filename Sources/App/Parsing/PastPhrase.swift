package import Foundation
import TodoDomain

/// Reads what people type for a moment that has been: RFC 3339, the phrases of a due date, `now`, and `3 days ago`.
///
/// A day stands for its end, as far as it has been: `yesterday` is the state in which the day was left, `today` is now.
package enum PastPhrase {
    /// The moment that `text` means, typed at `now` by somebody in `timeZone`.
    /// - Throws: ``TodoError`` with code `usage` for what is not understood or lies in the future, `impossible-day` or
    ///   `impossible-time` for what cannot be.
    package static func parse(_ text: String, now: Date, timeZone: TimeZone) throws -> Date {
        let phrase = text.trimmed.lowercased()
        if phrase == "now" { return now }
        let today = Day(containing: now, in: timeZone)
        let moment: Date
        if phrase.hasSuffix(" ago") {
            var words = PhraseWords("in " + phrase.dropLast(4))
            let span = try Span.parse(&words)
            guard words.isAtEnd, let span else { throw DuePhrase.notUnderstood }
            switch span {
            case .seconds(let seconds): moment = now - Double(seconds)
            case .days(let days): moment = try end(of: today.moved(days: -days), in: timeZone)
            case .months(let months): moment = try end(of: today.moved(months: -months), in: timeZone)
            }
        } else {
            switch try DuePhrase.parse(text, now: now, timeZone: timeZone) {
            case .day(let day) where day == today: moment = now
            case .day(let day): moment = try end(of: day, in: timeZone)
            case .instant(let date, _):
                // A time alone is the next one for a due date, and today's for what has been.
                let today = try? DuePhrase.parse("today " + phrase, now: now, timeZone: timeZone)
                if date > now, case .instant(let earlier, _)? = today { moment = earlier } else { moment = date }
            }
        }
        guard moment <= now else {
            throw TodoError(
                .usage, "This moment lies in the future; give one that has been, such as yesterday or 2 hours ago.")
        }
        return moment
    }

    private static func end(of day: Day, in timeZone: TimeZone) throws -> Date {
        try day.moved(days: 1).start(in: timeZone) - 0.001
    }
}
