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
    func phrase(_ text: String) -> Due? {
        guard
            let due = try? DuePhrase.read(text, now: now, timeZone: zone, settings: settings, isProse: true),
            due.day >= Day(containing: now, in: zone)
        else { return nil }
        return due
    }

    /// How often something repeats, in a sentence; nil for what may be something else.
    /// - Parameter isDueBeside: whether `due` is beside it in the sentence; then only one of them says from which day on, and
    ///   at what time.
    func repetition(_ words: [String], due: Due?, isDueBeside: Bool = false) -> Recurrence? {
        // "every 15" may be a number of anything.
        let says = words.dropFirst().contains { !$0.allSatisfy { $0.isNumber || $0 == "," } && $0 != "and" }
        guard says else { return nil }
        let phrase = try? RepeatPhrase.parse(
            words.joined(separator: " "), now: now, timeZone: zone, settings: settings)
        if isDueBeside, let phrase {
            guard phrase.from == nil else { return nil }
            if case .instant = due, phrase.time != nil { return nil }
        }
        return try? phrase?.recurrence(now: now, timeZone: zone, due: due)
    }
}
