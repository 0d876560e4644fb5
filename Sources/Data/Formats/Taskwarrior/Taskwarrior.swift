import Foundation
import JSON
import TodoDomain

/// What reading and writing tasks have in common.
enum Taskwarrior {
    /// What the keys of extras begin with; the name of the attribute follows.
    static let prefix = "taskwarrior."

    /// Attributes that Taskwarrior computes at each export: a position in a list and a weight.
    static let computed: Set<String> = ["id", "urgency"]

    /// Attributes that are fields of a to-do.
    static let mapped: Set<String> = [
        "uuid", "description", "entry", "modified", "end", "due", "status", "priority", "tags",
    ]

    /// Attributes of our own for what a task has no place for. Taskwarrior keeps attributes that it does not know.
    enum Own: String, CaseIterable {
        case id = "todoid"
        case notes, latitude, longitude, altitude, place
    }

    static let priorities: [String: Priority] = ["H": .high, "M": .medium, "L": .low]
}

extension [String: JSONValue] {
    /// The extra with this key as text; nil where there is none or it is something else.
    func text(_ key: String) -> String? { self[key]?.string }
}
