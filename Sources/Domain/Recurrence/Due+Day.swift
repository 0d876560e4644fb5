import Foundation

extension Due {
    /// The day: that of the calendar, or for a moment the one on which it falls in its zone.
    public var day: Day {
        switch self {
        case .day(let day): day
        case .instant(let date, let zone): Day(containing: date, in: Self.zone(zone))
        }
    }

    /// The same on another day: the moment at which clocks in its zone then show what they show at this one. A time that
    /// they skip is as much later, one that comes twice the first.
    public func on(_ day: Day) -> Due {
        switch self {
        case .day: return .day(day)
        case .instant(let date, let name):
            let zone = Self.zone(name)
            let time = zone.wallClock(at: date).dividedRoundingDown(by: 86_400_000).remainder
            let moment = zone.date(wallClock: Int64(day.daysSince1970) * 86_400_000 + time)
            let milliseconds = min(max(moment.milliseconds, Limits.time.lowerBound), Limits.time.upperBound)
            return .instant(Date(milliseconds: milliseconds), zone: name)
        }
    }

    /// A zone that this machine does not know is taken for UTC, as wherever one is shown.
    private static func zone(_ name: String) -> TimeZone { TimeZone(identifier: name) ?? .gmt }
}

extension RecurrenceRule {
    /// The same rule with an UNTIL that is a day, for what is due as `due` says: the last one of which the moment is not
    /// after UNTIL's.
    ///
    /// What repeats is reckoned in days alone, so that it does not depend on what a device knows of time zones. So an
    /// UNTIL that is a moment, as calendars write it for something with a time, has to become a day once, where it comes
    /// in.
    public func endingOnDay(for due: Due) throws -> RecurrenceRule {
        guard let lastDay else { return self }
        func isLate(_ day: Day) -> Bool {
            switch (due.on(day), end) {
            case (.instant(let date, _), .moment(let until)): date > until
            case (.instant(let date, let zone), .wallClock(let until)):
                (TimeZone(identifier: zone) ?? .gmt).wallClock(at: date) > until
            default: day > lastDay
            }
        }
        // No zone is a whole day off UTC.
        var day = lastDay.adding(days: 1)
        for _ in 0..<3 where isLate(day) { day = day.adding(days: -1) }
        return try ending(.day(day))
    }
}
