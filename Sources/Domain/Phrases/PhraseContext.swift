import Foundation

/// From when and for whom a phrase is read, with the arithmetic of its days.
struct PhraseContext {
    let now: Date
    let zone: TimeZone
    let settings: PhraseSettings
    let today: Day

    init(now: Date, zone: TimeZone, settings: PhraseSettings) {
        (self.now, self.zone, self.settings) = (now, zone, settings)
        today = Day(containing: now, in: zone)
    }

    static let noSuchDay = PhraseDoubt(.impossible, "There is no such day.")

    /// The next of a weekday, today excluded.
    func next(_ weekday: Int) throws -> Day { try today.moved(days: (weekday - today.weekday + 6) % 7 + 1) }

    /// A weekday of this week, or of a later one.
    func ofWeek(_ weekday: Int, later weeks: Int) throws -> Day {
        let first = settings.firstWeekday
        return try today.startOfWeek(on: first).moved(days: weeks * 7 + first.daysUntil(weekday))
    }

    func startOfNext(_ period: CalendarPeriod) throws -> Day {
        try period.startOfNext(after: today, weeksFrom: settings.firstWeekday)
    }

    func end(_ period: CalendarPeriod) throws -> Day {
        try period.end(of: today, weeksFrom: settings.firstWeekday)
    }

    func endOfNext(_ period: CalendarPeriod) throws -> Day {
        try period.end(of: startOfNext(period), weeksFrom: settings.firstWeekday)
    }

    /// The day of a year, or the next such day, today included.
    func day(_ number: Int, _ month: Int, year: Int? = nil, from: Day? = nil) throws -> Day {
        guard 1...12 ~= month, 1...Day.length(ofMonth: month, year: 4) ~= number else {
            let name = 1...12 ~= month ? CalendarNames.months[month - 1] : "month \(month)"
            throw PhraseDoubt(.impossible, "There is no \(number) \(name).")
        }
        if let year { return try exactly(year, month, number) }
        let from = from ?? today
        for year in from.year...from.year + 8 {
            if let day = try? Day(year: year, month: month, day: number), day >= from { return day }
        }
        throw Self.noSuchDay
    }

    func exactly(_ year: Int, _ month: Int, _ day: Int) throws -> Day {
        guard let day = try? Day(year: year, month: month, day: day) else { throw Self.noSuchDay }
        return day
    }

    /// The next such day of a month, today included.
    func dayOfMonth(_ number: Int) throws -> Day {
        guard 1...31 ~= number else { throw PhraseDoubt(.impossible, "No month has a day \(number).") }
        var first = try CalendarPeriod.month.start(of: today, weeksFrom: .monday)
        for _ in 0...2 {
            if let day = try? Day(year: first.year, month: first.month, day: number), day >= today { return day }
            first = try first.moved(months: 1)
        }
        throw Self.noSuchDay
    }

    /// The first day of this or the next such month.
    func month(_ month: Int) throws -> Day {
        try Day(year: today.year + (month < today.month ? 1 : 0), month: month, day: 1)
    }

    /// The nth weekday of the month that begins with a day, or its nth workday; from the end if negative.
    func nth(_ number: Int, _ weekday: Int?, of first: Day) throws -> Day {
        let count = Day.length(ofMonth: first.month, year: first.year)
        var days: [Day] = []
        for offset in 0..<count {
            let day = first.adding(days: offset)
            if weekday.map({ $0 == day.weekday }) ?? (day.weekday < 6) { days.append(day) }
        }
        let index = number > 0 ? number - 1 : days.count + number
        guard days.indices.contains(index) else { throw Self.noSuchDay }
        return days[index]
    }

    /// The same in the first month from one on in which it has not passed.
    func nth(_ number: Int, _ weekday: Int?, from first: Day, orMonths months: Int) throws -> Day {
        let day = try nth(number, weekday, of: first)
        return day >= today ? day : try nth(number, weekday, of: first.moved(months: months))
    }

    /// So long from now, or from a day on.
    func date(_ length: Span, from day: Day? = nil) throws -> PhraseDate? {
        switch length {
        case .days(let days): PhraseDate(day: try (day ?? today).moved(days: days), kind: .span)
        case .months(let months): PhraseDate(day: try (day ?? today).moved(months: months), kind: .span)
        case .seconds(let seconds):
            day == nil
                ? PhraseDate(kind: .span, moment: try Validation.time(now.addingTimeInterval(Double(seconds)))) : nil
        }
    }

    /// A day that is said with its weekday.
    func agreeing(_ weekday: Int, _ date: PhraseDate) throws -> PhraseDate {
        guard let day = date.day, day.weekday == weekday else {
            let day = date.day ?? today
            throw PhraseDoubt(
                .impossible, "\(day) is a \(CalendarNames.weekdays[day.weekday - 1]).", "due:\(day)")
        }
        return date.with(.date)
    }

    /// `24/12`, `24/12/26`: the day, if only one of the numbers can be the month or the settings say which.
    func slashed(_ numbers: [Int], yearDigits: Int) throws -> PhraseDate? {
        let (first, second) = (numbers[0], numbers[1])
        var year = numbers.count > 2 ? numbers[2] : nil
        if let short = year, yearDigits == 2 { year = today.year / 100 * 100 + short }
        func fits(_ day: Int, _ month: Int) -> Bool { 1...12 ~= month && 1...31 ~= day }
        var orders = [(first, second), (second, first)].filter { fits($0.0, $0.1) }
        guard !orders.isEmpty else { return nil }
        if orders.count == 2, first != second {
            guard let order = settings.slashOrder else {
                throw PhraseDoubt(
                    .twoMeanings, "Day/month or month/day?",
                    "\(first) \(CalendarNames.short(CalendarNames.months[second - 1]).lowercased())")
            }
            orders = [order == .dayFirst ? (first, second) : (second, first)]
        }
        if let year, yearDigits == 2, !(today.year...today.year + 10 ~= year) { return nil }
        let found = try day(orders[0].0, orders[0].1, year: year)
        return PhraseDate(day: found, kind: year == nil ? .slash : .slashWithYear)
    }
}
