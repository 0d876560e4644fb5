import Foundation
import TodoDomain

/// The word `rec:` of todo.txt: `rec:2w` is two weeks after the completion, `rec:+2w` two weeks after the due date.
enum TodoTxtRecurrence {
    static let key = "rec:"
    private static let units: KeyValuePairs<Character, String> = ["d": "day", "w": "week", "m": "month", "y": "year"]

    /// Whether a word is a valid repetition.
    static func isOne(_ word: Substring) -> Bool { word.hasPrefix(key) && words(word.dropFirst(key.count)) != nil }

    /// The recurrence for a word and a due date; nil if the word is not a valid repetition.
    static func recurrence(_ word: some StringProtocol, due: Day, in zone: TimeZone) -> Recurrence? {
        guard let words = words(word.dropFirst(key.count)), word.hasPrefix(key) else { return nil }
        let now = due.start(in: zone)
        let phrase = try? RepeatPhrase.parse(words, now: now, timeZone: zone)
        return try? phrase?.recurrence(now: now, timeZone: zone, due: .day(due))
    }

    /// The word for a recurrence; nil if there is none.
    static func word(_ recurrence: Recurrence) -> String? {
        var recurrence = recurrence
        // From the 29th on, the rule lists the days that shorter months have instead. The word is the same.
        if let rule = try? RecurrenceRule(recurrence.rule),
            let plain = try? RecurrenceRule(rule.frequency, interval: rule.interval),
            rule == plain.clamped(from: recurrence.base)
        {
            recurrence.rule = plain.description
        }
        let words = recurrence.words.split(separator: " ")
        guard let mode = words.first, mode == "every" || mode == "every!", 2...3 ~= words.count,
            let count = words.count == 2 ? 1 : Int(words[1]), let name = words.last,
            let unit = units.first(where: { name == $0.value || name == $0.value + "s" })
        else { return nil }
        return "\(key)\(mode == "every" ? "+" : "")\(count)\(unit.key)"
    }

    /// The phrase for `+2w`.
    private static func words(_ text: some StringProtocol) -> String? {
        let isStrict = text.hasPrefix("+")
        let length = text.dropFirst(isStrict ? 1 : 0)
        guard let last = length.last, let unit = units.first(where: { $0.key == last }),
            let count = Int(length.dropLast()), 1...999 ~= count
        else { return nil }
        return "\(isStrict ? "every" : "every!") \(count == 1 ? "" : "\(count) ")\(unit.value)\(count == 1 ? "" : "s")"
    }
}
