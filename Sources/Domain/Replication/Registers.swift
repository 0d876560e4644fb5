public import Foundation
public import JSON

extension RecordKind {
    /// The names of the registers that every record of this kind has.
    public var registerNames: [String] { content.registerNames }

    /// The type of the content of this kind of record.
    package var content: any RecordContent.Type {
        switch self {
        case .todo: Todo.Content.self
        case .tag: Tag.Content.self
        case .location: Location.Content.self
        case .conflict: ConflictRecord.Content.self
        case .device: DeviceContent.self
        }
    }
}

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

    /// The time at which a to-do was done; nil if it is open or the value has another form.
    public var asCompletion: Date? {
        guard self["done"]?.bool == true, let at = self["at"]?.integer else { return nil }
        return Limits.time.contains(at) ? Date(milliseconds: at) : nil
    }

    /// A due date; nil if there is none or the value has another form.
    public var asDue: Due? {
        if let day = self["day"]?.string { return Day(day).map(Due.day) }
        guard let at = self["at"]?.integer, Limits.time.contains(at), let zone = self["zone"]?.string else {
            return nil
        }
        return .instant(Date(milliseconds: at), zone: zone)
    }

    /// A position; nil if the value has another form or the position does not exist.
    public var asPosition: Location.Position? {
        guard let latitude = self["latitude"]?.number, let longitude = self["longitude"]?.number,
            let coordinate = try? Coordinate(latitude: latitude, longitude: longitude)
        else { return nil }
        return Location.Position(coordinate: coordinate, altitude: self["altitude"]?.number)
    }
}
