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

            /// What tells it from other due dates.
            var contentKey: String {
                switch self {
                case .day(let day): day
                case .instant(let date, _): Timestamp.text(date)
                }
            }
        }

        /// Reads the value of a member; one that is unknown here is passed over.
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
            case "color": color = try reader.optionalString(key)
            case "latitude": latitude = try reader.optionalNumber(key)
            case "longitude": longitude = try reader.optionalNumber(key)
            case "altitude": altitude = try reader.optionalNumber(key)
            case "placeName": placeName = try reader.optionalString(key)
            default: try reader.skip()
            }
        }

        /// Reads the fields that a tag within a to-do has.
        private mutating func readTag(_ key: String, from reader: inout JSONReader) throws {
            switch key {
            case "id", "title", "color", "createdAt", "updatedAt": try read(key, from: &reader)
            default: try reader.skip()
            }
        }

        /// Reads the fields that a location within a to-do has.
        private mutating func readPlace(_ key: String, from reader: inout JSONReader) throws {
            switch key {
            case "id", "latitude", "longitude", "altitude", "placeName", "createdAt", "updatedAt":
                try read(key, from: &reader)
            default: try reader.skip()
            }
        }

        private static func tags(_ reader: inout JSONReader) throws -> [Fields] {
            var tags: [Fields] = []
            try reader.optionalArray("tags") { reader in
                guard try reader.peek() == .object else { throw InputError.field("tags", "an array of objects") }
                var tag = Fields()
                try reader.object { try tag.readTag($0, from: &$1) }
                tags.append(tag)
            }
            return tags
        }

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
            default: throw InputError.field("due", "null, {\"day\"} or {\"at\",\"zone\"}")
            }
        }
    }
}
