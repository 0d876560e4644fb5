import Foundation
import JSON
import TodoDomain

/// A record of a JSON file while it is read.
struct RecordDraft<Content: RecordContent> {
    /// The id in the file; nil if it has none.
    fileprivate(set) var id: String?
    /// The creation date; nil if the file has none.
    fileprivate(set) var createdAt: Date?
    /// The date of the last edit; nil if the file has none.
    fileprivate(set) var updatedAt: Date?
    /// The fields.
    var content = Content()
    /// The members that had a value, with a bit for each.
    fileprivate var given: UInt64 = 0

    /// Creates a model with this content, and with the dates from the file or else with other dates.
    func model<Model: RecordedModel>(_ fields: Model, _ id: Identifier<Model>, createdAt other: Date) -> Model {
        fields.identified(
            as: id, createdAt: createdAt ?? updatedAt ?? other, updatedAt: updatedAt ?? createdAt ?? other)
    }
}

/// The members of a kind of record in JSON: its id, its dates, and a member for each field that a model shows. The kind of a
/// field's value determines the form of the member.
struct JSONMembers<Content: RecordContent> {
    private let fields: [(name: String, field: Field<Content>)]
    private let places: [String: Int]

    init() {
        fields = Content.fields.all.flatMap { field in field.jsonNames.map { ($0, field) } }
        places = Dictionary(uniqueKeysWithValues: fields.enumerated().map { ($1.name, $0) })
    }

    /// The names of all members.
    var names: [String] { ["id", "createdAt", "updatedAt"] + fields.map(\.name) }

    /// Reads the value of a member; false if there is no such member.
    func read(
        _ name: String, from reader: inout JSONReader, into draft: inout RecordDraft<Content>, _ dues: inout DueReader
    ) throws -> Bool {
        switch name {
        case "id": draft.id = try reader.optionalString(name)
        case "createdAt": draft.createdAt = try reader.optionalTime(name)
        case "updatedAt": draft.updatedAt = try reader.optionalTime(name)
        default:
            guard let place = places[name] else { return false }
            let isGiven = try fields[place].field.read(name, from: &reader, into: &draft.content, &dues)
            if isGiven { draft.given |= 1 << UInt64(place) } else { draft.given &= ~(1 << UInt64(place)) }
        }
        return true
    }

    /// Whether a member had a value.
    func has(_ name: String, in draft: RecordDraft<Content>) -> Bool {
        places[name].map { draft.given & 1 << UInt64($0) != 0 } ?? false
    }
}

// The members for each kind of value.
extension Field {
    /// The names of the members; empty if no model shows the field.
    var jsonNames: [String] {
        guard let member else { return [] }
        if case .position = value { return ["latitude", "longitude", "altitude"] }
        return [member]
    }

    /// Writes its members.
    func write(_ content: Content, to writer: inout JSONWriter) {
        guard let member else { return }
        switch value {
        case .line(let path), .text(let path): writer.member(member, content[keyPath: path])
        case .optionalText(let path), .reference(let path, _): writer.member(member, content[keyPath: path])
        case .completion(let path), .time(let path): writer.member(member, content[keyPath: path]?.rfc3339)
        case .due(let path):
            writer.key(member)
            content[keyPath: path].write(to: &writer)
        case .priority(let path): writer.member(member, content[keyPath: path]?.rawValue)
        // They are written together with the objects that they refer to.
        case .standing, .order, .recurrence, .occurrence, .address: break
        case .flag(let path): writer.member(member, content[keyPath: path])
        case .milliseconds(let path):
            writer.member(member, content[keyPath: path].map { Date(milliseconds: $0).rfc3339 })
        case .number(let path, _): writer.member(member, content[keyPath: path])
        case .position(let path):
            let position = content[keyPath: path]
            writer.member("latitude", position.coordinate.latitude)
            writer.member("longitude", position.coordinate.longitude)
            writer.member("altitude", position.altitude)
        case .object(let path): writer.member(member, content[keyPath: path])
        }
    }

