package import Basics
public import Foundation

/// A day of the Gregorian calendar, without a time or a time zone.
public struct Day: Hashable, Sendable, Comparable {
    /// The year, 1 to 9999.
    public let year: Int
    /// The month, 1 to 12.
    public let month: Int
    /// The day of the month, from 1.
    public let day: Int

    /// An existing day.
    /// - Throws: ``TodoError`` with code `impossible-day` for a day that does not exist, such as 2026-02-30.
    public init(year: Int, month: Int, day: Int) throws {
        guard let found = Day(CivilDate(year: year, month: month, day: day)) else {
            throw TodoError(.impossibleDay, "There is no day \(year)-\(padded(month))-\(padded(day)).")
        }
        self = found
    }

    /// The day on which `date` falls in `zone`, clamped to the years 1 to 9999.
    public init(containing date: Date, in zone: TimeZone) {
        let date = min(
            max(date, Date(milliseconds: Limits.time.lowerBound)), Date(milliseconds: Limits.time.upperBound))
        let seconds = date.timeIntervalSince1970 + Double(zone.secondsFromGMT(for: date))
        self.init(daysSince1970: Int((seconds / 86_400).rounded(.down)))
    }

    /// The day this many days after 1970-01-01, clamped to the years 1 to 9999.
    public init(daysSince1970 days: Int) {
        let date = CivilDate(daysSince1970: min(max(days, -719_162), 2_932_896))
        year = date.year
        month = date.month
        day = date.day
    }

    /// A day of the calendar; nil if it does not exist or lies outside the years 1 to 9999.
    package init?(_ date: CivilDate) {
        guard 1...9999 ~= date.year, date.exists else { return nil }
        year = date.year
        month = date.month
        day = date.day
    }

    /// How many days this is after 1970-01-01.
    public var daysSince1970: Int { CivilDate(year: year, month: month, day: day).daysSince1970 }

    /// The day of the week: 1 is Monday, 7 is Sunday.
    public var weekday: Int { Self.weekday(daysSince1970: daysSince1970) + 1 }

    /// The weekday of a day since 1970-01-01, which was a Thursday: 0 for Monday.
    static func weekday(daysSince1970 days: Int) -> Int { (days + 3).dividedRoundingDown(by: 7).remainder }

    /// The day this many days later, or earlier if `days` is negative, clamped to the years 1 to 9999.
    public func adding(days: Int) -> Day {
        let (sum, overflows) = daysSince1970.addingReportingOverflow(days)
        return Day(daysSince1970: overflows ? (days > 0 ? .max : .min) : sum)
    }

    /// The last day of this day's month.
    public var endOfMonth: Day {
        adding(days: Self.length(ofMonth: month, year: year) - day)
    }

    /// The first moment of the day in `zone`; later than 00:00 if clocks are put forward at midnight.
    public func start(in zone: TimeZone) -> Date { zone.date(wallClock: Int64(daysSince1970) * 86_400_000) }

    /// The length of a month in days.
    public static func length(ofMonth month: Int, year: Int) -> Int { CivilDate.length(ofMonth: month, year: year) }

    /// Earlier days come first.
    public static func < (left: Day, right: Day) -> Bool {
        (left.year, left.month, left.day) < (right.year, right.month, right.day)
    }
}

extension Day: LosslessStringConvertible, Codable {
    /// The day in the form `2026-11-21` (ISO 8601).
    public var description: String {
        let digits = String(year)
        return String(repeating: "0", count: 4 - digits.count) + digits + "-\(padded(month))-\(padded(day))"
    }

    /// The basic form of ISO 8601, which iCalendar uses: `20261121`.
    package var iso8601Basic: String { description.replacing("-", with: "") }

    /// Parses the form `2026-11-21`; nil for any other form and for a day that does not exist.
    public init?(_ description: String) {
        let parts = description.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.map(\.utf8.count) == [4, 2, 2], parts.allSatisfy({ $0.utf8.allSatisfy { 48...57 ~= $0 } }),
            let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2])
        else { return nil }
        try? self.init(year: year, month: month, day: day)
    }

    /// Decodes the form `2026-11-21`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let day = Day(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a day")
        }
        self = day
    }

    /// Encodes the form `2026-11-21`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

private func padded(_ number: Int) -> String { 0..<10 ~= number ? "0\(number)" : "\(number)" }
