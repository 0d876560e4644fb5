public import Foundation

/// A day of the Gregorian calendar, without a time and without a time zone.
public struct Day: Hashable, Sendable, Comparable {
    /// The year, 1 to 9999.
    public let year: Int
    /// The month, 1 to 12.
    public let month: Int
    /// The day of the month, from 1.
    public let day: Int

    /// A day that exists.
    /// - Throws: ``TodoError`` with code `impossible-day` for one that does not, such as 2026-02-30.
    public init(year: Int, month: Int, day: Int) throws {
        guard 1...9999 ~= year, 1...12 ~= month, 1...Self.length(ofMonth: month, year: year) ~= day else {
            throw TodoError(.impossibleDay, "There is no day \(year)-\(padded(month))-\(padded(day)).")
        }
        (self.year, self.month, self.day) = (year, month, day)
    }

    /// The day on which `date` falls in `zone`, kept within the years 1 to 9999.
    public init(containing date: Date, in zone: TimeZone) {
        let date = min(
            max(date, Date(milliseconds: Limits.time.lowerBound)), Date(milliseconds: Limits.time.upperBound))
        let seconds = date.timeIntervalSince1970 + Double(zone.secondsFromGMT(for: date))
        self.init(daysSince1970: Int((seconds / 86_400).rounded(.down)))
    }

    /// The day so many days after 1970-01-01, kept within the years 1 to 9999.
    public init(daysSince1970 days: Int) {
        // The proleptic Gregorian calendar in eras of 400 years that begin on the first of March.
        let shifted = min(max(days, -719_162), 2_932_896) + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
        month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    /// How many days this is after 1970-01-01.
    public var daysSince1970: Int {
        let marchYear = month <= 2 ? year - 1 : year
        let era = (marchYear >= 0 ? marchYear : marchYear - 399) / 400
        let yearOfEra = marchYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    /// The day of the week: 1 is Monday, 7 is Sunday.
    public var weekday: Int { ((daysSince1970 + 3) % 7 + 7) % 7 + 1 }

    /// The day so many days later, or earlier where `days` is negative, kept within the years 1 to 9999.
    public func adding(days: Int) -> Day {
        let (sum, overflows) = daysSince1970.addingReportingOverflow(days)
        return Day(daysSince1970: overflows ? (days > 0 ? .max : .min) : sum)
    }

    /// The last day of this day's month.
    public var endOfMonth: Day {
        adding(days: Self.length(ofMonth: month, year: year) - day)
    }

    /// The first moment of the day in `zone`; where clocks are put forward at midnight, that is later than 00:00.
    public func start(in zone: TimeZone) -> Date {
        let midnight = Date(timeIntervalSince1970: Double(daysSince1970) * 86_400)
        guard year > 1582 else {
            // Foundation's calendar is Julian before 1582-10-15; no zone ever moved its clocks in those days.
            return midnight - Double(zone.secondsFromGMT(for: midnight))
        }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let noon = DateComponents(year: year, month: month, day: day, hour: 12)
        return calendar.date(from: noon).map(calendar.startOfDay(for:)) ?? midnight
    }

    /// How many days the month has, in a leap year or not.
    public static func length(ofMonth month: Int, year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

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

    /// Reads the form `2026-11-21`; nil for any other and for a day that does not exist.
    public init?(_ description: String) {
        let parts = description.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.map(\.utf8.count) == [4, 2, 2], parts.allSatisfy({ $0.utf8.allSatisfy { 48...57 ~= $0 } }),
            let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2])
        else { return nil }
        try? self.init(year: year, month: month, day: day)
    }

    /// Reads the form `2026-11-21`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let day = Day(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a day")
        }
        self = day
    }

    /// Writes the form `2026-11-21`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

private func padded(_ number: Int) -> String { 0..<10 ~= number ? "0\(number)" : "\(number)" }
