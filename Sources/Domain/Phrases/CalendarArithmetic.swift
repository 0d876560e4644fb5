extension Day {
    /// The day this many days later.
    /// - Throws: ``TodoError`` with code `impossible-day` for a day outside the years 1 to 9999.
    func moved(days: Int) throws -> Day {
        let (target, overflow) = daysSince1970.addingReportingOverflow(days)
        let moved = Day(daysSince1970: target)
        // The initializer clamps to the supported years. A different day means that this one was out of range.
        guard !overflow, moved.daysSince1970 == target else { throw DuePhrase.outOfRange }
        return moved
    }

    /// The same day this many months later, or the last day of that month if it is shorter.
    /// - Throws: ``TodoError`` with code `impossible-day` for a day outside the years 1 to 9999.
    func moved(months: Int) throws -> Day {
        let (target, overflow) = (year * 12 + month - 1).addingReportingOverflow(months)
        guard !overflow, 12..<120_000 ~= target else { throw DuePhrase.outOfRange }
        let (year, month) = (target / 12, target % 12 + 1)
        return try Day(year: year, month: month, day: min(day, Day.length(ofMonth: month, year: year)))
    }

    /// The first day of this day's week.
    /// - Throws: ``TodoError`` with code `impossible-day` for a day outside the years 1 to 9999.
    func startOfWeek(on first: PhraseSettings.Weekday) throws -> Day { try moved(days: -first.daysUntil(weekday)) }

    /// The Monday of a numbered ISO 8601 week. The first week of a year contains 4 January.
    /// - Throws: ``TodoError`` with code `impossible-day` for a week that the year does not have.
    static func monday(ofWeek week: Int, year: Int) throws -> Day {
        let first = try Day(year: year, month: 1, day: 4).startOfWeek(on: .monday)
        // A week belongs to the year of its Thursday.
        guard week > 0, try first.moved(days: week * 7 - 4).year == year else {
            throw TodoError(.impossibleDay, "The year \(year) has no week \(week).")
        }
        return try first.moved(days: (week - 1) * 7)
    }
}

/// A calendar period.
enum CalendarPeriod: Hashable, Sendable {
    case week, month, quarter, year

    /// Parses `week`, `month`, `quarter` or `year`.
    init?(_ word: Substring) {
        switch word {
        case "week": self = .week
        case "month": self = .month
        case "quarter": self = .quarter
        case "year": self = .year
        default: return nil
        }
    }

    /// The first day of the period that contains `day`.
    func start(of day: Day, weeksFrom first: PhraseSettings.Weekday) throws -> Day {
        switch self {
        case .week: try day.startOfWeek(on: first)
        case .month: try Day(year: day.year, month: day.month, day: 1)
        case .quarter: try Day(year: day.year, month: (day.month - 1) / 3 * 3 + 1, day: 1)
        case .year: try Day(year: day.year, month: 1, day: 1)
        }
    }

    /// The first day of the period after the one that contains `day`.
    func startOfNext(after day: Day, weeksFrom first: PhraseSettings.Weekday) throws -> Day {
        let start = try start(of: day, weeksFrom: first)
        switch self {
        case .week: return try start.moved(days: 7)
        case .month: return try start.moved(months: 1)
        case .quarter: return try start.moved(months: 3)
        case .year: return try start.moved(months: 12)
        }
    }

    /// The last day of the period that contains `day`.
    func end(of day: Day, weeksFrom first: PhraseSettings.Weekday) throws -> Day {
        let start = try start(of: day, weeksFrom: first)
        // The day before the next period would not do: after the year 9999 there is no next period.
        switch self {
        case .week: return try start.moved(days: 6)
        case .month: return start.endOfMonth
        case .quarter: return try start.moved(months: 2).endOfMonth
        case .year: return try Day(year: day.year, month: 12, day: 31)
        }
    }
}
