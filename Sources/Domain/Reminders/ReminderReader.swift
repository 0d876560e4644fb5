import Foundation

/// Parses reminders other than places, word by word.
struct ReminderReader {
    private var words: PhraseWords
    private var parser: PhraseParser
    private let settings: ReminderSettings

    /// - Parameter text: in small letters.
    init(_ text: String, _ context: PhraseContext, _ settings: ReminderSettings) {
        words = PhraseWords(text)
        parser = PhraseParser(text, context)
        self.settings = settings
    }

    /// The meaning of all words; nil for text that may be a moment.
    /// - Throws: ``TodoError``: `bad-reminder` or `impossible-time`.
    mutating func phrase() throws -> ReminderPhrase? {
        let start = words
        if words.take("none"), words.isAtEnd { return ReminderPhrase.noReminders }
        words = start
        if let trigger = dateItself(), words.isAtEnd { return .trigger(trigger) }
        words = start
        if let trigger = try before(), words.isAtEnd { return .trigger(trigger) }
        words = start
        if let trigger = try time(), words.isAtEnd { return .trigger(trigger) }
        return nil
    }

    /// The moment of a typed date. A day gets the default time of days.
    func moment(_ due: Due) throws -> Alarm.Trigger {
        switch due {
        case .instant(let date, let zone): .moment(date, zone: zone)
        case .day(let day):
            .moment(
                try settings.allDayTime.moment(on: day, in: settings.timeZone), zone: settings.timeZone.identifier)
        }
    }

    /// `when it is due`, `when it starts`, `at its time`.
    private mutating func dateItself() -> Alarm.Trigger? {
        if words.take(sequence: ["at", "its", "time"]) { return .before(.zero, of: .either) }
        guard words.take("when"), !words.isAtEnd else { return nil }
        return anchor().map { .before(.zero, of: $0) }
    }

    /// `10m`, `1 day 2 hours before it is due`, `1h after start`.
    private mutating func before() throws -> Alarm.Trigger? {
        guard let length = try length() else { return nil }
        if words.isAtEnd { return .before(try length.lead(), of: .either) }
        guard let (isAfter, anchor) = relative(), words.isAtEnd else {
            throw TodoError(
                .badReminder, "After a length of time comes “before” or “after”, “it is due” or “it starts”.")
        }
        return .before(try length.lead(isAfter: isAfter), of: anchor)
    }

    /// `18:00`, `18:00 on the day it is due`, `9am 2 days before`.
    private mutating func time() throws -> Alarm.Trigger? {
        let start = parser.words.count - words.count
        guard let (end, value) = parser.ends(of: "timeofday", at: start).max(by: { $0.end < $1.end }) else {
            return nil
        }
        guard case .time(let found) = value, found.form != .impossible else { throw ClockTime.noSuchTime }
        words.skip(end - start)
        let said = found.clock
        let (time, ends) = said == .endOfDay ? (.midnight, 1) : (said, 0)
        func trigger(_ days: Int, _ anchor: Alarm.Anchor) -> Alarm.Trigger {
            .time(time, daysBefore: days - ends, of: anchor)
        }
        if words.isAtEnd { return trigger(0, .either) }
        if words.take(sequence: ["on", "the", "day"]) { return anchor().map { trigger(0, $0) } }
        guard let length = try length(), length.seconds == 0, let (isAfter, date) = relative() else { return nil }
        return trigger(try length.lead(isAfter: isAfter).days, date)
    }

    /// `before` or `after`, and the date that it refers to.
    private mutating func relative() -> (isAfter: Bool, anchor: Alarm.Anchor)? {
        let isAfter = words.take("after")
        guard isAfter || words.take("before"), let anchor = anchor() else { return nil }
        return (isAfter, anchor)
    }

    /// `it is due`, `due`, `it starts`, `start`, `the start`, or nothing.
    private mutating func anchor() -> Alarm.Anchor? {
        if words.isAtEnd { return .either }
        if words.take("due") || words.take(sequence: ["it", "is", "due"]) { return .due }
        let saysStart = words.take("start") || words.take(sequence: ["the", "start"])
        return saysStart || words.take(sequence: ["it", "starts"]) ? .start : nil
    }

    /// `10m`, `1d12h`, `10 minutes`, `1 day 2 hours`, with numbers of any size; nil for anything else.
    /// - Throws: ``TodoError`` with code `bad-reminder` for months and years.
    private mutating func length() throws -> Length? {
        var (length, isEmpty) = (Length(), true)
        while let terms = Self.terms(of: words) {
            for (count, unit) in terms.terms {
                length.isTooLong = length.isTooLong || count == nil
                switch Self.unit(unit)?.length(count ?? 1) {
                case .days(let more): length.days += more
                case .seconds(let more): length.seconds += more
                case nil: length.seconds += count ?? 1
                case .months:
                    throw TodoError(
                        .badReminder,
                        "A reminder can come seconds, minutes, hours, days or weeks before, but not months before.")
                }
            }
            words = terms.rest
            isEmpty = false
        }
        return isEmpty ? nil : length
    }

    /// The numbers and units of the next word, or of the next two; nil if it is something else. A number that overflows
    /// is nil.
    private static func terms(of words: PhraseWords) -> (terms: [(Int?, Substring)], rest: PhraseWords)? {
        var (words, terms) = (words, [(Int?, Substring)]())
        guard var text = words.take({ $0 }) else { return nil }
        repeat {
            let digits = text.prefix { $0.isASCII && $0.isNumber }
            text = text.dropFirst(digits.count)
            var unit = text.prefix { $0.isASCII && $0.isLetter }
            text = text.dropFirst(unit.count)
            if unit.isEmpty, text.isEmpty, terms.isEmpty { unit = words.take { $0 } ?? "" }
            guard !digits.isEmpty, Self.unit(unit) != nil || seconds.contains(unit) else { return nil }
            terms.append((digits.count <= 9 ? Int(digits) : nil, unit))
        } while !text.isEmpty
        return (terms, words)
    }

    /// The unit for a word; `m` means minutes, because no reminder comes months before.
    private static func unit(_ word: Substring) -> PhraseUnit? { word == "m" ? .minute : PhraseLexicon.units[word] }

    private static let seconds: Set<Substring> = ["s", "sec", "secs", "second", "seconds"]
}

/// A length of time as it was typed. It may exceed the longest lead before a date.
private struct Length {
    var days = 0
    var seconds = 0
    /// Whether one of its numbers overflows.
    var isTooLong = false

    /// The length, before a date or after it.
    /// - Throws: ``TodoError`` with code `bad-reminder` for more than a hundred years.
    func lead(isAfter: Bool = false) throws -> Alarm.Lead {
        guard !isTooLong, let lead = Alarm.Lead(days: days, seconds: seconds) else {
            throw TodoError(
                .badReminder, "A reminder can come at most a hundred years before.",
                underlying: ReminderPhrase.TooLong())
        }
        return isAfter ? lead.negated : lead
    }
}
