import Foundation
import JSON
import TodoDomain

extension Todo {
    /// Writes `"reminders":[…]`.
    func writeReminders(to writer: inout JSONWriter) {
        writer.key("reminders")
        writeReminderArray(to: &writer)
    }

    /// Writes an array of the reminders: `{"id", "words", …, "acknowledged", "snoozed", "occurrence"}`, with the members of
    /// ``Alarm/json``. A moment in it is written like all times.
    func writeReminderArray(to writer: inout JSONWriter) {
        writer.beginArray()
        for alarm in alarms {
            let found = alarmStates.first { $0.key.alarm == alarm.id }
            writer.beginObject()
            writer.member("id", alarm.id.rawValue)
            writer.member("words", words(for: alarm, in: nil))
            for (name, value) in (alarm.json.members ?? [:]).sorted(by: { $0.key < $1.key })
            where !ImportedReminders.ownNames.contains(name) {
                if name == "at", case .moment(let date, _) = alarm.trigger {
                    writer.member(name, date.rfc3339)
                } else {
                    writer.member(name, value)
                }
            }
            writer.member("acknowledged", found?.value.acknowledged?.rfc3339)
            writer.member("snoozed", found?.value.snoozed?.rfc3339)
            // The occurrence of a series to which this state belongs.
            writer.member("occurrence", found?.key.occurrence.map { Self.text(of: $0) })
            writer.endObject()
        }
        writer.endArray()
    }
}

/// The member `reminders` of a file. If a person wrote it, only the trigger is required.
struct ImportedReminders {
    var alarms: [Alarm] = []
    var states: [AlarmState.Key: AlarmState] = [:]

    /// The members that do not belong to an alarm itself.
    static let ownNames: Set<String> = ["id", "words", "acknowledged", "snoozed", "occurrence"]

    init() {}

    /// Reads the member; nil if it has another form.
    init?(_ value: JSONValue) {
        guard let elements = value.elements else { return nil }
        for element in elements {
            guard var members = element.members else { return nil }
            let own = members.filter { Self.ownNames.contains($0.key) }
            for name in own.keys { members[name] = nil }
            if let text = members["at"]?.string {
                guard let date = Date(rfc3339: text) else { return nil }
                members["at"] = .integer(date.milliseconds)
            }
            let given = own["id"]?.string
            guard given == nil || given.flatMap({ Alarm.ID($0) }) != nil,
                var alarm = Alarm(id: given.flatMap { Alarm.ID($0) } ?? .init(stored: "-"), json: .object(members))
            else { return nil }
            if given == nil { alarm = Alarm(alarm.trigger) }
            // A reminder needs an id or a trigger.
            guard given != nil || alarm.trigger != .unknown else { return nil }
            guard !alarms.contains(where: { $0.id == alarm.id }) else { continue }
            alarms.append(alarm)
            func time(_ name: String) -> Date? { own[name]?.string.flatMap(Date.init(rfc3339:)) }
            let state = AlarmState(acknowledged: time("acknowledged"), snoozed: time("snoozed"))
            guard state != AlarmState() else { continue }
            states[AlarmState.Key(alarm.id, own["occurrence"].flatMap(ImportedRecurrence.occurrence))] = state
        }
        alarms.sort { $0.id < $1.id }
    }
}
