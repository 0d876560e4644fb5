import Basics

/// Times of day.
extension PhraseReader {
    /// `9am`, `9 am`, `at 17:00`, `17h`, `noon`.
    mutating func timeOfDay() throws -> ClockTime? {
        let attempt = self
        let saysAt = words.take("at")
        if let half = words.second, half == "am" || half == "pm", let first = words.first,
            let time = try ClockTime.parse(first + half)
        {
            words.skip(2)
            return time
        }
        if let time = try words.take(ClockTime.parse) { return time }
        if saysAt { self = attempt }
        return nil
    }

    /// `at 9`, which is a time where a day is beside it: an hour from 0 to 23, in the evening if it is that of `tonight`.
    mutating func hourOfDay(inEvening: Bool = false) -> ClockTime? {
        var attempt = words
        guard attempt.take("at"), let hour = attempt.take(Self.hour) else { return nil }
        guard inEvening || attempt.first == "tonight" else {
            words = attempt
            return .hour(hour)
        }
        // At 2 tonight is on no certain day, and 12 is not noon.
        guard 6...11 ~= hour || hour >= 18 else { return nil }
        words = attempt
        return .hour(hour < 12 ? hour + 12 : hour)
    }

    private static func hour(_ word: Substring) -> Int? {
        DigitScanner.scan(word) { scanner in
            guard let hour = scanner.number(digits: 1...2), scanner.isAtEnd, hour < 24 else { return nil }
            return hour
        }
    }

    /// `morning` and `evening`, which need a day before them.
    mutating func partOfDay() -> ClockTime? {
        if words.take("morning") { return settings.morning }
        return words.take("evening") ? settings.evening : nil
    }

    /// `this morning`, `this evening`.
    mutating func partOfToday() -> ClockTime? {
        if words.take(sequence: ["this", "morning"]) { return settings.morning }
        return words.take(sequence: ["this", "evening"]) ? settings.evening : nil
    }
}
