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
        let (mode, frequency): (Recurrence.Mode, RecurrenceRule.Frequency)
        if let unit = words.take(Self.adverb) {
            (mode, frequency) = (.every, try onDays(of: take(unit)))
        } else if let named = takeMode() {
            let start = words
            (mode, frequency) = (named, try self.frequency())
            guard mode != .everyFromCompletion || days == RepeatDays() else {
                throw notUnderstood(
                    start, "After a completion come days, weeks, months or years, such as every! 10 days")
            }
        } else {
            (mode, frequency) = try daysOfEvery()
        }
        while !words.isAtEnd { try readMore() }
        let rule = try RecurrenceRule(
            frequency, interval: interval, months: days.months, monthDays: days.monthDays, weekdays: days.weekdays,
            positions: days.positions, end: end)
        return RepeatPhrase(mode: mode, rule: rule, time: time, from: from)
    }

    private mutating func takeMode() -> Recurrence.Mode? {
        if words.take("every!") { return .everyFromCompletion }
        if words.take("each") { return .each }
        return words.take("every") ? .every : nil
    }

    /// `day`, `3 weeks`, `3rd day`, `other week on mon`, `last friday`, `morning`.
    private mutating func frequency() throws -> RecurrenceRule.Frequency {
        try takeInterval()
        if let unit = words.take(Self.unit) { return try onDays(of: take(unit)) }
        if let part = reader.partOfDay() {
            time = part
            return .daily
        }
        guard let frequency = try days.read(&reader) else { throw notUnderstood() }
        return frequency
    }

    /// `1st of every month`, `on the last friday of every 3rd month`.
    private mutating func daysOfEvery() throws -> (Recurrence.Mode, RecurrenceRule.Frequency) {
        // What begins with a day is nothing else, so that a day that cannot be is not blamed for what is.
        guard words.contains("every") || words.contains("each") else { throw notUnderstood() }
        _ = words.take("on")
        guard let frequency = try days.read(&reader), words.take("of"), let mode = takeMode(),
            mode != .everyFromCompletion
        else { throw notUnderstood() }
        let start = words
        try takeInterval()
        guard let unit = words.take(Self.unit), try take(unit) == frequency else { throw notUnderstood(start) }
        return (mode, frequency)
    }

    /// `3`, `three`, `3rd` or `other` before a unit; `other` also before days.
    private mutating func takeInterval() throws {
        if words.take("other") {
            interval = 2
            return
        }
        let dayOfMonth = reader.dayOfMonth
        var attempt = words
        let number = attempt.take { word in
            // The 1st day is one of each month, if any.
            Self.number(word)
                ?? (RepeatDays.ordinal(word) ?? dayOfMonth(word) ?? Span.numbers[word]).flatMap { $0 > 1 ? $0 : nil }
        }
        guard let number, attempt.first.flatMap(Self.unit) != nil else { return }
        guard number > 0 else { throw notUnderstood() }
        (interval, words) = (number, attempt)
    }

    /// Counts in a unit.
    private mutating func take(_ unit: Unit) throws -> RecurrenceRule.Frequency {
        let (product, overflows) = interval.multipliedReportingOverflow(by: unit.count)
        guard !overflows else { throw notUnderstood() }
        interval = product
        return unit.frequency
    }

    /// The days after `on`, which are days of a unit.
    private mutating func onDays(of unit: RecurrenceRule.Frequency) throws -> RecurrenceRule.Frequency {
        let start = words
        guard words.take("on") else { return unit }
        guard let frequency = try days.read(&reader) else { throw notUnderstood() }
        guard frequency == unit else { throw notUnderstood(start) }
        return unit
    }

    /// A time or a part of the day, `from`, `until`, `for 10 times`; each once.
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
        } else if time == nil, let found = try reader.timeOfDay() ?? reader.hourOfDay() ?? reader.partOfDay() {
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

    /// What is counted in: so many days, weeks, months or years.
    private typealias Unit = (frequency: RecurrenceRule.Frequency, count: Int)

    private static func unit(_ word: Substring) -> Unit? {
        switch word {
        case "day", "days": (.daily, 1)
        case "week", "weeks": (.weekly, 1)
        case "month", "months": (.monthly, 1)
        case "quarter", "quarters": (.monthly, 3)
        case "year", "years": (.yearly, 1)
        default: nil
        }
    }

    /// What says `every` and a unit in one word.
    private static func adverb(_ word: Substring) -> Unit? {
        switch word {
        case "daily": unit("day")
        case "weekly": unit("week")
        case "monthly": unit("month")
        case "quarterly": unit("quarter")
        case "yearly", "annually": unit("year")
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
            \(reason ?? what); say for example daily, every 2 weeks, every mon and fri, every last friday, every 31, \
            every 15 jan, each 1st or every! 10 days.
            """, underlying: place)
    }
}

extension String {
    /// How many bytes of UTF-8 there are up to the white space at the end.
    fileprivate var trimmedEnd: Int { utf8.count - utf8.reversed().prefix { $0 == 0x20 || $0 == 0x09 }.count }
}
