/// Which days of a week, a month or a year something repeats on, as it is said.
struct RepeatDays: Hashable, Sendable {
    private(set) var months: [Int] = []
    private(set) var monthDays: [Int] = []
    private(set) var weekdays: [RecurrenceRule.Weekday] = []
    private(set) var positions: [Int] = []

    private static let workdays = (1...5).map { RecurrenceRule.Weekday($0) }

    /// Takes the words that name days; nil, and no word taken, for anything else. What they repeat with follows from them:
    /// Mondays with weeks, the 15th with months, 15 January with years.
    /// - Throws: ``TodoError``: `impossible-day` for a day that no month has, `bad-recurrence` for days that cannot be
    ///   said by one rule.
    mutating func read(_ reader: inout PhraseReader) throws -> RecurrenceRule.Frequency? {
        var words = reader.words
        if let found = weekly(&words) {
            (weekdays, reader.words) = (found, words)
            return .weekly
        }
        _ = words.take("the")
        if let frequency = numbered(&words) {
            reader.words = words
            return frequency
        }
        if let (day, months) = dayOfMonths(&words, reader) {
            let longest = months.map { Day.length(ofMonth: $0, year: 4) }.min() ?? 31
            guard day <= longest else {
                let name = CalendarNames.months[(months.first { Day.length(ofMonth: $0, year: 4) < day } ?? 1) - 1]
                throw TodoError(.impossibleDay, "There is no \(day) \(name).")
            }
            self.months = months
            // 29 February is the 28th in other years.
            (monthDays, positions) = day == 29 && months == [2] ? ([28, 29], [-1]) : ([day], [])
            reader.words = words
            return .yearly
        }
        let days = Self.list(&words) { reader.dayOfMonth($0) }
        guard !days.isEmpty, days.allSatisfy({ $0 > 0 }) else { return nil }
        try setDays(days)
        if words.take(sequence: ["of", "the", "month"]) {}
        reader.words = words
        return .monthly
    }

    /// `weekday`, `weekend`, `mon, wed and fri`.
    private func weekly(_ words: inout PhraseWords) -> [RecurrenceRule.Weekday]? {
        if words.take("weekday", "workday") { return Self.workdays }
        if words.take("weekend") { return [RecurrenceRule.Weekday(6), RecurrenceRule.Weekday(7)] }
        let days = Self.list(&words, CalendarNames.weekday)
        return days.isEmpty ? nil : days.map { RecurrenceRule.Weekday($0) }
    }

    /// `last friday`, `1st and 3rd tuesday`, `last day`, `last weekday`, and after it `of november`.
    private mutating func numbered(_ words: inout PhraseWords) -> RecurrenceRule.Frequency? {
        var attempt = words
        let numbers = Self.list(&attempt, Self.ordinal)
        guard !numbers.isEmpty else { return nil }
        if let day = attempt.take(CalendarNames.weekday) {
            weekdays = numbers.map { RecurrenceRule.Weekday(day, number: $0) }
        } else if attempt.take("weekday", "workday") {
            (weekdays, positions) = (Self.workdays, numbers)
        } else if numbers == [-1], attempt.take("day") {
            monthDays = numbers
        } else {
            return nil
        }
        words = attempt
        guard attempt.take("of", "in") else { return .monthly }
        if attempt.take(sequence: ["the", "month"]) || attempt.take("month") {
            words = attempt
            return .monthly
        }
        let months = Self.list(&attempt, CalendarNames.month)
        // The last weekday of several months of a year would be the one of the last month.
        guard !months.isEmpty, positions.isEmpty || months.count == 1 else { return .monthly }
        (self.months, words) = (months, attempt)
        return .yearly
    }

    /// `15 jan`, `jan 15`, `15th of jan`, `15 jan and jul`.
    private func dayOfMonths(_ words: inout PhraseWords, _ reader: PhraseReader) -> (Int, [Int])? {
        var attempt = words
        let (day, months): (Int, [Int])
        if let number = attempt.take({ reader.dayOfMonth($0) }) {
            _ = attempt.take("of")
            (day, months) = (number, Self.list(&attempt, CalendarNames.month))
            guard !months.isEmpty else { return nil }
        } else {
            guard let month = attempt.take(CalendarNames.month),
                let number = attempt.take({ reader.dayOfMonth($0) })
            else { return nil }
            (day, months) = (number, [month])
        }
        guard day > 0 else { return nil }
        words = attempt
        return (day, months)
    }

    /// Days of each month; of the 29th, 30th and 31st the last day of a month that does not have it.
    mutating func setDays(_ days: [Int]) throws {
        let days = Set(days).sorted()
        if let stray = days.first(where: { $0 > 31 }) {
            throw TodoError(.impossibleDay, "A month has at most 31 days, not \(stray).")
        }
        let late = days.filter { $0 > 28 }
        guard let last = late.first else {
            monthDays = days
            return
        }
        guard late.count == 1, !days.contains(28) else {
            throw TodoError(
                .badRecurrence, "Of the last days of a month give one alone, as a shorter month has not all of them.")
        }
        let early = days.dropLast()
        monthDays = early + Array(28...last)
        positions = early.isEmpty ? [-1] : Array(1...early.count) + [-1]
    }

    /// One or more, with or without `and` between them.
    private static func list<Value>(_ words: inout PhraseWords, _ meaning: (Substring) -> Value?) -> [Value] {
        var values: [Value] = []
        while let value = words.take(meaning) {
            values.append(value)
            var attempt = words
            if attempt.take("and"), attempt.first.flatMap(meaning) != nil { words = attempt }
        }
        return values
    }

    static func ordinal(_ word: Substring) -> Int? {
        switch word {
        case "first", "1st": 1
        case "second", "2nd": 2
        case "third", "3rd": 3
        case "fourth", "4th": 4
        case "fifth", "5th": 5
        case "last": -1
        default: nil
        }
    }
}
