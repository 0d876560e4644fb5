import Foundation
import JSON
import TodoDomain

/// Reads the objects that ``TodoJSON`` writes, and such as people write by hand: only a to-do's title is required.
struct TodoJSONDecoder {
    /// How many tags and locations are remembered; the to-dos that follow name them without their times.
    private static let memory = 65_536

    private let context: ImportContext
    private var identities = Identities(format: "json")
    private var tagMaker = TagMaker()
    private var tags: [Tag.ID: Tag] = [:]
    private var locations: [Location.ID: Location] = [:]
    /// Zones that were looked up already, which costs more than a record.
    private var knownZones: Set<String> = []

    init(context: ImportContext) { self.context = context }

    /// The object that `reader` stands before: a `kind` says what it is, otherwise it is what is expected.
    mutating func item(_ reader: inout JSONReader, expecting kind: JSONRecordKind = .todo) throws -> ImportItem {
        var fields = Fields()
        guard try reader.peek() == .object else { throw InputError("a \(kind.label) must be an object") }
        var kind = kind
        try reader.object { key, reader in
            if key == "kind" {
                let name = try reader.optionalString(key)
                guard let known = name.map(JSONRecordKind.init(rawValue:)) ?? kind else {
                    throw InputError.field("kind", "\"todo\", \"tag\" or \"location\"")
                }
                kind = known
            } else {
                try fields.read(key, from: &reader)
            }
        }
        switch kind {
        case .todo: return try todo(fields)
        case .tag:
            try fields.takeNamedFields()
            let tag = try tag(fields, createdAt: context.now)
            if tags.count < Self.memory { tags[tag.id] = tag }
            return .tag(tag)
        case .location:
            try fields.takeNamedFields()
            let location = try location(fields, createdAt: context.now)
            if locations.count < Self.memory { locations[location.id] = location }
            return .location(location)
        }
    }

    private mutating func todo(_ fields: Fields) throws -> ImportItem {
        guard let text = fields.title else { throw InputError("the field \"title\" is missing") }
        let title = try Validation.title(text)
        let due = try fields.due.map { try self.due($0) }
        var extras = fields.extras
        for (name, value) in fields.others { extras[TodoJSON.othersPrefix + name] = value }
        let id: Todo.ID
        if let text = fields.id {
            if let valid = Todo.ID(text) {
                id = valid
            } else {
                id = identities.id(ofForeign: text)
                extras[TodoJSON.othersPrefix + "id"] = .string(text)
            }
        } else {
            let created = fields.createdAt?.rfc3339 ?? ""
            // One that does not say when it was edited is known by its other members too, as they could not change.
            id = identities.id(
                ofContent: "\(title)\u{0}\(created)\u{0}\(due.map(Self.contentKey) ?? "")",
                others: fields.updatedAt == nil ? fields.others : [:])
        }
        let createdAt = fields.createdAt ?? fields.updatedAt ?? fields.completedAt ?? context.now
        var tags: [Tag] = []
        for fields in fields.tags {
            let tag = known(try self.tag(fields, createdAt: createdAt))
            if !tags.contains(where: { $0.id == tag.id }) { tags.append(tag) }
        }
        let place = try fields.location.map { known(try self.location($0, createdAt: createdAt)) }
        let todo = Todo(
            id: id, title: title, notes: try Validation.notes(fields.notes ?? ""), createdAt: createdAt,
            updatedAt: fields.updatedAt, completedAt: fields.completedAt,
            due: due, priority: try fields.priority.map(Self.priority),
            tags: tags, location: place, extras: extras)
        return .todo(extras.isEmpty ? todo : try todo.validated(), modifiedAt: fields.updatedAt)
    }

    private mutating func tag(_ fields: Fields, createdAt: Date) throws -> Tag {
        guard let text = fields.title else { throw InputError("the field \"title\" of a tag is missing") }
        let title = try Validation.tagTitle(text)
        let id = try fields.id.map { try Self.id($0, of: "tag") } ?? tagMaker.id(for: title)
        return Tag(
            id: id, title: title, color: try fields.color.map(Validation.color),
            createdAt: fields.createdAt ?? fields.updatedAt ?? createdAt, updatedAt: fields.updatedAt)
    }

    private func location(_ fields: Fields, createdAt: Date) throws -> Location {
        guard let latitude = fields.latitude, let longitude = fields.longitude else {
            throw InputError("a location must have the fields \"latitude\" and \"longitude\"")
        }
        let coordinate = try Coordinate(latitude: latitude, longitude: longitude)
        let altitude = try fields.altitude.map(Validation.altitude)
        let name = try fields.placeName.map(Validation.placeName)
        let id =
            try fields.id.map { try Self.id($0, of: "location") }
            ?? Identities.place(coordinate, altitude: altitude, name: name)
        return Location(
            id: id, coordinate: coordinate, altitude: altitude, placeName: name,
            createdAt: fields.createdAt ?? fields.updatedAt ?? createdAt, updatedAt: fields.updatedAt)
    }

    /// The tag with all its fields, where the file gave them before under the same title.
    private func known(_ tag: Tag) -> Tag {
        if let known = tags[tag.id], known.title == tag.title { known } else { tag }
    }

    private func known(_ location: Location) -> Location {
        guard let known = locations[location.id], known.position == location.position,
            known.placeName == location.placeName
        else { return location }
        return known
    }

    private mutating func due(_ text: Fields.DueText) throws -> Due {
        switch text {
        case .day(let text):
            guard let day = Day(text) else { throw InputError.field("due.day", "a day such as 2026-11-21") }
            return .day(day)
        case .text(let text):
            guard let due = Due(text: text, in: context.timeZone) else { throw Fields.badDue }
            return try Validation.due(due)
        case .instant(let date, let zone):
            let due = Due.instant(date, zone: zone ?? context.timeZone.identifier)
            guard let zone, knownZones.contains(zone) else {
                let valid = try Validation.due(due)
                if let zone { knownZones.insert(zone) }
                return valid
            }
            return due
        }
    }

    /// What distinguishes a due date from others.
    private static func contentKey(_ due: Due) -> String {
        switch due {
        case .day(let day): day.description
        case .instant(let date, _): date.rfc3339
        }
    }

    private static func priority(_ text: String) throws -> Priority {
        guard let priority = Priority(rawValue: text) else {
            throw InputError.field("priority", "\"high\", \"medium\", \"low\" or null")
        }
        return priority
    }

    private static func id<Model>(_ text: String, of kind: String) throws -> Identifier<Model> {
        guard let id = Identifier<Model>(text) else {
            throw InputError("the id of a \(kind) must have 1 to 64 of the characters 0-9 A-Z a-z _ -")
        }
        return id
    }
}

extension JSONRecordKind {
    /// What people call it.
    var label: String { self == .todo ? "to-do" : rawValue }
}
