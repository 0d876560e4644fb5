public import Foundation
public import JSON

// The form of each register's value: on the wire, in the history and in the bytes that break a tie.
extension JSONValue {
    /// A text, or null.
    public static func register(_ text: String?) -> JSONValue { text.map(JSONValue.string) ?? .null }

    /// `{"at": milliseconds, "done": true}`, or null while open.
    public static func completion(_ date: Date?) -> JSONValue {
        date.map { ["done": true, "at": .integer($0.milliseconds)] } ?? .null
    }

    /// `{"day": "2026-11-21"}`, `{"at": milliseconds, "zone": "Europe/Zurich"}`, or null.
    public static func due(_ due: Due?) -> JSONValue {
        switch due {
        case .day(let day): ["day": .string(day.description)]
        case .instant(let date, let zone): ["at": .integer(date.milliseconds), "zone": .string(zone)]
        case nil: .null
        }
    }

    /// `{"altitude": metres or null, "latitude": degrees, "longitude": degrees}`.
    public static func position(_ position: Location.Position) -> JSONValue {
        [
            "latitude": .double(position.coordinate.latitude), "longitude": .double(position.coordinate.longitude),
            "altitude": position.altitude.map(JSONValue.double) ?? .null,
        ]
    }

    /// The rule and start of a series: `{"rrule": text, "mode": "every", "zone": name, "g": stretch, "base": day,
    /// "key": day, "due": as in its register, "n": number, "after": day or null}`, or null. If only the first one was moved to
    /// another time, it also has `"usual"`, in the form of `due`.
    public static func recurrence(_ recurrence: Recurrence?) -> JSONValue {
        guard let recurrence else { return .null }
        var members: [String: JSONValue] = [
            "rrule": .string(recurrence.rule), "mode": .string(recurrence.mode.rawValue),
            "zone": .string(recurrence.zone), "g": .integer(Int64(recurrence.stretch)),
            "base": .string(recurrence.base.description), "key": .string(recurrence.key.description),
            "due": .due(recurrence.due), "n": .integer(Int64(recurrence.number)),
            "after": .register(recurrence.after?.description),
        ]
        if let usual = recurrence.usual { members["usual"] = .due(usual) }
        return .object(members)
    }

    /// The occurrence that a to-do settles: `{"g": stretch, "key": day}`, or null.
    public static func occurrence(_ occurrence: Occurrence?) -> JSONValue {
        occurrence.map { ["g": .integer(Int64($0.stretch)), "key": .string($0.key.description)] } ?? .null
    }

    /// The rule and start of a series; nil if there is none or the value has another form.
    package var asRecurrence: Recurrence? {
        guard let rule = self["rrule"]?.string, rule.utf8.count <= Limits.extras,
            let mode = self["mode"]?.string.flatMap(Recurrence.Mode.init(rawValue:)),
            let zone = self["zone"]?.string, zone.utf8.count <= 64, let stretch = self["g"]?.integer,
            let base = self["base"]?.string.flatMap(Day.init), let key = self["key"]?.string.flatMap(Day.init),
            let due = self["due"]?.asDue, let number = self["n"]?.integer,
            0...Recurrence.greatestNumber ~= Int(clamping: stretch),
            1...Recurrence.greatestNumber ~= Int(clamping: number)
        else { return nil }
        var recurrence = Recurrence(
            rule: rule, mode: mode, zone: zone, stretch: Int(stretch), base: base, key: key, due: due,
            number: Int(number), after: self["after"]?.string.flatMap(Day.init))
        recurrence.usual = self["usual"]?.asDue
        return recurrence
    }

    /// The occurrence that a to-do settles; nil if there is none or the value has another form.
    package var asOccurrence: Occurrence? {
        guard let stretch = self["g"]?.integer, 0...Recurrence.greatestNumber ~= Int(clamping: stretch),
            let key = self["key"]?.string.flatMap(Day.init)
        else { return nil }
        return Occurrence(stretch: Int(stretch), key: key)
    }

    /// `{"list": id, "parent": id}` without members that are nil, or null for a root in the inbox.
    public static func standing(_ standing: Standing) -> JSONValue {
        let members = ["list": standing.list, "parent": standing.parent].compactMapValues { $0.map(JSONValue.string) }
        return members.isEmpty ? .null : .object(members)
    }

    /// Where a to-do was put; members of another form count as missing.
    package var asStanding: Standing { Standing(list: self["list"]?.string, parent: self["parent"]?.string) }

    /// The time at which a to-do was done; nil if it is open or the value has another form.
    package var asCompletion: Date? {
        guard self["done"]?.bool == true, let at = self["at"]?.integer else { return nil }
        return Limits.time.contains(at) ? Date(milliseconds: at) : nil
    }

    /// A due date; nil if there is none or the value has another form.
    package var asDue: Due? {
        if let day = self["day"]?.string { return Day(day).map(Due.day) }
        guard let at = self["at"]?.integer, Limits.time.contains(at), let zone = self["zone"]?.string else {
            return nil
        }
        return .instant(Date(milliseconds: at), zone: zone)
    }

    /// A position; nil if the value has another form or the position does not exist.
    package var asPosition: Location.Position? {
        guard let latitude = self["latitude"]?.number, let longitude = self["longitude"]?.number,
            let coordinate = try? Coordinate(latitude: latitude, longitude: longitude)
        else { return nil }
        return Location.Position(coordinate: coordinate, altitude: self["altitude"]?.number)
    }
}
