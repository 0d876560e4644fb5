import Foundation
import JSON
import TodoDomain

/// Reminders as VALARM components (RFC 5545, section 3.6.6), with ACKNOWLEDGED, PROXIMITY and snoozes of RFC 9074. The
/// remaining data are in a property of our own. It is used only if the trigger beside it is still the one that it was written
/// with.
enum ICalendarAlarms {
    /// The alarm, its state, and the TRIGGER beside it: `{"alarm", "state", "trigger"}`.
    static let own = "X-TODO-ALARM"
    /// The member of an alarm with the lines of its component, if they contain more than we would write.
    private static let original = "ics"
    /// A trigger that never fires (RFC 9074, section 8.1), for alarms that do not ring at a time.
    private static let never = "TRIGGER;VALUE=DATE-TIME:19760401T005545Z"

    // MARK: Reading

    /// Reads the alarms of a to-do, and removes the components that contain nothing else.
    static func take(
        from nested: inout [(name: String, lines: [String])], into todo: inout Todo, in time: ICalendarTime
    ) {
        guard nested.contains(where: { $0.name == "VALARM" }) else { return }
        var (rest, snoozes) = ([(name: String, lines: [String])](), [(of: String, until: Date, lines: [String])]())
        var ids: [String: Alarm.ID] = [:]
        for component in nested {
            guard component.name == "VALARM", let read = ICalendarAlarm(component.lines, of: todo, in: time) else {
                rest.append(component)
                continue
            }
            if let alarm = read.snoozed, case .moment(let date, _) = read.alarm.trigger {
                snoozes.append((alarm, date, component.lines))
                continue
            }
            guard !todo.alarms.contains(where: { $0.id == read.alarm.id }), todo.alarms.count < Limits.alarms else {
                rest.append(component)
                continue
            }
            todo.alarms.append(read.alarm)
            ids[read.uid ?? read.alarm.id.rawValue] = read.alarm.id
            if let (key, state) = read.state { todo.alarmStates[key] = state }
        }
        for (uid, date, lines) in snoozes {
            guard let id = ids[uid] else {
                rest.append(("VALARM", lines))
                continue
            }
            let key = todo.alarmStates.keys.first { $0.alarm == id } ?? AlarmState.Key(id, todo.firstOccurrence)
            let state = todo.alarmStates[key] ?? AlarmState()
            todo.alarmStates[key] = AlarmState(
                acknowledged: state.acknowledged, snoozed: date, extras: state.extras)
        }
        // The lines are kept if ours would contain less.
        for (index, alarm) in todo.alarms.enumerated() {
            let component = nested.first { component in
                ICalendarAlarm(component.lines, of: todo, in: time)?.alarm.id == alarm.id
            }
            guard let component else { continue }
            if lines(of: alarm, todo, in: time.timeZone) != component.lines {
                var kept = alarm
                kept.extras[original] = .string(component.lines.joined(separator: "\n"))
                // A component that is too long is not kept. The alarm is then written in our form.
                if (try? kept.validated()) != nil { todo.alarms[index] = kept }
            }
        }
        todo.alarms.sort { $0.id < $1.id }
        nested = rest
    }

    // MARK: Writing

    /// The components of a to-do's alarms and of their snoozes.
    static func lines(of todo: Todo, in zone: TimeZone) -> [String] {
        todo.alarms.flatMap { alarm -> [String] in
            let snooze = snoozeLines(of: alarm, todo)
            guard let text = alarm.extras[original]?.string,
                case let kept = ICalendarEncoder.component(text, named: "VALARM"),
                let read = ICalendarAlarm(kept, of: todo, in: ICalendarTime(timeZone: zone)),
                read.alarm.id == alarm.id, read.alarm.trigger == alarm.trigger,
                read.state?.state.acknowledged == todo.state(of: alarm)?.value.acknowledged
            else { return lines(of: alarm, todo, in: zone) + snooze }
            return kept + snooze
        }
    }

