/// How a client behaves, after the sources of seven of them.
enum ClientKind: CaseIterable, Sendable {
    case davx5, tasksOrg, planify, errands, homeAssistant, thunderbird, vdirsyncer

    /// The properties that it shows and edits.
    var edited: [String] {
        switch self {
        case .davx5, .tasksOrg, .thunderbird: ["SUMMARY", "DESCRIPTION", "DUE", "LOCATION"]
        case .planify, .errands, .homeAssistant: ["SUMMARY", "DESCRIPTION", "DUE"]
        case .vdirsyncer: ["SUMMARY", "DESCRIPTION", "DUE", "LOCATION"]
        }
    }
    /// Whether its user sees and changes tags.
    var hasTags: Bool { self != .homeAssistant }
    /// Whether it gives back what it does not know.
    var keepsUnknown: Bool { [.davx5, .tasksOrg, .thunderbird, .homeAssistant, .errands].contains(self) }
    /// Whether it names the ETag that it has.
    var namesETag: Bool { [.davx5, .thunderbird, .vdirsyncer, .planify].contains(self) }
    /// Whether it fetches an object anew, and writes all its own values into that.
    var writesOver: Bool { self == .errands || self == .homeAssistant }
    /// How often it sends each change.
    var puts: Int { self == .errands ? 3 : self == .homeAssistant ? 2 : 1 }
    /// The properties that one of these that forgets what it does not know gives back.
    static let kept = ["STATUS", "CATEGORIES", "RRULE", "COMPLETED"]

    /// Whether it can read an object. One of them gives up the whole list for one with two components.
    func reads(_ seen: SeenTodo) -> Bool { self != .tasksOrg || seen.components == 1 }
    /// Whether it finds an object again by its UID. One of them reads line by line, also those of alarms.
    func finds(_ seen: SeenTodo) -> Bool { self != .errands || !seen.alarms.contains { SeenTodo.name($0) == "UID" } }

    /// An object as it writes it.
    func written(_ seen: SeenTodo) -> SeenTodo {
        var seen = seen
        if !keepsUnknown { seen = seen.only(edited + Self.kept) }
        // One that overwrites does not send the mark.
        if writesOver { seen = seen.without("X-TODO-REV") }
        // This one trims the lines of texts.
        if self == .planify, let notes = seen.line("DESCRIPTION") {
            seen = seen.with(notes.replacing(" \\n", with: "\\n"))
        }
        // The times of this one have no zone.
        if self == .errands, let start = seen.line("DTSTART"), let value = start.split(separator: ":").last {
            seen = seen.with("DTSTART:\(value)")
        }
        return seen
    }
}