    /// Reads and validates one of the members; false for null.
    fileprivate func read(
        _ name: String, from reader: inout JSONReader, into content: inout Content, _ dues: inout DueReader
    ) throws -> Bool {
        func text(_ path: ValuePath<Content, String>) throws -> Bool {
            let text = try reader.optionalString(name)
            content[keyPath: path] = text ?? ""
            if text != nil { try check(&content) }
            return text != nil
        }
        func optionalText(_ path: ValuePath<Content, String?>) throws -> Bool {
            content[keyPath: path] = try reader.optionalString(name)
            try check(&content)
            return content[keyPath: path] != nil
        }
        switch value {
        case .line(let path), .text(let path): return try text(path)
        case .optionalText(let path), .reference(let path, _): return try optionalText(path)
        case .completion(let path), .time(let path):
            content[keyPath: path] = try reader.optionalTime(name)
            return content[keyPath: path] != nil
        case .due(let path):
            content[keyPath: path] = try dues.due(name, from: &reader)
            return content[keyPath: path] != nil
        case .priority(let path):
            content[keyPath: path] = try reader.optionalString(name).map { text in
                guard let priority = Priority(rawValue: text) else {
                    throw InputError.field(name, "\"high\", \"medium\", \"low\" or null")
                }
                return priority
            }
            return content[keyPath: path] != nil
        case .standing, .order, .recurrence, .occurrence, .address: return false
        case .flag(let path):
            let flag = try reader.value()
            guard flag.isNull || flag.bool != nil else { throw InputError.field(name, "true, false or null") }
            content[keyPath: path] = flag.bool ?? false
            return !flag.isNull
        case .milliseconds(let path):
            content[keyPath: path] = try reader.optionalTime(name)?.milliseconds
            return content[keyPath: path] != nil
        case .number(let path, let unit):
            let value = try reader.value()
            guard value.isNull || value.integer != nil else {
                throw InputError.field(name, "a number of \(unit), or null")
            }
            content[keyPath: path] = value.integer.map { Int(clamping: $0) }
            try check(&content)
            return !value.isNull
        case .position(let path):
            let number = try reader.optionalNumber(name)
            let point = content[keyPath: path].coordinate
            switch name {
            case "latitude":
                content[keyPath: path].coordinate = Coordinate(
                    uncheckedLatitude: number ?? 0, longitude: point.longitude)
            case "longitude":
                content[keyPath: path].coordinate = Coordinate(
                    uncheckedLatitude: point.latitude, longitude: number ?? 0)
            default:
                content[keyPath: path].altitude = number
                try check(&content)
            }
            return number != nil
        case .object(let path):
            let object = try reader.value()
            guard object.isNull || object.members != nil else { throw InputError.field(name, "an object or null") }
            content[keyPath: path] = object
            return !object.isNull
        }
    }
}

extension Due? {
    /// `{"day"}`, `{"at", "zone"}` or null.
    func write(to writer: inout JSONWriter) {
        guard let self else { return writer.null() }
        writer.beginObject()
        switch self {
        case .day(let day):
            writer.member("day", day.description)
        case .instant(let date, let zone):
            writer.member("at", date.rfc3339)
            writer.member("zone", zone)
        }
        writer.endObject()
    }
}

/// Parses due dates.
struct DueReader {
    /// The zone for a time without one.
    let timeZone: TimeZone
    /// Zones that were looked up before. A lookup takes longer than reading a record.
    private var knownZones: Set<String> = []

    init(timeZone: TimeZone) { self.timeZone = timeZone }

    /// Parses `{"day"}`, `{"at", "zone"}`, ISO 8601 text or null.
    mutating func due(_ field: String, from reader: inout JSONReader) throws -> Due? {
        func bad() -> InputError {
            .field(field, "null, {\"day\"}, {\"at\",\"zone\"} or a text such as \"2026-11-21\"")
        }
        if try reader.peek() == .string {
            guard let due = Due(text: try reader.string(), in: timeZone) else { throw bad() }
            return try Validation.due(due)
        }
        var (day, zone): (String?, String?)
        var at: Date?
        let isThere = try reader.optionalObject(field) { key, reader in
            switch key {
            case "day": day = try reader.optionalString("\(field).day")
            case "at": at = try reader.optionalTime("\(field).at")
            case "zone": zone = try reader.optionalString("\(field).zone")
            default: try reader.skip()
            }
        }
        switch (day, at) {
        case (let text?, nil):
            guard let day = Day(text) else { throw InputError.field("\(field).day", "a day such as 2026-11-21") }
            return .day(day)
        case (nil, let at?): return try instant(at, zone: zone)
        case (nil, nil) where !isThere: return nil
        default: throw bad()
        }
    }

    private mutating func instant(_ date: Date, zone: String?) throws -> Due {
        let due = Due.instant(date, zone: zone ?? timeZone.identifier)
        if let zone, knownZones.contains(zone) { return due }
        let valid = try Validation.due(due)
        if let zone { knownZones.insert(zone) }
        return valid
    }
}
