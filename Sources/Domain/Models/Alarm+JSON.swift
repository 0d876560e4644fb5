import Basics
import Foundation
public import JSON

extension Alarm {
    /// The alarm in the register `alarms.<id>`; nil if the value is not an object, as after the alarm was removed.
    ///
    /// A trigger that is not understood, or has numbers beyond the limits, is ``Trigger/unknown`` and kept as it is.
    public init?(id: ID, json: JSONValue) {
        guard let members = json.members else { return nil }
        let trigger = Trigger(members)
        let known = trigger.members
        self.init(id: id, trigger, extras: members.filter { known[$0.key] == nil && !trigger.implies($0.key) })
    }

    /// The value of the register `alarms.<id>`: the unknown members, and those of the trigger.
    ///
    /// | trigger | members |
    /// |---|---|
    /// | moment | `{"at": milliseconds since 1970, "zone": "Europe/Zurich"}` |
    /// | before | `{"before": "PT15M", "of": "due"}`; `of` is `due`, `start` or `either` |
    /// | time | `{"time": "18:00", "days": 1, "of": "due"}`: the day before at 18:00 |
    /// | place | `{"proximity": "arrive", "place": id, "radius": metres}`; without `place`, that of the to-do |
    public var json: JSONValue {
        let others = trigger == .unknown ? extras : extras.filter { !Self.decisive.contains($0.key) }
        return .object(others.merging(trigger.members) { _, own in own })
    }

    /// The members by which triggers are told apart.
    private static let decisive: Set<String> = ["at", "before", "time", "proximity"]
}

extension Alarm.Trigger {
    init(_ members: [String: JSONValue]) {
        self = Self.understood(members) ?? .unknown
    }

    private static func understood(_ members: [String: JSONValue]) -> Alarm.Trigger? {
        let anchor = members["of"]?.string.flatMap(Alarm.Anchor.init(rawValue:))
        if members["at"] != nil {
            guard case .instant(let date, let zone)? = JSONValue.object(members).asDue, zone.utf8.count <= 64 else {
                return nil
            }
            return .moment(date, zone: zone)
        }
        if let text = members["before"]?.string {
            guard let lead = Alarm.Lead(text), let anchor else { return nil }
            return .before(lead, of: anchor)
        }
        if let text = members["time"]?.string {
            guard let time = ClockTime(text), let days = members["days"]?.integer, let anchor,
                -Int64(Alarm.Lead.mostDays)...Int64(Alarm.Lead.mostDays) ~= days
            else { return nil }
            return .time(time, daysBefore: Int(days), of: anchor)
        }
        guard let proximity = members["proximity"]?.string.flatMap(Alarm.Proximity.init(rawValue:)),
            let metres = members["radius"]?.number, let radius = Int(exactly: metres.rounded()), Alarm.radii ~= radius
        else { return nil }
        guard let place = members["place"], !place.isNull else { return .place(proximity, nil, radius: radius) }
        return place.string.flatMap { Location.ID($0) }.map { .place(proximity, $0, radius: radius) }
    }

    /// The members of the JSON form.
    var members: [String: JSONValue] {
        switch self {
        case .moment(let date, let zone): ["at": .integer(date.milliseconds), "zone": .string(zone)]
        case .before(let lead, let anchor):
            ["before": .string(lead.description), "of": .string(anchor.rawValue)]
        case .time(let time, let days, let anchor):
            ["time": .string(time.text), "days": .integer(Int64(days)), "of": .string(anchor.rawValue)]
        case .place(let proximity, let place, let radius):
            ["proximity": .string(proximity.rawValue), "radius": .integer(Int64(radius))].merging(
                place.map { ["place": .string($0.rawValue)] } ?? [:]
            ) { own, _ in own }
        case .unknown: [:]
        }
    }

    /// Whether a member of this name says something that the trigger says by lacking it.
    fileprivate func implies(_ name: String) -> Bool {
        if case .place = self { name == "place" } else { false }
    }
}

extension ClockTime {
    /// Parses the form `18:00` or `18:00:30`; nil for any other form and for a time that does not exist.
    init?(_ text: String) {
        let parts = DigitScanner.scan(text) { scanner -> [Int]? in
            guard let hour = scanner.number(digits: 2), scanner.take(":"), let minute = scanner.number(digits: 2) else {
                return nil
            }
            guard scanner.take(":") else { return scanner.isAtEnd ? [hour, minute, 0] : nil }
            guard let second = scanner.number(digits: 2), scanner.isAtEnd else { return nil }
            return [hour, minute, second]
        }
        guard let parts, let time = try? ClockTime(hour: parts[0], minute: parts[1], second: parts[2]) else {
            return nil
        }
        self = time
    }
}

extension Alarm: Codable {
    private enum CodingKeys: CodingKey { case id, value }

    /// Decodes an id and ``json``.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let (id, value) = (
            try container.decode(ID.self, forKey: .id), try container.decode(JSONValue.self, forKey: .value)
        )
        guard let alarm = Alarm(id: id, json: value) else {
            throw DecodingError.dataCorruptedError(forKey: .value, in: container, debugDescription: "not an alarm")
        }
        self = alarm
    }

    /// Encodes its id and ``json``.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(json, forKey: .value)
    }
}
