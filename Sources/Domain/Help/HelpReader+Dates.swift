import Foundation

extension HelpReader {
    /// The page on dates and repetitions.
    var dates: [HelpTopic.Section] {
        let later = LocalTime(now, in: timeZone).day.adding(days: 26)
        return [
            section("Days", Self.days + [later.description], due),
            section("With a time", Self.times, due),
            section("Repetitions", Self.repetitions) { text in
                let phrase = try RepeatPhrase.parse(text, now: now, timeZone: timeZone, settings: settings)
                let recurrence = try phrase.recurrence(now: now, timeZone: timeZone)
                return "\(recurrence.words), from \(dueText.short(recurrence.due))"
            },
            section("Refused, with the reason", Self.refused) { text in
                do {
                    _ = try due(text)
                    return nil
                } catch let error as TodoError {
                    return error.reason
                }
            },
        ]
    }

    private var dueText: DueText { DueText(now: now, timeZone: timeZone) }

    private func due(_ text: String) throws -> String {
        dueText.long(try DuePhrase.parse(text, now: now, timeZone: timeZone, settings: settings))
    }

    static let days = [
        "today", "tomorrow", "friday", "next friday", "weekend", "15th", "24 dec", "third of december", "in 3 days",
        "2w", "a week from friday", "next month", "mid january", "eom", "last friday of march",
    ]

    static let times = [
        "tomorrow 9am", "friday 17:00", "friday at 9", "friday afternoon", "tomorrow evening", "noon", "in 2 hours",
        "friday half past five",
    ]

    static let repetitions = [
        "daily", "every monday", "every mon and fri at 9", "every weekday", "every 2 weeks", "each 1st",
        "every last friday", "every! 10 days", "mondays 10am", "every day 3 times",
    ]

    static let refused = ["1/2", "in 5m", "25h", "30 feb", "soonish"]
}
