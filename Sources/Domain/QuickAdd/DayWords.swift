/// Words that say on which day or how often something is, also where they are in no phrase that is understood.
enum DayWords {
    /// Whether one of the words does, or a month beside a number.
    static func areIn(_ words: [String]) -> Bool {
        words.contains(where: names)
            || zip(words, words.dropFirst()).contains { isMonth($0) && isNumber($1) || isNumber($0) && isMonth($1) }
    }

    /// Whether a word may stand between `every` and what it counts: `12`, `two`, `other`, `hours`.
    static func isCounted(_ word: String) -> Bool {
        parts(word).allSatisfy { part in
            part.allSatisfy(\.isNumber) || Span.numbers[part] != nil || counted.contains(part) || namesDay(part)
        }
    }

    /// `15th`.
    static func isOrdinal(_ word: some StringProtocol) -> Bool {
        let digits = word.prefix(while: \.isNumber).count
        return 1...2 ~= digits && ["st", "nd", "rd", "th"].contains(word.dropFirst(digits).lowercased())
    }

    /// `fri.`, `mon-fri`, `tomorrow's`, `weekdays`, `daily`, `15th`, `31.12`.
    private static func names(_ word: String) -> Bool {
        let parts = parts(word)
        return !parts.isEmpty && parts.allSatisfy(namesDay) || isDate(word)
    }

    private static func namesDay(_ part: Substring) -> Bool {
        days.contains(part) || isOrdinal(part) || CalendarNames.weekday(part) != nil
            || part.last == "s" && CalendarNames.weekday(part.dropLast()) != nil
    }

    /// Whether it is numbers as a date has them, and not those of a telephone: `31.12`, `24/12`, `2026-12-24`.
    private static func isDate(_ word: String) -> Bool {
        guard let last = word.lastIndex(where: \.isNumber) else { return false }
        let numbers = word[...last].split { "./-".contains($0) }
        return 2...3 ~= numbers.count
            && numbers.allSatisfy { [1, 2, 4].contains($0.count) && $0.allSatisfy(\.isNumber) }
    }

    private static func isMonth(_ word: String) -> Bool {
        let parts = parts(word)
        return parts.count == 1 && CalendarNames.month(parts[0]) != nil
    }

    private static func isNumber(_ word: String) -> Bool {
        let parts = parts(word)
        return parts.count == 1 && parts[0].allSatisfy(\.isNumber)
    }

    /// A word in small letters without marks, in two where there is one in it, and without the `s` of `today's`.
    private static func parts(_ word: String) -> [Substring] {
        word.lowercased().split { !$0.isLetter && !$0.isNumber }.filter { $0 != "s" }
    }

    private static let days: Set<Substring> = [
        "annually", "biweekly", "daily", "each", "every", "fortnightly", "hourly", "monthly",
        "nightly", "quarterly", "tmr", "tmrw", "today", "tomorrow", "tonight", "weekday", "weekdays",
        "weekend", "weekends", "weekly", "workday", "workdays", "yearly", "yesterday",
    ]

    private static let counted: Set<Substring> = [
        "and", "couple", "day", "days", "evening", "evenings", "few", "fortnight", "fortnights", "hour", "hours",
        "minute", "minutes", "month", "months", "morning", "mornings", "of", "other", "quarter", "quarters", "second",
        "week", "weeks", "year", "years",
    ]
}
