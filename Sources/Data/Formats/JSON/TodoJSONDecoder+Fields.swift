import Foundation
import JSON
import TodoDomain

extension TodoJSONDecoder {
    /// The fields of a to-do, a tag or a location as they are read, before it is known which of them it is.
    struct Fields {
        var id: String?
        var title: String?
        var notes: String?
        var createdAt: Date?
        var updatedAt: Date?
        var completedAt: Date?
        var due: DueText?
        var priority: String?
        var tags: [Fields] = []
        /// At most one; an array because a value cannot hold itself.
        private var place: [Fields] = []
        var extras: [String: JSONValue] = [:]
        /// The members that no to-do has, by their names.
        var others: [String: JSONValue] = [:]
        var color: String?
        var latitude: Double?
        var longitude: Double?
        var altitude: Double?
        var placeName: String?

        var location: Fields? { place.first }

        /// A due date whose values are still to be checked.
        enum DueText {
            case day(String)
            case instant(Date, zone: String?)
            /// A day or time of ISO 8601.
            case text(String)
        }

        /// Reads the value of a member of a record; what kind of record it is may be said later.
        mutating func read(_ key: String, from reader: inout JSONReader) throws {
            switch key {
            case "id": id = try reader.optionalString(key)
            case "title": title = try reader.optionalString(key)
            case "notes": notes = try reader.optionalString(key)
            case "createdAt": createdAt = try reader.optionalTime(key)
            case "updatedAt": updatedAt = try reader.optionalTime(key)
            case "completedAt": completedAt = try reader.optionalTime(key)
            case "due": due = try Self.due(&reader)
            case "priority": priority = try reader.optionalString(key)
            case "tags": tags = try Self.tags(&reader)
            case "location": place = try Self.place(&reader)
            case "extras": extras = try Self.extras(&reader)
            default:
                let value = try reader.value()
                // An imported property that is null is one that is not there.
                if !value.isNull { others[key] = value }
            }
        }

        /// Takes the fields of tags and locations from among the other members.
        mutating func takeNamedFields() throws {
            func text(_ key: String) throws -> String? {
                try others[key].map { value in
                    guard let text = value.string else { throw InputError.field(key, "a text or null") }
                    return text
                }
            }
            func number(_ key: String) throws -> Double? {
                try others[key].map { value in
                    guard let number = value.number else { throw InputError.field(key, "a number or null") }
                    return number
                }
            }
            (color, placeName) = (try text("color"), try text("placeName"))
            (latitude, longitude, altitude) = (try number("latitude"), try number("longitude"), try number("altitude"))
        }

        /// Reads the fields that a tag within a to-do has.
        private mutating func readTag(_ key: String, from reader: inout JSONReader) throws {
            switch key {
            case "id", "title", "createdAt", "updatedAt": try read(key, from: &reader)
            case "color": color = try reader.optionalString(key)
            default: try reader.skip()
            }
        }

        /// Reads the fields that a location within a to-do has.
        private mutating func readPlace(_ key: String, from reader: inout JSONReader) throws {
            switch key {
            case "id", "createdAt", "updatedAt": try read(key, from: &reader)
            case "latitude": latitude = try reader.optionalNumber(key)
            case "longitude": longitude = try reader.optionalNumber(key)
            case "altitude": altitude = try reader.optionalNumber(key)
            case "placeName": placeName = try reader.optionalString(key)
            default: try reader.skip()
            }
        }

        private static func tags(_ reader: inout JSONReader) throws -> [Fields] {
            var tags: [Fields] = []
            try reader.optionalArray("tags") { reader in
                var tag = Fields()
                switch try reader.peek() {
                case .object: try reader.object { try tag.readTag($0, from: &$1) }
                case .string: tag.title = try reader.string()
                default: throw InputError.field("tags", "an array of objects or titles")
                }
                tags.append(tag)
            }
            return tags
        }

        /// The refusal of a due date of any other form.
        static let badDue = InputError.field(
            "due", "null, {\"day\"}, {\"at\",\"zone\"} or a text such as \"2026-11-21\"")

        private static func place(_ reader: inout JSONReader) throws -> [Fields] {
            var place = Fields()
            return try reader.optionalObject("location") { try place.readPlace($0, from: &$1) } ? [place] : []
        }

        private static func extras(_ reader: inout JSONReader) throws -> [String: JSONValue] {
            var extras: [String: JSONValue] = [:]
            try reader.optionalObject("extras") { key, reader in
                let value = try reader.value()
                // An imported property that is null is one that is not there.
                if !value.isNull { extras[key] = value }
            }
            return extras
        }

        private static func due(_ reader: inout JSONReader) throws -> DueText? {
            if try reader.peek() == .string { return .text(try reader.string()) }
            var (day, zone): (String?, String?)
            var at: Date?
            let isThere = try reader.optionalObject("due") { key, reader in
                switch key {
                case "day": day = try reader.optionalString("due.day")
                case "at": at = try reader.optionalTime("due.at")
                case "zone": zone = try reader.optionalString("due.zone")
                default: try reader.skip()
                }
            }
            switch (day, at) {
            case (let day?, nil): return .day(day)
            case (nil, let at?): return .instant(at, zone: zone)
            case (nil, nil) where !isThere: return nil
            default: throw Self.badDue
            }
        }
    }
}
