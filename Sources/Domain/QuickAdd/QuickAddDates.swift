import Foundation

/// Reads the dates of a line, for the time, zone and settings of the person who typed it.
struct QuickAddDates {
    let now: Date
    let zone: TimeZone
    let settings: PhraseSettings

    /// Reads the value of a word that promises a date.
    func date(_ text: String) throws -> Due {
        try DuePhrase.parse(text, now: now, timeZone: zone, settings: settings)
    }

    /// Reads the value of a word that promises a reminder.
    func reminder(_ text: String) throws -> ReminderPhrase {
        let settings = ReminderSettings(timeZone: zone, allDayTime: settings.allDayTime)
        let phrase = try ReminderPhrase.parse(text, now: now, settings, phrases: self.settings)
        guard phrase != .noReminders else {
            throw TodoError(.badReminder, "A to-do that is added has no reminders to remove.")
        }
        return phrase
    }

    /// Reads the value of a word that promises a date or `none`.
    func dateOrNone(_ text: String) throws -> Due? {
        try DuePhrase.parse(text, replacing: nil, now: now, timeZone: zone, settings: settings)
    }

    var context: PhraseContext { PhraseContext(now: now, zone: zone, settings: settings, in: .prose) }
}
