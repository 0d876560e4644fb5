import Foundation

extension Due {
    /// The day: the calendar day, or the day of an instant in its own zone.
    public var day: Day {
        switch self {
        case .day(let day): day
        case .instant(let date, let zone): Day(containing: date, in: Self.zone(zone))
        }
    }

    /// The same due date on another day. An instant keeps its local time in its zone. A skipped local time moves later
    /// by the length of the gap; of a repeated one the first is used.
    public func on(_ day: Day) -> Due {
        switch self {
        case .day: return .day(day)
        case .instant(let date, let name):
            let zone = Self.zone(name)
            let time = zone.wallClock(at: date).dividedRoundingDown(by: 86_400_000).remainder
            let moment = zone.date(wallClock: Int64(day.daysSince1970) * 86_400_000 + time)
            return .instant(Date(milliseconds: Limits.nearestTime(to: moment.milliseconds)), zone: name)
        }
    }

    /// An unknown zone is taken for UTC, as elsewhere.
    static func zone(_ name: String) -> TimeZone { TimeZone(identifier: name) ?? .gmt }
}

extension RecurrenceRule {
    /// The same rule with a day for UNTIL: the last day on which an instant at the time of day of `due` is not after
    /// UNTIL.
    ///
    /// Recurrences are computed in days only, so that they do not depend on a device's time zone data. Calendars write
    /// an instant as the UNTIL of an event with a time. It is converted to a day once, on import.
    package func endingOnDay(for due: Due) throws -> RecurrenceRule {
        guard let lastDay else { return self }
        func isLate(_ day: Day) -> Bool {
            switch (due.on(day), end) {
            case (.instant(let date, _), .moment(let until)): date > until
            case (.instant(let date, let zone), .wallClock(let until)):
                (TimeZone(identifier: zone) ?? .gmt).wallClock(at: date) > until
            default: day > lastDay
            }
        }
        // No zone differs from UTC by a whole day.
        var day = lastDay.adding(days: 1)
        for _ in 0..<3 where isLate(day) { day = day.adding(days: -1) }
        return try ending(.day(day))
    }
}
