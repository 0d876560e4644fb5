import Basics

/// Reads how often something repeats, word by word.
struct RepeatReader {
    private let text: String
    private var reader: PhraseReader
    private var interval = 1
    private var days = RepeatDays()
    private var end: RecurrenceRule.End?
    private var time: ClockTime?
    private var from: Day?

    /// - Parameter text: what the reader's words are parts of.
    init(text: String, reader: PhraseReader) { (self.text, self.reader) = (text, reader) }

    private var words: PhraseWords {
        get { reader.words }
        set { reader.words = newValue }
    }

    mutating func read() throws -> RepeatPhrase {
        let mode: Recurrence.Mode
        if words.take("every!") {
            mode = .everyFromCompletion
        } else if words.take("each") {
            mode = .each
        } else {
            guard words.take("every") else { throw notUnderstood() }
            mode = .every
        }
        let start = words
        let frequency = try frequency()
        guard mode != .everyFromCompletion || days == RepeatDays() else {
            throw notUnderstood(start, "After a completion come days, weeks, months or years, such as every! 10 days")
        }
        while !words.isAtEnd { try readMore() }
        let rule = try RecurrenceRule(
            frequency, interval: interval, months: days.months, monthDays: days.monthDays, weekdays: days.weekdays,
            positions: days.positions, end: end)
        return RepeatPhrase(mode: mode, rule: rule, time: time, from: from)
    }

    /// `day`, `3 weeks`, `other week on mon`, `last friday`.
    private mutating func frequency() throws -> RecurrenceRule.Frequency {
        if words.take("other") {
            interval = 2
        } else {
            var attempt = words
            if let number = attempt.take(Self.number), attempt.first.flatMap(Self.unit) != nil {
                guard number > 0 else { throw notUnderstood() }
                (interval, words) = (number, attempt)
            }
        }
        guard let unit = words.take(Self.unit) else {
            guard let frequency = try days.read(&reader) else { throw notUnderstood() }
            return frequency
        }
        let start = words
        guard words.take("on") else { return unit }
        guard let frequency = try days.read(&reader) else { throw notUnderstood() }
        guard frequency == unit else { throw notUnderstood(start) }
        return unit
    }

    /// A time, `from`, `until`, `for 10 times`; each once.
    private mutating func readMore() throws {
        let start = words
        if from == nil, words.take("from", "starting") {
            guard let day = try reader.day() else { throw notUnderstood() }
            from = day
        } else if end == nil, words.take("until") {
            guard let day = try reader.day() else { throw notUnderstood() }
            end = .day(day)
        } else if end == nil, words.take("for") {
            guard let count = words.take(Self.number), count > 0, words.take("times", "time") else {
                throw notUnderstood(start)
            }
            end = .count(count)
        } else if time == nil, let found = try reader.timeOfDay() {
            guard found != .endOfDay else { throw notUnderstood(start, "24h is on the next day; say 0h") }
            time = found
        } else {
            throw notUnderstood()
        }
    }

    private static func number(_ word: Substring) -> Int? {
        DigitScanner.scan(word) { scanner in
            guard let number = scanner.number(digits: 1...9), scanner.isAtEnd else { return nil }
            return number
        }
    }

    private static func unit(_ word: Substring) -> RecurrenceRule.Frequency? {
        switch word {
        case "day", "days": .daily
        case "week", "weeks": .weekly
        case "month", "months": .monthly
        case "year", "years": .yearly
        default: nil
        }
    }

    /// The refusal of the next word, or of all from a word on.
    private func notUnderstood(_ start: PhraseWords? = nil, _ reason: String? = nil) -> TodoError {
        let place: RepeatPhrase.NotUnderstood
        var what = "Something is missing at the end"
        if let word = (start ?? words).first {
            let offset = text.utf8.distance(from: text.startIndex, to: word.startIndex)
            let length = start == nil ? word.utf8.count : text.trimmedEnd - offset
            place = RepeatPhrase.NotUnderstood(offset: offset, length: length)
            let said = text.utf8.dropFirst(offset).prefix(length)
            what = "“\(String(decoding: said, as: UTF8.self).excerpt)” is not understood"
        } else {
            place = RepeatPhrase.NotUnderstood(offset: text.trimmedEnd, length: 0)
        }
        return TodoError(
            .badRecurrence,
            """
            \(reason ?? what); say for example every day, every 2 weeks, every mon and fri, every last friday, every 31, \
            every 15 jan, each 1st or every! 10 days.
            """, underlying: place)
    }
}

extension String {
    /// How many bytes of UTF-8 there are up to the white space at the end.
    fileprivate var trimmedEnd: Int { utf8.count - utf8.reversed().prefix { $0 == 0x20 || $0 == 0x09 }.count }
}
