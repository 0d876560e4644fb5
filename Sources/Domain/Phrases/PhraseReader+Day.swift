import Basics

extension PhraseReader {
    /// A day; nil, consuming nothing, for anything else.
    mutating func day() throws -> Day? {
        if words.take("today") { return today }
        if words.take("tomorrow") { return try today.moved(days: 1) }
        if words.take("yesterday") { return try today.moved(days: -1) }
        if let day = try words.take(ISODate.day) { return day }
        if let day = try words.take(dottedDate) { return day }
        return try dayFromToday() ?? endOfPeriod() ?? nextOrThis() ?? weekday() ?? monthAndDay()
    }

    /// `in 3 days`, `+2w`.
    private mutating func dayFromToday() throws -> Day? {
        var attempt = words
        switch try Span.parse(&attempt) {
        case .days(let days):
            words = attempt
            return try today.moved(days: days)
        case .months(let months):
            words = attempt
            return try today.moved(months: months)
        case .seconds, nil: return nil
        }
    }

    /// `eom`, `end of month`, `end of the month`.
    private mutating func endOfPeriod() throws -> Day? {
        if words.take("eow") { return try CalendarPeriod.week.end(of: today) }
        if words.take("eom") { return try CalendarPeriod.month.end(of: today) }
        if words.take("eoq") { return try CalendarPeriod.quarter.end(of: today) }
        if words.take("eoy") { return try CalendarPeriod.year.end(of: today) }
        var attempt = words
        guard attempt.take(sequence: ["end", "of"]) else { return nil }
        _ = attempt.take("the")
        guard let period = attempt.take(CalendarPeriod.init) else { return nil }
        words = attempt
        return try period.end(of: today)
    }

    /// `next month`, `next friday`, `this friday`.
    private mutating func nextOrThis() throws -> Day? {
        var attempt = words
        if attempt.take("next") {
            if let period = attempt.take(CalendarPeriod.init) {
                words = attempt
                return try period.startOfNext(after: today)
            }
            guard let weekday = attempt.take(CalendarNames.weekday) else { return nil }
            words = attempt
            return try today.startOfWeek().moved(days: 7 + weekday - 1)
        }
        guard attempt.take("this"), let weekday = attempt.take(CalendarNames.weekday) else { return nil }
        words = attempt
        guard weekday >= today.weekday else {
            let name = CalendarNames.weekdays[weekday - 1]
            throw TodoError(
                .usage,
                "The \(name) of this week has passed; say \(name.lowercased()) for the next one, or give its date.")
        }
        return try today.moved(days: weekday - today.weekday)
    }

    /// `friday`, or `fri 27 nov`, where both must agree.
    private mutating func weekday() throws -> Day? {
        guard let weekday = words.take(CalendarNames.weekday) else { return nil }
        guard let day = try words.take(ISODate.day) ?? words.take(dottedDate) ?? monthAndDay() else {
            return try today.moved(days: (weekday - today.weekday + 6) % 7 + 1)
        }
        guard day.weekday == weekday else {
            throw TodoError(.impossibleDay, "\(day) is a \(CalendarNames.weekdays[day.weekday - 1]).")
        }
        return day
    }

    /// `21 nov`, `nov 21`, `21st november 2027`. Without a year: the next such day, today included.
    private mutating func monthAndDay() throws -> Day? {
        var attempt = words
        let (number, month): (Int, Int)
        if let first = attempt.take(dayOfMonth) {
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
        // 29 February is at most eight years away.
        for year in today.year...today.year + 8 {
            if let day = try? Day(year: year, month: month, day: number), day >= today { return day }
        }
        let name = CalendarNames.months[month - 1]
        guard number <= Day.length(ofMonth: month, year: 4) else {
            throw TodoError(.impossibleDay, "There is no \(number) \(name).")
        }
        throw DuePhrase.outOfRange
    }

    /// `21.11.2026`; a two-digit year could be a day and is not accepted.
    private func dottedDate(_ word: Substring) throws -> Day? {
        let date = DigitScanner.scan(word) { scanner -> CivilDate? in
            guard let day = scanner.number(digits: 1...2), scanner.take("."),
                let month = scanner.number(digits: 1...2), scanner.take("."), let year = scanner.number(digits: 4),
                scanner.isAtEnd
            else { return nil }
            return CivilDate(year: year, month: month, day: day)
        }
        return try date.map { try Day(year: $0.year, month: $0.month, day: $0.day) }
    }

    /// `21`, `21st`.
    func dayOfMonth(_ word: Substring) -> Int? {
        let digits = word.prefix { $0.isASCII && $0.isNumber }
        guard let number = DigitScanner.scan(digits, { $0.number(digits: 1...2) }) else { return nil }
        let ending: Substring =
            switch (number % 10, number / 10) {
            case (_, 1): "th"
            case (1, _): "st"
            case (2, _): "nd"
            case (3, _): "rd"
            default: "th"
            }
        let rest = word.dropFirst(digits.count)
        return rest.isEmpty || rest == ending && digits == String(number) ? number : nil
    }

    private func fourDigits(_ word: Substring) -> Int? {
        DigitScanner.scan(word) { scanner in
            guard let number = scanner.number(digits: 4), scanner.isAtEnd else { return nil }
            return number
        }
    }
}
