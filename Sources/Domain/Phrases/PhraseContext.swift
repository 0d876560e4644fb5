import Foundation

/// The time, the zone and the settings that a phrase is read for, with arithmetic on days.
struct PhraseContext {
    let now: Date
    let zone: TimeZone
    let settings: PhraseSettings
    let today: Day
    /// Whether a date is asked for, or may be part of a line.
    let place: PhrasePlaces
    /// The date from which `+1w` counts; nil for today, or now.
    var origin: Due?
    /// Whether the date must be in the future, so that a part of today that has passed is refused.
    var isToCome = true

    init(now: Date, zone: TimeZone, settings: PhraseSettings, in place: PhrasePlaces) {
        self.now = now
        self.zone = zone
        self.settings = settings
        self.place = place
        today = Day(containing: now, in: zone)
    }

    var isValue: Bool { place == .value }

    static let noSuchDay = PhraseDoubt(.impossible, "There is no such day.")

    /// The next such weekday, today excluded.
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

    /// The day of the given year, or without a year the next such day, today included.
    func day(_ number: Int, _ month: Int, year: Int? = nil, from: Day? = nil) throws -> Day {
        guard 1...12 ~= month else { throw PhraseDoubt(.impossible, "There is no month \(month).") }
        guard 1...Day.length(ofMonth: month, year: 4) ~= number else {
            throw PhraseDoubt(.impossible, "There is no \(number) \(CalendarNames.months[month - 1]).")
        }
        if let year { return try exactly(year, month, number) }
        let from = from ?? today
        for year in from.year...from.year + 8 {
            if let day = try? Day(year: year, month: month, day: number), day >= from { return day }
        }
        throw DuePhrase.outOfRange
    }

    func exactly(_ year: Int, _ month: Int, _ day: Int) throws -> Day { try Day(year: year, month: month, day: day) }

    /// The next such day of a month, today included.
    func dayOfMonth(_ number: Int) throws -> Day {
        guard 1...31 ~= number else { throw PhraseDoubt(.impossible, "No month has a day \(number).") }
        var first = try CalendarPeriod.month.start(of: today, weeksFrom: .monday)
        for _ in 0...2 {
            if let day = try? Day(year: first.year, month: first.month, day: number), day >= today { return day }
            first = try first.moved(months: 1)
        }
        throw DuePhrase.outOfRange
    }

    /// The first day of the present or the next such month.
    func month(_ month: Int) throws -> Day {
        try Day(year: today.year + (month < today.month ? 1 : 0), month: month, day: 1)
    }

    /// The nth weekday, or the nth workday, of the month that begins with a day. Negative numbers count from the end.
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

    /// The nth weekday or workday of the first month in which it has not passed, from a given month on.
    func nth(_ number: Int, _ weekday: Int?, from first: Day, orMonths months: Int) throws -> Day {
        let day = try nth(number, weekday, of: first)
        return day >= today ? day : try nth(number, weekday, of: first.moved(months: months))
    }

    /// The date this long after now, or after a day.
    func date(_ length: Span, from day: Day? = nil) throws -> PhraseDate? {
        switch length {
        case .days(let days): PhraseDate(day: try (day ?? today).moved(days: days), kind: .span)
        case .months(let months): PhraseDate(day: try (day ?? today).moved(months: months), kind: .span)
        case .seconds(let seconds):
            try day == nil ? PhraseDate(kind: .span, moment: moment(seconds, after: now, in: zone.identifier)) : nil
        }
    }

    /// The date this much later than the date of a to-do, or than now.
    func later(_ length: Span) throws -> PhraseDate? {
        guard let origin else { return try date(length) }
        guard case .seconds(let seconds) = length else {
            var date = try date(length, from: origin.day)
            date?.countsOn = true
            return date
        }
        guard case .instant(let moment, let zone) = origin else {
            throw TodoError(
                .usage, "A day without a time has no hours to count from; say in 2 hours to count from now.")
        }
        return PhraseDate(kind: .span, moment: try self.moment(seconds, after: moment, in: zone))
    }

    private func moment(_ seconds: Int, after date: Date, in zone: String) throws -> Due {
        .instant(try Validation.time(date.addingTimeInterval(Double(seconds))), zone: zone)
    }

    /// A weekday of this week. If a date is asked for, it must not have passed. In a line that is typed at a weekend, a day of
    /// work that has passed is that of the next week.
    func ofThisWeek(_ weekday: Int) throws -> Day {
        let day = try ofWeek(weekday, later: 0)
        if day < today, !isValue, today.weekday > 5, weekday < 6 { return try next(weekday) }
        guard day < today, isValue else { return day }
        let name = CalendarNames.weekdays[weekday - 1]
        throw PhraseDoubt(
            .passed, "The \(name) of this week has passed; say \(name.lowercased()) for the next one, or give its date."
        )
    }

    /// A date that was given with its weekday. Throws if they disagree.
    func agreeing(_ weekday: Int, _ date: PhraseDate) throws -> PhraseDate {
        guard let day = date.day, day.weekday == weekday else {
            let day = date.day ?? today
            throw PhraseDoubt(
                .impossible, "\(day) is a \(CalendarNames.weekdays[day.weekday - 1]).", "\(day)")
        }
        return date.with(.date)
    }

    /// The day of `24/12` or `24/12/26`, if only one of the numbers can be the month, or if the settings say which.
    func slashed(_ numbers: [Int], yearDigits: Int) throws -> PhraseDate? {
        let (first, second) = (numbers[0], numbers[1])
        var year = numbers.count > 2 ? numbers[2] : nil
        if let short = year, yearDigits == 2 { year = today.year / 100 * 100 + short }
        if let year, yearDigits == 2, !(today.year...today.year + 10 ~= year) { return nil }
        let isDay = [first, second].contains { 1...12 ~= $0 } && [first, second].allSatisfy { 1...31 ~= $0 }
        // In a line, 50/50 is not an impossible day but not a day at all.
        guard isDay || isValue else { return nil }
        let kind = year == nil ? PhraseDate.Kind.slash : .slashWithYear
        func date(_ number: Int, _ month: Int) throws -> PhraseDate {
            PhraseDate(day: try day(number, month, year: year), kind: kind)
        }
        switch settings.slashOrder {
        case .dayFirst: return try date(first, second)
        case .monthFirst: return try date(second, first)
        case nil: break
        }
        let (dayFirst, monthFirst) = (try? date(first, second), try? date(second, first))
        if first != second, let day = dayFirst?.day, let other = monthFirst?.day {
            func name(_ day: Day) -> String { "\(day.day) \(CalendarNames.months[day.month - 1])" }
            throw PhraseDoubt(
                .twoMeanings, "\(name(day)) or \(name(other))?",
                "\(first) \(CalendarNames.short(CalendarNames.months[second - 1]).lowercased())")
        }
        if let date = dayFirst ?? monthFirst { return date }
        let text = numbers.map(String.init).joined(separator: "/")
        throw PhraseDoubt(.impossible, "There is no day \(text), whichever of the numbers is the month.")
    }
}
