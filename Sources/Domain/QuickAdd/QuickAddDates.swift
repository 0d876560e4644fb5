import Foundation

/// Reads the dates of a line, for whom and when it was typed.
struct QuickAddDates {
    let now: Date
    let zone: TimeZone
    let settings: PhraseSettings

    /// What a word promises to be a date.
    func date(_ text: String) throws -> Due {
        try DuePhrase.parse(text, now: now, timeZone: zone, settings: settings)
    }

    /// What a word promises to be a reminder.
    func reminder(_ text: String) throws -> ReminderPhrase {
        let settings = ReminderSettings(timeZone: zone, allDayTime: settings.allDayTime)
        let phrase = try ReminderPhrase.parse(text, now: now, settings, phrases: self.settings)
        guard phrase != .noReminders else {
            throw TodoError(.badReminder, "A to-do that is added has no reminders to remove.")
        }
        return phrase
    }

    /// What a word promises to be a date, or `none`.
    func dateOrNone(_ text: String) throws -> Due? {
        try DuePhrase.parse(text, replacing: nil, now: now, timeZone: zone, settings: settings)
    }

    /// A date in a sentence; nil for what may be something else, and for a day that has passed.
    /// - Parameter isToCome: whether it is nil for a part of today that has passed too.
    func phrase(_ words: some Collection<String>, isToCome: Bool = true) -> Due? {
        let text = words.joined(separator: " ")
        guard !Self.hasCapitalUnit(words),
            let due = try? DuePhrase.read(
                text, now: now, timeZone: zone, settings: settings, isProse: true, isToCome: isToCome),
            due.day >= Day(containing: now, in: zone)
        else { return nil }
        return due
    }

    /// Whether words are a time of day alone, which says no day.
    func isTime(_ words: some Collection<String>) -> Bool {
        let text = words.joined(separator: " ").lowercased()
        var reader = PhraseReader(PhraseWords(text), now: now, timeZone: zone, settings: settings)
        _ = reader.words.take("by")
        return (try? reader.timeOfDay()) != nil && reader.words.isAtEnd
    }

    /// How often something repeats, in a sentence; nil for what may be something else.
    /// - Parameters:
    ///   - due: when it is due.
    ///   - start: when it starts; without `due`, it does not come before that.
    ///   - isDueBeside: whether `due` is beside it in the sentence; then only one of them says from which day on, and at
    ///     what time.
    func repetition(_ words: [String], due: Due?, start: Due? = nil, isDueBeside: Bool = false) -> Recurrence? {
        // "every 15" may be a number of anything.
        let says = words.dropFirst().contains { !$0.allSatisfy { $0.isNumber || $0 == "," } && $0 != "and" }
        guard says || words.first.map(RepeatReader.isAdverb) == true else { return nil }
        let phrase = try? RepeatPhrase.parse(
            words.joined(separator: " "), now: now, timeZone: zone, settings: settings)
        if isDueBeside, let phrase {
            guard phrase.from == nil else { return nil }
            if case .instant = due, phrase.time != nil { return nil }
        }
        return try? phrase?.recurrence(now: now, timeZone: zone, due: due, start: start)
    }

    /// Whether a length of time has a unit in capitals, as `in 3D` has, with which it is none.
    private static func hasCapitalUnit(_ words: some Collection<String>) -> Bool {
        guard words.contains(where: { $0.lowercased() == "in" || $0.hasPrefix("+") }) else { return false }
        return words.contains { word in
            let unit = word.drop { $0 == "+" || $0.isNumber }
            return unit.first?.isUppercase == true && Span(0, Substring(unit.lowercased())) != nil
        }
    }
}
