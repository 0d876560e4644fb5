public import Foundation
public import JSON

/// The registers of a to-do that hold one value each. CONTRIBUTING.md lists what else a new field needs.
public enum TodoRegister: String, CaseIterable, Sendable {
    /// What is to be done.
    case title
    /// Longer text; null where it is empty.
    case notes
    /// How much it matters, or null.
    case priority
    /// When it was done; null while it is open.
    case completion
    /// When it is due, or null.
    case due
    /// The id of its place, or null.
    case location

    /// The register of an imported property. An accent is spelt in one way, however the file spells it.
    public static func extra(_ key: String) -> String {
        extrasPrefix + (key.utf8.allSatisfy { $0 < 0x80 } ? key : key.precomposedStringWithCanonicalMapping)
    }
    /// The imported property of a register; nil where it is none of these.
    public static func extraKey(of register: String) -> String? {
        register.hasPrefix(extrasPrefix) ? String(register.dropFirst(extrasPrefix.count)) : nil
    }
    /// What the names of the registers of imported properties begin with.
    public static let extrasPrefix = "extras."
}

/// The registers of a tag.
public enum TagRegister: String, CaseIterable, Sendable {
    /// What it is called.
    case title
    /// Its colour as a front end understands it, or null.
    case color
    /// The id of the tag in whose place it is used. It counts only while the tag is deleted, which a merge does as well.
    case mergedInto
    /// When another tag was last merged into it, in milliseconds since 1970: that brings it back.
    case used
}

/// The registers of a location.
public enum LocationRegister: String, CaseIterable, Sendable {
    /// Latitude, longitude and altitude, which belong together.
    case position
    /// What it is called, or null.
    case placeName
    /// The id of the place in whose place it is used; as ``TagRegister/mergedInto``.
    case mergedInto
    /// When another place was last merged into it; as ``TagRegister/used``.
    case used
}

/// The registers of a conflict. Two devices that notice the same write the first two alike, under the stamp of what lost.
public enum ConflictRegister: String, CaseIterable, Sendable {
    /// `{"kind", "id", "register"}`: what was written twice.
    case about
    /// `{"value", "stamp"}`: what lost.
    case lost
    /// `{"at", "kept", "stamp"}`: when it was noticed, in milliseconds since 1970, and what stood then.
    case notice
    /// When somebody had looked after it, in milliseconds since 1970; null while nobody has.
    case closed
}

/// The registers of a device.
public enum DeviceRegister: String, CaseIterable, Sendable {
    /// What people call it.
    case name
}

extension RecordKind {
    /// The names of the registers that every record of this kind has.
    public var registerNames: [String] {
        switch self {
        case .todo: TodoRegister.allCases.map(\.rawValue)
        case .tag: TagRegister.allCases.map(\.rawValue)
        case .location: LocationRegister.allCases.map(\.rawValue)
        case .conflict: ConflictRegister.allCases.map(\.rawValue)
        case .device: DeviceRegister.allCases.map(\.rawValue)
        }
    }
}

extension Todo.Update {
    /// The values of the registers that it writes, by name; tags are not among them.
    public var registers: [String: JSONValue] {
        var values: [String: JSONValue] = [:]
        if let title { values[TodoRegister.title.rawValue] = .string(title) }
        if let notes { values[TodoRegister.notes.rawValue] = notes.isEmpty ? .null : .string(notes) }
        if !priority.isKept { values[TodoRegister.priority.rawValue] = .register(priority.value?.rawValue) }
        if !completedAt.isKept { values[TodoRegister.completion.rawValue] = .completion(completedAt.value) }
        if !due.isKept { values[TodoRegister.due.rawValue] = .due(due.value) }
        if !location.isKept { values[TodoRegister.location.rawValue] = .register(location.value?.rawValue) }
        for (key, change) in extras where !change.isKept { values[TodoRegister.extra(key)] = change.value ?? .null }
        return values
    }
}

extension Tag.Update {
    /// The values of the registers that it writes, by name.
    public var registers: [String: JSONValue] {
        var values: [String: JSONValue] = [:]
        if let title { values[TagRegister.title.rawValue] = .string(title) }
        if !color.isKept { values[TagRegister.color.rawValue] = .register(color.value) }
        return values
    }
}

extension Location.Update {
    /// The values of the registers that it writes, by name.
    public var registers: [String: JSONValue] {
        var values: [String: JSONValue] = [:]
        if let position { values[LocationRegister.position.rawValue] = .position(position) }
        if !placeName.isKept { values[LocationRegister.placeName.rawValue] = .register(placeName.value) }
        return values
    }
}

// The form of each register's value: on the wire, in the history and in the bytes that settle a tie.
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

    /// The time at which a to-do was done; nil while it is open or where the value has another form.
    public var asCompletion: Date? {
        guard self["done"]?.bool == true, let at = self["at"]?.integer else { return nil }
        return Limits.time.contains(at) ? Date(milliseconds: at) : nil
    }

    /// A due date; nil for none or where the value has another form.
    public var asDue: Due? {
        if let day = self["day"]?.string { return Day(day).map(Due.day) }
        guard let at = self["at"]?.integer, Limits.time.contains(at), let zone = self["zone"]?.string else {
            return nil
        }
        return .instant(Date(milliseconds: at), zone: zone)
    }

    /// A position; nil where the value has another form or there is no such place.
    public var asPosition: Location.Position? {
        guard let latitude = self["latitude"]?.number, let longitude = self["longitude"]?.number,
            let coordinate = try? Coordinate(latitude: latitude, longitude: longitude)
        else { return nil }
        return Location.Position(coordinate: coordinate, altitude: self["altitude"]?.number)
    }
}
