import Foundation
import JSON
import TodoDomain

/// A VALARM that was read.
struct ICalendarAlarm {
    /// The zone of moments without one.
    static let universal = "UTC"

    let alarm: Alarm
    /// The state of the alarm, with its key.
    let state: (key: AlarmState.Key, state: AlarmState)?
    /// The name of the alarm in the file.
    let uid: String?
    /// The name of the alarm of which this one is a snooze.
    let snoozed: String?

    /// Reads a VALARM. nil if its trigger has a form that is not supported.
    init?(_ lines: [String], of todo: Todo, in time: ICalendarTime) {
        var (properties, place, depth) = ([String: ICalendarProperty](), [ICalendarProperty](), 0)
        for property in lines.compactMap({ ICalendarProperty($0) }) {
            if property.name == "END" { depth -= 1 }
            if depth == 1 { properties[property.name] = properties[property.name] ?? property }
            if depth == 2 { place.append(property) }
            if property.name == "BEGIN" { depth += 1 }
        }
        guard let line = properties["TRIGGER"] else { return nil }
        uid = properties["UID"]?.value ?? properties["X-WR-ALARMUID"]?.value
        snoozed = properties["RELATED-TO"].flatMap { related in
            related.parameter("RELTYPE")?.uppercased() == "SNOOZE" ? related.value : nil
        }
        let kept = properties[ICalendarAlarms.own].flatMap { try? JSONValue(parsing: $0.text) }
        let isKept = kept?["trigger"]?.string == line.line
        let given = uid.flatMap { Alarm.ID($0) }
        let own = isKept ? kept?["alarm"].flatMap { Alarm(id: given ?? .init(stored: "-"), json: $0) } : nil
        let trigger: Alarm.Trigger?
        if let own {
            trigger = own.trigger
        } else if let proximity = properties["PROXIMITY"] ?? properties["X-APPLE-PROXIMITY"] {
            if let apple = properties["X-APPLE-STRUCTURED-LOCATION"] { place.append(apple) }
            trigger = Self.place(proximity, place, todo)
        } else {
            let read = Self.trigger(line, todo, in: time)
            // A snooze is at a fixed moment, even if that is the due date.
            trigger = snoozed == nil && Self.isAtDue(read, of: todo) ? .before(.zero, of: .due) : read
        }
        guard let trigger, let alarm = try? (own ?? Alarm(trigger)).validated() else { return nil }
        let id = given ?? Alarm(trigger).id
        self.alarm = Alarm(id: id, alarm.trigger, extras: own?.extras ?? [:])
        let acknowledged = properties["ACKNOWLEDGED"].flatMap { try? time.date($0) }
        if isKept, let (key, state) = kept?["state"].flatMap({ AlarmState.of(id, $0) }),
            state.acknowledged?.iso8601Basic == acknowledged?.iso8601Basic
        {
            // A snooze has a component of its own, which may have been removed.
            self.state = (key, AlarmState(acknowledged: state.acknowledged, extras: state.extras))
        } else {
            self.state = acknowledged.map {
                (AlarmState.Key(id, todo.firstOccurrence), AlarmState(acknowledged: $0))
            }
        }
    }

    /// Whether the trigger is the moment at which a to-do that repeats is due. Some programs write only moments; such an alarm
    /// rings for each occurrence.
    static func isAtDue(_ trigger: Alarm.Trigger?, of todo: Todo) -> Bool {
        guard todo.isRepeating, case .moment(let date, _)? = trigger, case .instant(date, _)? = todo.due else {
            return false
        }
        return true
    }

    /// Reads a moment, or a length of time from the start or the due date.
    private static func trigger(_ line: ICalendarProperty, _ todo: Todo, in time: ICalendarTime) -> Alarm.Trigger? {
        if line.parameter("VALUE")?.uppercased() == "DATE-TIME" {
            guard case .instant(let date, let zone)? = time.due(line) else { return nil }
            return .moment(date, zone: zone)
        }
        guard let lead = Alarm.Lead(line.value).map(\.negated) else { return nil }
        let isEnd = line.parameter("RELATED")?.uppercased() == "END"
        // Without a start, a trigger from the start belongs to a task that has only a due date. RFC 5545 does not allow this.
        let anchor: Alarm.Anchor = isEnd ? .due : todo.start == nil ? .either : .start
        let date = anchor == .start ? todo.start : todo.due
        guard case .day? = date else { return .before(lead, of: anchor) }
        // It counts from the beginning of the day.
        let seconds = lead.days * 86_400 + lead.seconds
        let (days, rest) = Int64(-seconds).dividedRoundingDown(by: 86_400)
        guard let clock = try? ClockTime(hour: Int(rest) / 3600, minute: Int(rest) / 60 % 60, second: Int(rest) % 60)
        else { return nil }
        return .time(clock, daysBefore: Int(-days), of: anchor)
    }

    /// Reads arriving at or leaving the place of the to-do. Other places are not supported.
    private static func place(
        _ proximity: ICalendarProperty, _ lines: [ICalendarProperty], _ todo: Todo
    ) -> Alarm.Trigger? {
        let way: Alarm.Proximity? =
            switch proximity.value.uppercased() {
            case "ARRIVE": .arrive
            case "DEPART": .leave
            default: nil
            }
        guard let way else { return nil }
        var radius = Alarm.standardRadius
        for line in lines {
            guard let start = line.value.range(of: "geo:", options: .caseInsensitive) else { continue }
            let parts = line.value[start.upperBound...].split(separator: ";")
            let numbers = parts.first?.split(separator: ",").compactMap { Double($0) } ?? []
            guard numbers.count >= 2, let point = try? Coordinate(latitude: numbers[0], longitude: numbers[1]),
                let location = todo.location, location.coordinate.distance(to: point) < 10
            else { return nil }
            let uncertainty = parts.first { $0.hasPrefix("u=") }.map { String($0.dropFirst(2)) }
            let given = line.parameter("X-APPLE-RADIUS") ?? uncertainty
            if let metres = given.flatMap(Double.init), let whole = Int(exactly: metres.rounded()) { radius = whole }
        }
        return Alarm.radii ~= radius ? .place(way, nil, radius: radius) : nil
    }
}