    private static func lines(of alarm: Alarm, _ todo: Todo, in zone: TimeZone) -> [String] {
        let state = todo.state(of: alarm)
        let (trigger, isExact) = trigger(of: alarm, todo, in: zone)
        var lines = [
            "BEGIN:VALARM", "UID:\(alarm.id)", "ACTION:DISPLAY",
            "DESCRIPTION:\(ICalendarText.escaped(todo.title))", trigger,
        ]
        if let acknowledged = state?.value.acknowledged { lines.append("ACKNOWLEDGED:" + acknowledged.iso8601Basic) }
        var known = alarm
        known.extras[original] = nil
        let isOrdinary =
            state?.key.occurrence == nil && state?.value.extras.isEmpty ?? true
            // Times in iCalendar are whole seconds.
            && state?.value.acknowledged.map { $0.milliseconds % 1000 == 0 } ?? true
        if !isExact || !known.extras.isEmpty || !isOrdinary {
            let value: JSONValue = [
                "alarm": known.json, "trigger": .string(trigger),
                "state": state.map { $0.value.register(for: $0.key) } ?? .null,
            ]
            lines.append("\(own):\(ICalendarText.escaped(value.canonicalJSON))")
        }
        if case .place(let proximity, let place, let radius) = alarm.trigger {
            lines.append("PROXIMITY:\(proximity == .arrive ? "ARRIVE" : "DEPART")")
            if let location = todo.location, place == nil || place == location.id {
                let (latitude, longitude) = (
                    ICalendarEncoder.decimal(location.latitude), ICalendarEncoder.decimal(location.longitude)
                )
                lines += ["BEGIN:VLOCATION", "UID:\(alarm.id.rawValue.prefix(57))-place"]
                if let name = location.placeName { lines.append("NAME:" + ICalendarText.escaped(name)) }
                lines += ["URL:geo:\(latitude),\(longitude);u=\(radius)", "END:VLOCATION"]
            }
        }
        return lines + ["END:VALARM"]
    }

    /// The lines of a snooze, which is an alarm of its own with a fixed moment.
    private static func snoozeLines(of alarm: Alarm, _ todo: Todo) -> [String] {
        guard let state = todo.state(of: alarm)?.value, let snoozed = state.snoozed else { return [] }
        return [
            "BEGIN:VALARM", "UID:\(alarm.id.rawValue.prefix(57))-snooze", "ACTION:DISPLAY",
            "DESCRIPTION:\(ICalendarText.escaped(todo.title))", "TRIGGER;VALUE=DATE-TIME:" + snoozed.iso8601Basic,
            "RELATED-TO;RELTYPE=SNOOZE:\(alarm.id)", "END:VALARM",
        ]
    }

    /// The TRIGGER line, and whether it expresses the complete trigger.
    private static func trigger(of alarm: Alarm, _ todo: Todo, in zone: TimeZone) -> (line: String, isExact: Bool) {
        let reminded = RemindedTodo(id: todo.id, due: todo.due, start: todo.start, alarms: [])
        switch alarm.trigger {
        case .moment(let date, let name):
            let isExact =
                name == ICalendarAlarm.universal && date.milliseconds % 1000 == 0
                && !ICalendarAlarm.isAtDue(alarm.trigger, of: todo)
            return ("TRIGGER;VALUE=DATE-TIME:" + date.iso8601Basic, isExact)
        case .before(let lead, let anchor):
            let (related, date) = anchored(anchor, todo)
            if case .instant? = date {
                return ("TRIGGER;RELATED=\(related):\(lead.triggerText)", anchor == .due || anchor == .start)
            }
        case .time: break
        case .place, .unknown: return (never, false)
        }
        // iCalendar counts from the midnight of a day, or from a time. The moment may be on another day.
        guard let anchor = alarm.trigger.anchor, case (let related, let date?) = anchored(anchor, todo),
            let moment = reminded.moment(of: alarm.trigger, ReminderSettings(timeZone: zone))
        else { return (never, false) }
        let origin: Date
        switch date {
        case .day(let day): origin = day.start(in: zone)
        case .instant(let instant, _): origin = instant
        }
        let seconds = Int(clamping: (origin.milliseconds - moment.milliseconds) / 1000)
        guard let lead = Alarm.Lead(seconds: seconds) else { return (never, false) }
        return ("TRIGGER;RELATED=\(related):\(lead.triggerText)", false)
    }

    /// START or END, and the date that it means.
    private static func anchored(_ anchor: Alarm.Anchor, _ todo: Todo) -> (String, Due?) {
        let isStart = anchor == .start || anchor == .either && todo.due == nil
        return (isStart ? "START" : "END", isStart ? todo.start : todo.due)
    }
}

extension Alarm.Trigger {
    /// The date from which the trigger counts; nil if it does not count from one.
    fileprivate var anchor: Alarm.Anchor? {
        switch self {
        case .before(_, let anchor), .time(_, _, let anchor): anchor
        case .moment, .place, .unknown: nil
        }
    }
}

extension Alarm.Lead {
    /// The value of a TRIGGER, which is negative before the date.
    fileprivate var triggerText: String {
        if self == .zero { return "PT0S" }
        return isAfter ? String(description.dropFirst()) : "-" + description
    }
}

extension Todo {
    /// The state of an alarm.
    fileprivate func state(of alarm: Alarm) -> (key: AlarmState.Key, value: AlarmState)? {
        alarmStates.first { $0.key.alarm == alarm.id }
    }

    /// The first occurrence, if the to-do repeats.
    var firstOccurrence: Occurrence? { recurrence.map { Occurrence(stretch: $0.stretch, key: $0.key) } }
}
