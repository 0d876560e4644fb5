public import Foundation

/// Parses phrases for a moment in the past: RFC 3339, the phrases for due dates, `now`, and `3 days ago`.
///
/// A day means its end, but never later than now: `yesterday` is the state at the end of the day, `today` is now. A weekday or
/// a day of a month is the most recent one. So is `fri 20 nov`, if that was a Friday.
public enum PastPhrase {
    /// Parses `text`, typed at `now` by somebody in `timeZone`.
    /// - Throws: ``TodoError`` with code `usage` if the text is not understood or means the future, `impossible-day` or
    ///   `impossible-time` if there is no such date.
    public static func parse(
        _ text: String, now: Date, timeZone: TimeZone, settings: PhraseSettings = .standard
    ) throws -> Date {
        let due = try read(text, now: now, timeZone: timeZone, settings: settings)
        let moment = try moment(of: due, now: now, timeZone: timeZone)
        guard moment <= now else {
            throw TodoError(
                .usage, "This moment is in the future; give a past one, such as yesterday or 2 hours ago.")
        }
        return moment
    }

    /// Parses `text` as the beginning of a time that lasts until `now`. This is ``parse(_:now:timeZone:settings:)``, but a day
    /// means its beginning.
    /// - Throws: as ``parse(_:now:timeZone:settings:)``.
    public static func parseBeginning(
        _ text: String, now: Date, timeZone: TimeZone, settings: PhraseSettings = .standard
    ) throws -> Date {
        // Refuses a future date.
        let end = try parse(text, now: now, timeZone: timeZone, settings: settings)
        guard case .day(let day) = try read(text, now: now, timeZone: timeZone, settings: settings) else { return end }
        return day.start(in: timeZone)
    }

    /// The day or the moment that `text` means. It may be in the future.
    /// - Throws: ``TodoError``: `usage` if the text is not understood, `impossible-day` or `impossible-time`.
    static func read(_ text: String, now: Date, timeZone: TimeZone, settings: PhraseSettings) throws -> Due {
        let phrase = text.trimmed.lowercased()
        // The moment is not rounded, because that could move it into the future.
        func instant(_ date: Date) -> Due { .instant(date, zone: timeZone.identifier) }
        if phrase == "now" { return instant(now) }
        if phrase.hasSuffix(" ago"), phrase.utf8.count <= DuePhrase.longestPhrase {
            var parser = PhraseParser(
                phrase, PhraseContext(now: now, zone: timeZone, settings: settings, in: .value))
            guard case .length(let length)? = parser.whole("ago") else { throw notUnderstood }
            let today = Day(containing: now, in: timeZone)
            switch length {
            case .seconds(let seconds): return instant(now - Double(seconds))
            case .days(let days): return .day(try today.moved(days: -days))
            case .months(let months): return .day(try today.moved(months: -months))
            }
        }
        let coming: Due?
        do {
            coming = try DuePhrase.read(text, now: now, timeZone: timeZone, settings: settings)
        } catch let error as TodoError where error.code == .impossibleDay {
            // The weekday may agree with the last such date, and not with the next one.
            guard let passed = try last(phrase, now: now, timeZone: timeZone, settings: settings) else { throw error }
            return passed
        }
        guard let due = coming else { throw notUnderstood }
        guard try moment(of: due, now: now, timeZone: timeZone) > now else { return due }
        if case .instant = due,
            case .instant(let earlier, let zone)? = try? DuePhrase.read(
                "today " + phrase, now: now, timeZone: timeZone, settings: settings)
        {
            // A time alone means its next occurrence for a due date, but today's for the past.
            return .instant(earlier, zone: zone)
        }
        return try last(phrase, now: now, timeZone: timeZone, settings: settings) ?? due
    }

    /// The most recent date for a phrase that names a weekday, a month or a day of a month. For a due date it would be the
    /// next one, so the phrase is parsed as if it had been typed on an earlier day. nil for any other phrase, and if there was
    /// no such date.
    private static func last(
        _ phrase: String, now: Date, timeZone: TimeZone, settings: PhraseSettings
    ) throws -> Due? {
        let words = phrase.split { $0 == " " || $0 == "," }
        guard !words.contains("in"), !words.contains("next"), !phrase.hasPrefix("+"),
            words.contains(where: { recurring.contains($0.prefix(3)) || isDayOfMonth($0) })
        else { return nil }
        // February has no 31st, so the last one may be 62 days ago.
        for days in Array(1...62) + [366] {
            let typed = now - Double(days) * 86_400
            // On a Saturday, "this friday" has no day.
            guard
                let due = try? DuePhrase.read(phrase, now: typed, timeZone: timeZone, settings: settings),
                try moment(of: due, now: now, timeZone: timeZone) <= now
            else { continue }
            return due
        }
        return nil
    }

    /// Whether a word is a day of a month, like `15th`, `31.12.` or `24/12`, or `weekend`.
    private static func isDayOfMonth(_ word: Substring) -> Bool {
        if word == "weekend" { return true }
        guard let first = word.first, let last = word.last, first.isNumber else { return false }
        return last == "." || word.contains("/") || ["st", "nd", "rd", "th"].contains(word.suffix(2))
    }

    /// The instant of a due date, or the end of its day.
    private static func moment(of due: Due, now: Date, timeZone: TimeZone) throws -> Date {
        switch due {
        case .day(let day): day == Day(containing: now, in: timeZone) ? now : end(of: day, in: timeZone)
        case .instant(let date, _): date
        }
    }

    /// The prefixes of the names of weekdays and months.
    private static let recurring: Set<Substring> = [
        "mon", "tue", "wed", "thu", "fri", "sat", "sun", "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep",
        "oct", "nov", "dec",
    ]

    private static let notUnderstood = TodoError(
        .usage,
        "This moment is not understood; give one such as yesterday, friday, 20 nov, 2026-11-20T18:00 or 3 days ago."
    )

    private static func end(of day: Day, in timeZone: TimeZone) -> Date {
        // The last supported day ends too.
        guard let next = try? day.moved(days: 1) else { return day.start(in: timeZone) + 86_399.999 }
        return next.start(in: timeZone) - 0.001
    }
}
