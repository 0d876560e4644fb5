import Basics
public import Foundation

/// A month in the form of a calendar: whole weeks, with the number of to-dos on each day.
public struct CalendarMonth: Hashable, Sendable {
    /// A day of the grid.
    public struct Cell: Hashable, Sendable {
        /// The day.
        public let day: Day
        /// Whether it is a day of the month. The other days fill the first and the last week.
        public let isInMonth: Bool
        /// The number of open to-dos that are due on the day.
        public let due: Int
        /// The number of to-dos that were done on the day.
        public let done: Int
        /// The first to-dos that are due on the day, up to the requested number.
        public fileprivate(set) var todos: [Todo] = []
    }

    /// A row of the grid.
    public struct Week: Hashable, Sendable {
        /// The number of the ISO 8601 week that contains the row's Thursday, 1 to 53. If weeks begin on Monday, it is
        /// the row's own week. Otherwise it is the week with most of these days.
        public let number: Int
        /// The seven days; nil for days before year 1 and after year 9999.
        public fileprivate(set) var days: [Cell?]
    }

    /// The first day of the month.
    public let first: Day
    /// The weekdays in the order of the columns.
    public let weekdays: [PhraseSettings.Weekday]
    /// The weeks that contain a day of the month: four to six.
    public private(set) var weeks: [Week]

    /// Creates a month.
    /// - Parameters:
    ///   - day: any day of the month.
    ///   - firstWeekday: the first day of a week.
    ///   - due: the due dates of open to-dos; dates in other months are ignored.
    ///   - done: the times at which to-dos were done.
    ///   - zone: the zone in which days begin.
    public init(
        of day: Day, firstWeekday: PhraseSettings.Weekday = .monday, due: some Sequence<Due> = [],
        done: some Sequence<Date> = [], zone: TimeZone
    ) {
        let start = day.daysSince1970 - (day.day - 1)
        let end = day.endOfMonth.daysSince1970
        let gridStart = start - firstWeekday.daysUntil(Day(daysSince1970: start).weekday)
        let gridEnd = gridStart + (end - gridStart) / 7 * 7 + 7
        var (dueCounts, doneCounts) = ([Int: Int](), [Int: Int]())
        for due in due { dueCounts[due.day(in: zone).daysSince1970, default: 0] += 1 }
        for date in done { doneCounts[Day(containing: date, in: zone).daysSince1970, default: 0] += 1 }
        first = Day(daysSince1970: start)
        let all = PhraseSettings.Weekday.allCases
        weekdays = all.indices.map { all[($0 + firstWeekday.rawValue - 1) % 7] }
        weeks = stride(from: gridStart, to: gridEnd, by: 7).map { monday in
            Week(
                number: Self.number(ofRowFrom: monday),
                days: (monday..<monday + 7).map { number in
                    let day = Day(daysSince1970: number)
                    // The initializer changes days outside of the supported years.
                    guard day.daysSince1970 == number else { return nil }
                    return Cell(
                        day: day, isInMonth: start...end ~= number, due: dueCounts[number] ?? 0,
                        done: doneCounts[number] ?? 0)
                })
        }
    }

    /// The same month with to-dos on its days.
    package func filled(with todos: [Day: [Todo]]) -> CalendarMonth {
        var month = self
        for row in month.weeks.indices {
            for column in month.weeks[row].days.indices {
                guard let day = month.weeks[row].days[column]?.day else { continue }
                month.weeks[row].days[column]?.todos = todos[day] ?? []
            }
        }
        return month
    }

    private static func number(ofRowFrom first: Int) -> Int {
        let thursday = (first..<first + 7).first { Day.weekday(daysSince1970: $0) == 3 } ?? first
        return Day(daysSince1970: thursday).weekOfYear
    }
}

extension Day {
    /// The number of its ISO 8601 week, 1 to 53. A week begins on Monday, and belongs to the year of its Thursday.
    public var weekOfYear: Int {
        let thursday = adding(days: 4 - weekday)
        let ordinal = thursday.daysSince1970 - CivilDate(year: thursday.year, month: 1, day: 1).daysSince1970
        return ordinal / 7 + 1
    }
}
