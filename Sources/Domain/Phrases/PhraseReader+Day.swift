import Basics

extension PhraseReader {
    /// A day; nil, consuming nothing, for anything else.
    mutating func day() throws -> Day? {
        if words.take("today", "eod", "tod") { return today }
        if words.take("tomorrow", "tmr", "tmrw") { return try today.moved(days: 1) }
        if words.take("yesterday") { return try today.moved(days: -1) }
        if let day = try words.take(ISODate.day) { return day }
        if let day = try words.take(dottedDate) { return day }
        if let day = try dayFromToday() ?? endOfPeriod() ?? nextOrThis() ?? weekday() { return day }
        if let day = try monthAndDay(saysThe: true) { return day }
        if let day = try dayAfterTomorrow() ?? weekOfYear() ?? weekend().map(notPassed) { return day }
        if let day = try words.take(dottedDay) ?? dayOfAnyMonth() { return day }
        return try words.take(basicDate) ?? words.take(slashedDate)
    }

    /// `in 3 days`, `+2w`.
    private mutating func dayFromToday() throws -> Day? {
        var attempt = words
        let span = try Span.parse(&attempt)
        let isSigned = words.first?.hasPrefix("+") == true
        let start = isSigned ? origin?.day ?? today : today
        switch span {
        case .days(let days):
            words = attempt
            return try start.moved(days: days)
        case .months(let months):
            words = attempt
            return try start.moved(months: months)
        case .seconds, nil: return nil
        }
    }

    /// `day after tomorrow`, `the day after tomorrow`.
    private mutating func dayAfterTomorrow() throws -> Day? {
        var attempt = words
        _ = attempt.take("the")
        guard attempt.take(sequence: ["day", "after", "tomorrow"]) else { return nil }
        words = attempt
        return try today.moved(days: 2)
    }

    /// `eom`, `end of month`, `last day of the month`.
    private mutating func endOfPeriod() throws -> Day? {
        let period: CalendarPeriod
        if words.take("eow") {
            period = .week
        } else if words.take("eom") {
            period = .month
        } else if words.take("eoq") {
            period = .quarter
        } else if words.take("eoy") {
            period = .year
        } else {
            var attempt = words
            guard attempt.take(sequence: ["end", "of"]) || attempt.take(sequence: ["last", "day", "of"]) else {
                return nil
            }
            _ = attempt.take("the")
            guard let named = attempt.take(CalendarPeriod.init) else { return nil }
            (period, words) = (named, attempt)
        }
        return try period.end(of: today, weeksFrom: settings.firstWeekday)
    }

    /// `next month`, `next friday`, `this friday`.
    private mutating func nextOrThis() throws -> Day? {
        var attempt = words
        if attempt.take("next") {
            if let period = attempt.take(CalendarPeriod.init) {
                words = attempt
                return try period.startOfNext(after: today, weeksFrom: settings.firstWeekday)
            }
            guard let weekday = attempt.take(CalendarNames.weekday) else { return nil }
            words = attempt
            return try ofWeek(weekday, later: 1)
        }
        guard attempt.take("this"), let weekday = attempt.take(CalendarNames.weekday) else { return nil }
        words = attempt
        return try notPassed(try ofWeek(weekday))
    }

    /// A weekday of this week, or of a later one.
    private func ofWeek(_ weekday: Int, later weeks: Int = 0) throws -> Day {
        let first = settings.firstWeekday
        return try today.startOfWeek(on: first).moved(days: weeks * 7 + first.daysUntil(weekday))
    }

    /// The same day of this week.
    /// - Throws: ``TodoError`` with code `usage` for one that has passed.
    private func notPassed(_ day: Day) throws -> Day {
        guard day >= today else {
            let name = CalendarNames.weekdays[day.weekday - 1]
            throw TodoError(
                .usage,
                "The \(name) of this week has passed; say \(name.lowercased()) for the next one, or give its date.")
        }
        return day
    }

    /// The Saturday of `weekend`, `this weekend` and `next weekend`; it may have passed in this week.
    mutating func weekend() throws -> Day? {
        let saturday = 6
        if words.take("weekend") { return try next(weekday: saturday) }
        if words.take(sequence: ["this", "weekend"]) { return try ofWeek(saturday) }
        return words.take(sequence: ["next", "weekend"]) ? try ofWeek(saturday, later: 1) : nil
    }

    /// The next of a weekday, today excluded.
    private func next(weekday: Int) throws -> Day {
        try today.moved(days: (weekday - today.weekday + 6) % 7 + 1)
    }

    /// `friday`, or `fri 27 nov`, where both must agree.
    private mutating func weekday() throws -> Day? {
        guard let weekday = words.take(CalendarNames.weekday) else { return nil }
        guard let day = try words.take(ISODate.day) ?? words.take(dottedDate) ?? monthAndDay() else {
            return try next(weekday: weekday)
        }
        guard day.weekday == weekday else {
            throw TodoError(.impossibleDay, "\(day) is a \(CalendarNames.weekdays[day.weekday - 1]).")
        }
        return day
    }

    /// `21 nov`, `nov 21`, `21st of november 2027`. Without a year: the next such day, today included.
    /// - Parameter saysThe: whether `the` may come before it, with which a feast has its name too: the 4th of July.
    private mutating func monthAndDay(saysThe: Bool = false) throws -> Day? {
        var attempt = words
        if saysThe { _ = attempt.take("the") }
        let (number, month): (Int, Int)
        if let first = attempt.take(dayOfMonth) {
            _ = attempt.take("of")
            guard let second = attempt.take(CalendarNames.month) else { return nil }
            (number, month) = (first, second)
        } else {
            guard let first = attempt.take(CalendarNames.month), let second = attempt.take(dayOfMonth) else {
                return nil
            }
            (number, month) = (second, first)
        }
        words = attempt
        if let year = words.take(fourDigits) { return try Day(year: year, month: month, day: number) }
        return try next(number, month)
    }

    /// The next such day, today included.
    func next(_ number: Int, _ month: Int) throws -> Day {
        guard 1...12 ~= month else { throw TodoError(.impossibleDay, "There is no month \(month).") }
        // 29 February is at most eight years away.
        for year in today.year...today.year + 8 {
            if let day = try? Day(year: year, month: month, day: number), day >= today { return day }
        }
        guard 1...Day.length(ofMonth: month, year: 4) ~= number else {
            throw TodoError(.impossibleDay, "There is no \(number) \(CalendarNames.months[month - 1]).")
        }
        throw DuePhrase.outOfRange
    }

    /// `15th`, `the 15th`: the next such day, today included.
    private mutating func dayOfAnyMonth() throws -> Day? {
        var attempt = words
        _ = attempt.take("the")
        guard let word = attempt.first, let number = attempt.take(dayOfMonth), word.last?.isNumber == false else {
            return nil
        }
        words = attempt
        guard 1...31 ~= number else { throw TodoError(.impossibleDay, "There is no \(word) of a month.") }
        // There are never two months in a row without a day.
        for offset in 0...2 {
            let month = try CalendarPeriod.month.start(of: today, weeksFrom: .monday).moved(months: offset)
            if let day = try? Day(year: month.year, month: month.month, day: number), day >= today { return day }
        }
        throw DuePhrase.outOfRange
    }

    func fourDigits(_ word: Substring) -> Int? {
        DigitScanner.scan(word) { scanner in
            guard let number = scanner.number(digits: 4), scanner.isAtEnd else { return nil }
            return number
        }
    }
}
