import Foundation
import JSON
import TodoDomain

/// Names that reading and writing share.
enum Taskwarrior {
    /// The prefix of the keys of extras; the name of the attribute follows.
    static let prefix = "taskwarrior."

    /// Attributes that Taskwarrior computes for each export: a position in a list and a weight.
    static let computed: Set<String> = ["id", "urgency"]

    /// Attributes that are fields of a to-do.
    static let mapped: Set<String> = [
        "uuid", "description", "entry", "modified", "end", "due", "status", "priority", "tags", "scheduled",
        "start",
    ]

    /// The custom attribute of type `duration` that people define for an estimate. A plain number has no unit, so it stays an
    /// extra.
    static let estimate = "estimate"

    /// Custom attributes for values that a task cannot represent. Taskwarrior keeps unknown attributes.
    enum Own: String, CaseIterable {
        case id = "todoid"
        /// A due date in a year that Taskwarrior does not support.
        case due = "tododue"
        /// A start date in such a year.
        case start = "todostart"
        /// The attribute that the start date came from, if it was `wait`.
        case startName = "todostartname"
        /// The ids of the tasks that it depends on, if one of them is no UUID.
        case depends = "tododepends"
        case notes, latitude, longitude, altitude, place
    }

    /// The UUIDs of the tasks that a task depends on: an array, or before version 2.6 a text with commas. nil if it is neither.
    static func uuids(in value: JSONValue?) -> [String]? {
        let uuids = value?.string?.split(separator: ",").map(String.init) ?? value?.elements?.compactMap(\.string)
        guard let uuids, uuids.count == value?.elements?.count ?? uuids.count else { return nil }
        return uuids.map(\.trimmed).filter { !$0.isEmpty }
    }

    /// The UUID under which a task is exported.
    static func uuid(of id: Todo.ID, _ identities: Identities) -> String {
        UUID(uuidString: id.rawValue) == nil ? identities.id(ofForeign: id.rawValue).rawValue : id.rawValue
    }

    /// The times that `task import` accepts (2.6.2 refuses a whole file for one before 1980): the years 1980 to 2199.
    static let times: Range<Int64> = 315_532_800_000..<7_258_118_400_000

    /// The time in an attribute; nil if there is none. A day means its midnight in the zone.
    static func time(_ text: String, in zone: TimeZone) -> Date? {
        guard let time = TimeText(basic: text) ?? TimeText(extended: text) else { return nil }
        if case .day(let day) = time { return day.start(in: zone) }
        return time.date(in: zone)
    }

    static let priorities: [String: Priority] = ["H": .high, "M": .medium, "L": .low]
}

extension [String: JSONValue] {
    /// The extra with this key as text; nil if there is none or it is not text.
    func text(_ key: String) -> String? { self[key]?.string }
}
