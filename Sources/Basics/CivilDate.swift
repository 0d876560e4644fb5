/// A day of the proleptic Gregorian calendar: the arithmetic of all dates and times in the package.
///
/// Source: <https://howardhinnant.github.io/date_algorithms.html>
public struct CivilDate: Hashable, Sendable {
    /// The year; 0 is the year before 1.
    public let year: Int
    /// The month, 1 to 12.
    public let month: Int
    /// The day of the month, from 1.
    public let day: Int

    /// The day with these numbers, whether it exists or not.
    public init(year: Int, month: Int, day: Int) {
        self.year = year
        self.month = month
        self.day = day
    }

    /// The day this many days after 1970-01-01, which may be at most about 10^15 days away.
    public init(daysSince1970 days: Int) {
        // Eras of 400 years that begin on the first of March, so that a leap day is the last of its year.
        let shifted = days + Self.daysUntil1970
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
        month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    /// The number of days after 1970-01-01.
    public var daysSince1970: Int {
        let marchYear = month <= 2 ? year - 1 : year
        let era = (marchYear >= 0 ? marchYear : marchYear - 399) / 400
        let yearOfEra = marchYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - Self.daysUntil1970
    }

    /// Whether the day exists.
    public var exists: Bool { 1...12 ~= month && 1...Self.length(ofMonth: month, year: year) ~= day }

    /// The length of a month in days.
    public static func length(ofMonth month: Int, year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Days from 0000-03-01 to 1970-01-01.
    private static let daysUntil1970 = 719_468
}
