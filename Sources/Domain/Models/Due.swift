public import Foundation

/// When a to-do is due: on a calendar day, or at an instant. Neither is ever converted to the other.
public enum Due: Hashable, Sendable, Codable {
    /// Due on a calendar day, the same day in every time zone.
    case day(Day)
    /// Due at an instant, to the millisecond, entered in the time zone with this IANA name.
    case instant(Date, zone: String)

    /// Due on a calendar day.
    /// - Throws: ``TodoError`` with code `impossible-day` for a day that does not exist.
    public static func day(_ year: Int, _ month: Int, _ day: Int) throws -> Due {
        .day(try Day(year: year, month: month, day: day))
    }

    /// Due at an instant, entered in `zone`.
    public static func instant(_ date: Date, _ zone: TimeZone) -> Due {
        .instant(date.roundedToMilliseconds, zone: zone.identifier)
    }

    /// The sort key of due dates: milliseconds since 1970 of the instant, or of the day's midnight in UTC.
    package var sortKey: Int64 {
        switch self {
        case .day(let day): Int64(day.daysSince1970) * 86_400_000
        case .instant(let date, _): date.milliseconds
        }
    }

    /// Whether the due date has passed at `now`; a day has passed once it is over in `zone`.
    public func isOverdue(at now: Date, in zone: TimeZone) -> Bool {
        DueWindow.before(now, in: zone).contains(self)
    }

    /// Whether it has come at `now`, as a start does: an instant when it is reached, a day when it begins in `zone`.
    public func hasBegun(at now: Date, in zone: TimeZone) -> Bool {
        switch self {
        case .day(let day): day <= Day(containing: now, in: zone)
        case .instant(let date, _): date.milliseconds <= now.milliseconds
        }
    }

    /// The moment at which it has passed: an instant itself, a day when it is over in `zone`.
    func deadline(in zone: TimeZone) -> Date {
        switch self {
        case .day(let day):
            let next = day.adding(days: 1)
            // There is no day after the last one.
            return next > day ? next.start(in: zone) : Date(milliseconds: Limits.time.upperBound)
        case .instant(let date, _): return date
        }
    }

    /// The day on which it falls in `zone`.
    package func day(in zone: TimeZone) -> Day {
        switch self {
        case .day(let day): day
        case .instant(let date, _): Day(containing: date, in: zone)
        }
    }
}

/// A range of due dates, expressed both in days and in instants.
public struct DueWindow: Hashable, Sendable, Codable {
    /// The first day in the range; nil for no lower bound.
    public var firstDay: Day?
    /// The first day after the range; nil for no upper bound.
    public var endDay: Day?
    /// The first moment in the range; nil for no lower bound.
    public var start: Date?
    /// The first moment after the range; nil for no upper bound.
    public var end: Date?

    /// The days from `firstDay` up to but not including `endDay`, and the instants that fall on them in `zone`.
    public init(from firstDay: Day?, until endDay: Day?, in zone: TimeZone) {
        self.firstDay = firstDay
        self.endDay = endDay
        start = firstDay?.start(in: zone)
        end = endDay?.start(in: zone)
    }

    /// One day, and the instants that fall on it in `zone`.
    public static func on(_ day: Day, in zone: TimeZone) -> DueWindow {
        let next = day.adding(days: 1)
        // There is no day after the last one.
        return DueWindow(from: day, until: next > day ? next : nil, in: zone)
    }

    /// The dates that are overdue at `now`: earlier instants, and days before the current one in `zone`.
    public static func before(_ now: Date, in zone: TimeZone) -> DueWindow {
        var window = DueWindow(from: nil, until: Day(containing: now, in: zone), in: zone)
        window.end = now
        return window
    }

    /// The dates that are still to come at `now`: later instants, and the days after the current one in `zone`.
    public static func after(_ now: Date, in zone: TimeZone) -> DueWindow {
        var window = DueWindow(from: Day(containing: now, in: zone).adding(days: 1), until: nil, in: zone)
        window.start = Date(milliseconds: now.milliseconds.addingClamped(1))
        return window
    }

    /// Whether the due date lies in the range; instants are compared by milliseconds.
    public func contains(_ due: Due) -> Bool {
        switch due {
        case .day(let day): firstDay.map { day >= $0 } ?? true && endDay.map { day < $0 } ?? true
        case .instant(let date, _): date.lies(from: start, until: end)
        }
    }
}
