import Foundation
import TodoDomain

/// Dates and times of iCalendar (RFC 5545, sections 3.3.4 and 3.3.5).
struct ICalendarTime {
    /// The zone for times without a zone, or with an unknown one.
    let timeZone: TimeZone
    private static let universal = "UTC"

    /// The due date of a property; nil if it is not a date.
    func due(_ property: ICalendarProperty) -> Due? {
        switch TimeText(basic: property.value) {
        case .day(let day): return .day(day)
        case .instant(let milliseconds): return .instant(Date(milliseconds: milliseconds), zone: Self.universal)
        case .floating(let wallClock):
            let zone = property.parameter("TZID").flatMap(Self.zone) ?? timeZone
            return .instant(zone.date(wallClock: wallClock), zone)
        case nil: return nil
        }
    }

    /// The date to which a duration leads. nil if there is no duration, or if the start is a day and the duration is not a
    /// whole number of days.
    func end(of start: ICalendarProperty?, lasting length: ICalendarProperty?) -> Due? {
        guard let start = start.flatMap(due), let lead = length.flatMap({ Alarm.Lead($0.value) }), lead.days >= 0,
            lead.seconds >= 0
        else { return nil }
        let last = start.on(start.day.adding(days: lead.days))
        switch last {
        case .day: return lead.seconds == 0 ? try? Validation.due(last) : nil
        case .instant(let date, let zone):
            return try? Validation.due(.instant(date.addingTimeInterval(Double(lead.seconds)), zone: zone))
        }
    }

    /// The date of a property; for a day, its beginning.
    func date(_ property: ICalendarProperty) throws -> Date {
        switch due(property) {
        case .day(let day): return day.start(in: timeZone)
        case .instant(let date, _): return date
        case nil: throw InputError.field(property.name, "a date or time such as 20261121 or 20261121T180000Z")
        }
    }

    /// The line of a property that is a due or a start date. An instant is written in its zone's local time, or in UTC if
    /// that could be misread.
    static func line(_ name: String, _ due: Due) -> String {
        switch due {
        case .day(let day): return "\(name);VALUE=DATE:" + day.iso8601Basic
        case .instant(let date, let zoneName):
            guard zoneName != universal, zoneName != "GMT", let zone = TimeZone(identifier: zoneName) else { break }
            let fraction = date.milliseconds.dividedRoundingDown(by: 1000).remainder
            let seconds = Date(milliseconds: date.milliseconds.addingClamped(-fraction))
            let wallClock = zone.wallClock(at: seconds)
            guard zone.date(wallClock: wallClock) == seconds, Limits.time.contains(wallClock) else { break }
            return "\(name);TZID=\(zoneName):" + Date(milliseconds: wallClock).iso8601Basic.dropLast()
        }
        guard case .instant(let date, _) = due else { return "" }
        return "\(name):" + date.iso8601Basic
    }

    /// Whether a property is a local time in an unknown zone, so that ``timeZone`` is used.
    func isInUnknownZone(_ property: ICalendarProperty) -> Bool {
        guard case .floating? = TimeText(basic: property.value), let name = property.parameter("TZID") else {
            return false
        }
        return Self.zone(name) == nil
    }

    /// The zone of a TZID: an IANA name or a Windows name. Some programs put a path before it.
    static func zone(_ identifier: String) -> TimeZone? {
        if let zone = named(identifier) { return zone }
        let parts = identifier.split(separator: "/")
        // No name has more parts than America/Argentina/Buenos_Aires.
        for count in [3, 2, 1] {
            if let zone = named(parts.suffix(count).joined(separator: "/")) { return zone }
        }
        return nil
    }

    private static func named(_ name: String) -> TimeZone? { TimeZone(identifier: WindowsZones.names[name] ?? name) }
}
