import Foundation
import JSON
import TodoDomain

/// Converts to-dos to tasks for `task import`.
struct TaskwarriorEncoder {
    private let timeZone: TimeZone
    private let identities = Identities(format: "taskwarrior")

    init(timeZone: TimeZone) { self.timeZone = timeZone }

    /// - Parameters:
    ///   - parent: what recurs, if Taskwarrior counts it from its first date on.
    ///   - known: the parents that were written before.
    func attributes(
        of todo: Todo, as parent: TaskwarriorRecurrence.Parent?, after known: [Todo.ID: TaskwarriorRecurrence.Parent]
    ) -> [String: JSONValue] {
        var attributes: [String: JSONValue] = [:]
        for (key, value) in todo.extras where key.hasPrefix(Taskwarrior.prefix) {
            attributes[String(key.dropFirst(Taskwarrior.prefix.count))] = value
        }
        let (description, notes) = ForeignTitle.restored(todo, from: attributes.text("description"))
        attributes["description"] = .string(description)
        if !notes.isEmpty { attributes[Taskwarrior.Own.notes.rawValue] = .string(notes) }
        writeID(of: todo, to: &attributes)
        writeDependencies(of: todo, to: &attributes)
        attributes["entry"] = time(todo.createdAt)
        attributes["modified"] = time(todo.updatedAt)
        if let completedAt = todo.completedAt,
            !TaskwarriorRecurrence.isUnknownParent(attributes, due: todo.due, in: timeZone)
        {
            attributes["status"] = "completed"
            attributes["end"] = time(completedAt)
        } else if attributes["status"] == nil {
            attributes["status"] = "pending"
        }
        if let due = parent?.due ?? todo.due { write(due, as: "due", or: .due, to: &attributes) }
        let startName = attributes.removeValue(forKey: Taskwarrior.Own.startName.rawValue)?.string
        if let start = todo.start {
            let isWait = startName == "wait" && attributes["wait"] == nil
            write(start, as: isWait ? "wait" : "scheduled", or: .start, to: &attributes)
        }
        if let startedAt = todo.startedAt { attributes["start"] = time(startedAt) }
        TaskwarriorRecurrence.write(todo, as: parent, to: &attributes, in: timeZone, after: known)
        if attributes["status"] == nil { attributes["status"] = todo.isDone ? "completed" : "pending" }
        if let priority = todo.priority {
            attributes["priority"] = Taskwarrior.priorities.first { $0.value == priority }.map { .string($0.key) }
        }
        if let minutes = todo.estimate {
            attributes[Taskwarrior.estimate] = .string(EstimatePhrase.duration(of: minutes))
        }
        if !todo.tags.isEmpty { attributes["tags"] = .array(todo.tags.map { .string(Self.word($0.title)) }) }
        if let location = todo.location { write(location, to: &attributes) }
        if !todo.comments.isEmpty { write(todo.comments, to: &attributes) }
        if let list = todo.list {
            // In Taskwarrior, a dot separates the levels of a project.
            let titles = list.ancestors.map(\.title) + [list.title]
            attributes["project"] = .string(titles.map { $0.replacing(".", with: "_") }.joined(separator: "."))
        }
        return attributes
    }

    /// Taskwarrior only accepts UUIDs.
    private func writeID(of todo: Todo, to attributes: inout [String: JSONValue]) {
        if let foreign = attributes.text("uuid") {
            if identities.id(ofForeign: foreign) == todo.id { return }
            // An occurrence that Taskwarrior has settled keeps its UUID.
            if todo.series != nil, UUID(uuidString: foreign) != nil {
                attributes[Taskwarrior.Own.id.rawValue] = .string(todo.id.rawValue)
                return
            }
        }
        let uuid = Taskwarrior.uuid(of: todo.id, identities)
        attributes["uuid"] = .string(uuid)
        if uuid != todo.id.rawValue { attributes[Taskwarrior.Own.id.rawValue] = .string(todo.id.rawValue) }
    }

    /// What it depends on.
    private func writeDependencies(of todo: Todo, to attributes: inout [String: JSONValue]) {
        guard !todo.dependsOn.isEmpty else { return }
        let uuids = todo.dependsOn.map { Taskwarrior.uuid(of: $0, identities) }
        attributes["depends"] = .array(uuids.map(JSONValue.string))
        let ids = todo.dependsOn.map(\.rawValue)
        if ids != uuids { attributes[Taskwarrior.Own.depends.rawValue] = .string(ids.joined(separator: ",")) }
    }

    private func write(_ location: Location, to attributes: inout [String: JSONValue]) {
        // They are texts, because Taskwarrior keeps only six decimals of a number.
        attributes[Taskwarrior.Own.latitude.rawValue] = .string("\(location.latitude)")
        attributes[Taskwarrior.Own.longitude.rawValue] = .string("\(location.longitude)")
        attributes[Taskwarrior.Own.altitude.rawValue] = location.altitude.map { .string("\($0)") }
        attributes[Taskwarrior.Own.place.rawValue] = location.placeName.map(JSONValue.string)
    }

    /// Taskwarrior tells annotations apart by their second: a later one of the same second is moved to the next one.
    private func write(_ comments: [Todo.Comment], to attributes: inout [String: JSONValue]) {
        var (annotations, last) = (attributes["annotations"]?.elements ?? [], Int64.min)
        for comment in comments {
            let second = comment.createdAt.milliseconds.dividedRoundingDown(by: 1000).quotient
            last = max(second, last == .min ? .min : last + 1)
            annotations.append([
                "entry": time(Date(milliseconds: last * 1000)), "description": .string(comment.text),
            ])
        }
        attributes["annotations"] = .array(annotations)
    }

    private func write(
        _ due: Due, as name: String, or own: Taskwarrior.Own, to attributes: inout [String: JSONValue]
    ) {
        let date = due.moment(in: timeZone)
        if Taskwarrior.times.contains(date.milliseconds) {
            attributes[name] = time(date)
        } else {
            attributes[own.rawValue] = .string(due.text)
        }
    }

    /// The text of a time, clamped to what Taskwarrior supports.
    private func time(_ date: Date) -> JSONValue {
        let times = Taskwarrior.times
        let nearest = min(max(date.milliseconds, times.lowerBound), times.upperBound - 1)
        return .string(Date(milliseconds: nearest).iso8601Basic)
    }

    /// A comma would separate two tags in Taskwarrior's own files.
    private static func word(_ title: String) -> String { title.replacing(scalar: ",", with: "_") }
}

extension Due {
    /// The time that identifies it in Taskwarrior.
    func moment(in zone: TimeZone) -> Date {
        switch self {
        case .day(let day): day.start(in: zone)
        case .instant(let date, _): date
        }
    }
}
