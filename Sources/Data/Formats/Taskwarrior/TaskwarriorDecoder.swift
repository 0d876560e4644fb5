import Foundation
import JSON
import TodoDomain

/// Converts tasks to to-dos.
///
/// Every attribute without a counterpart becomes an extra under its own name and is exported again: recurrence,
/// user-defined attributes. Annotations are comments.
struct TaskwarriorDecoder {
    let context: ImportContext
    private var identities = Identities(format: "taskwarrior")
    private var tagMaker = TagMaker()
    /// The recurring tasks so far, by their UUIDs.
    private var parents: [String: TaskwarriorSeries] = [:]
    /// The to-dos so far whose ids do not follow from the UUIDs of their tasks. Dependencies need them.
    private var otherIDs: [String: Todo.ID] = [:]
    /// The UUIDs of the tasks that were noted.
    private var noted: Set<String> = []
    /// Whether pending children of a recurring task are left out or settle a date, as in a file of Taskwarrior. Otherwise they
    /// are read as ordinary tasks.
    private let skipsChildren: Bool

    /// How many tasks are remembered for tasks that refer to them.
    private static let most = 65_536

    init(context: ImportContext, skipsChildren: Bool = true) {
        self.context = context
        self.skipsChildren = skipsChildren
    }

    mutating func item(_ task: JSONValue, position: String) throws -> ImportItem {
        guard var attributes = task.members else { throw InputError("a task must be an object") }
        let status = try text("status", in: attributes)
        let series = try text("parent", in: attributes).flatMap { parents[$0] }
        if status == "deleted", series == nil {
            return deleted(attributes, position: position, reason: "It is deleted in Taskwarrior.")
        }
        if let series { attributes = series.ownAttributes(of: attributes) }
        let settled = TaskwarriorRecurrence.settledOccurrence(attributes)
        let child = settled == nil ? series?.child(attributes, in: context.timeZone) : nil
        if child == .shown, skipsChildren {
            return deleted(
                attributes, position: position, reason: "What repeats shows its current date by itself.")
        }
        guard let description = try text("description", in: attributes) else {
            throw InputError("the field \"description\" is missing")
        }
        var extras = attributes.filter { key, value in
            !Taskwarrior.computed.contains(key) && !Taskwarrior.mapped.contains(key) && !value.isNull
        }
        let title = ForeignTitle(description)
        if !title.isExact { extras["description"] = .string(description) }

        let modified = try time("modified", in: attributes)
        let createdAt = try time("entry", in: attributes) ?? modified ?? context.now
        let end = try time("end", in: attributes)
        var completedAt: Date?
        if status == "completed" || status == "deleted" {
            completedAt = end ?? modified ?? createdAt
        } else {
            if let status, status != "pending" { extras["status"] = .string(status) }
            if end != nil { extras["end"] = attributes["end"] }
        }
        var priority: Priority?
        if let letter = try text("priority", in: attributes), !letter.isEmpty {
            priority = Taskwarrior.priorities[letter]
            if priority == nil { extras["priority"] = .string(letter) }
        }
        let estimate = attributes.text(Taskwarrior.estimate).flatMap(EstimatePhrase.withUnit)
        if estimate != nil { extras[Taskwarrior.estimate] = nil }
        let id = try id(attributes, title: title.title, createdAt: createdAt, extras: &extras)
        let notes = take(.notes, from: &extras)?.string ?? ""
        let location = location(&extras, createdAt: createdAt)
        // A project that is not a valid path stays as it is.
        let list = extras.text("project").flatMap { project in
            ImportedList(path: project, separator: ".").flatMap {
                $0.titles.joined(separator: ".") == project ? $0 : nil
            }
        }
        if list != nil { extras["project"] = nil }
        let dependsOn = dependencies(&extras, of: id)
        let comments = comments(attributes["annotations"])
        if comments != nil { extras["annotations"] = nil }
        var todo = Todo(
            id: id, title: title.title, notes: title.notes(notes), createdAt: createdAt, updatedAt: modified,
            completedAt: completedAt, due: try date("due", .due, in: attributes, &extras), priority: priority,
            start: try start(attributes, &extras), startedAt: try time("start", in: attributes),
            estimate: estimate,
            tags: try tagMaker.tags(titled: try tagTitles(attributes), createdAt: createdAt), location: location,
            extras: Dictionary(uniqueKeysWithValues: extras.map { (Taskwarrior.prefix + $0.key, $0.value) }))
        if let list { todo.list = list.model(createdAt: createdAt) }
        if let recurrence = TaskwarriorRecurrence.recurrence(attributes, due: todo.due, in: context.timeZone) {
            let kept = TaskwarriorRecurrence.kept(attributes, due: todo.due)
            let shown = kept?.shown ?? recurrence.due
            if kept == nil, let start = todo.start {
                // The start of a parent belongs to its first date.
                todo.start = start.on(
                    start.day.adding(days: recurrence.key.daysSince1970 - recurrence.base.daysSince1970))
            }
            todo.recurrence = recurrence
            todo.due = todo.completedAt == nil ? shown : todo.due
            todo.extras[Taskwarrior.prefix + TaskwarriorRecurrence.own] = nil
        } else if status == "recurring" {
            // A done parent is out of the way. Its creation date is used, so that the same file always gives the same to-do.
            todo.completedAt = createdAt
        }
        var looseID: Todo.ID?
        if let settled {
            (todo.series, todo.occurrence, todo.isSkipped) = settled
            todo.extras[Taskwarrior.prefix + TaskwarriorRecurrence.settled] = nil
            // For an occurrence that was not settled there, they follow from the series.
            if try text("uuid", in: attributes) == todo.id.rawValue {
                for name in ["parent", "imask", "recur"] { todo.extras[Taskwarrior.prefix + name] = nil }
            }
        } else if let series, case .settling(let occurrence)? = child, completedAt != nil || skipsChildren {
            todo.series = series.id
            todo.occurrence = occurrence
            todo.isSkipped = status == "deleted"
            // The same id as if it were settled here. Without its parent it would be an ordinary to-do.
            looseID = id
            todo = todo.settling(occurrence, of: series.id)
        }
        if todo.series != nil, let uuid = try text("uuid", in: attributes), uuid != todo.id.rawValue {
            todo.extras[Taskwarrior.prefix + "uuid"] = .string(uuid)
        }
        todo.dependsOn = dependsOn
        todo.comments = comments ?? []
        return .todo(try todo.validated(), modifiedAt: modified, looseID: looseID)
    }

    /// Whether a task is the child of a recurring task that is not known yet. Its meaning depends on that one.
    func awaitsParent(_ task: JSONValue) -> Bool { task["parent"]?.string.map { parents[$0] == nil } ?? false }

    /// The UUIDs of the dependencies that are not known yet; the to-do of one may have another id. Empty once the limit of
    /// remembered tasks is reached, because then nobody can tell which are unknown.
    func unknownDependencies(of task: JSONValue) -> [String] {
        (Taskwarrior.uuids(in: task["depends"]) ?? []).filter { !knows($0) }
    }

    /// Whether a task is known by its UUID.
    func knows(_ uuid: String) -> Bool { noted.contains(uuid) || noted.count >= Self.most }

    /// Notes the facts about a task that other tasks need, before these are read as items: a parent before its children, and
    /// those before the tasks that depend on them.
    mutating func note(_ task: JSONValue) {
        guard let attributes = task.members, let uuid = attributes.text("uuid") else { return }
        if noted.count < Self.most { noted.insert(uuid) }
        let series = attributes.text("parent").flatMap { parents[$0] }
        if let id = otherID(of: attributes, in: series), otherIDs.count < Self.most { otherIDs[uuid] = id }
        guard series == nil, parents.count < Self.most,
            attributes["status"] == "recurring" || attributes[TaskwarriorRecurrence.own] != nil
        else { return }
        var rest = attributes
        guard let due = try? date("due", .due, in: attributes, &rest), let id = try? namedID(attributes) else { return }
        parents[uuid] = TaskwarriorSeries(attributes, id: id, due: due, in: context.timeZone)
    }

    /// The id of a task's to-do, if it does not follow from its UUID. A pending child that is the current occurrence has the id
    /// of its series.
    private func otherID(of attributes: [String: JSONValue], in series: TaskwarriorSeries?) -> Todo.ID? {
        let attributes = series?.ownAttributes(of: attributes) ?? attributes
        if let series, TaskwarriorRecurrence.settledOccurrence(attributes) == nil {
            switch series.child(attributes, in: context.timeZone) {
            case .shown: return series.id
            case .settling(let occurrence): return occurrence.id(in: series.id)
            case .loose: break
            }
        }
        return attributes.text(Taskwarrior.Own.id.rawValue).flatMap { Todo.ID($0) }
    }

    /// A task that is no longer a to-do. Without a name of its own, it cannot be identified with a known one.
    private func deleted(_ attributes: [String: JSONValue], position: String, reason: String) -> ImportItem {
        guard let id = try? namedID(attributes) else { return .skipped(position: position, reason: reason) }
        let modified = (try? time("modified", in: attributes)) ?? (try? time("end", in: attributes))
        return .deleted(id, modifiedAt: modified, position: position, reason: reason)
    }

    private func todoID(_ uuid: String) -> Todo.ID { Todo.ID(uuid) ?? identities.id(ofForeign: uuid) }

    /// The id that our export gave the task, or the one that follows from its UUID; nil if it has neither.
    private func namedID(_ attributes: [String: JSONValue]) throws -> Todo.ID? {
        if let own = attributes.text(Taskwarrior.Own.id.rawValue).flatMap({ Todo.ID($0) }) { return own }
        return try text("uuid", in: attributes).map { todoID($0) }
    }

    private mutating func id(
        _ attributes: [String: JSONValue], title: String, createdAt: Date, extras: inout [String: JSONValue]
    ) throws -> Todo.ID {
        guard let id = try namedID(attributes) else {
            // The time of the import would give the task another identity each time.
            let created = attributes["entry"]?.string ?? ""
            return identities.id(ofContent: "\(title)\u{0}\(created)\u{0}\(attributes["due"]?.string ?? "")")
        }
        if attributes.text(Taskwarrior.Own.id.rawValue) == id.rawValue {
            extras[Taskwarrior.Own.id.rawValue] = nil
        } else if attributes.text("uuid") != id.rawValue {
            extras["uuid"] = attributes["uuid"]
        }
        return id
    }

    /// Taskwarrior only has instants, and stores a day as its midnight in the user's zone.
    private func date(
        _ name: String, _ own: Taskwarrior.Own, in attributes: [String: JSONValue], _ extras: inout [String: JSONValue]
    ) throws -> Due? {
        guard let date = try time(name, in: attributes) else {
            let key = own.rawValue
            let own = extras.text(key).flatMap { Due(text: $0, in: context.timeZone) }
            if own != nil { extras[key] = nil }
            return own
        }
        let day = Day(containing: date, in: context.timeZone)
        return day.start(in: context.timeZone) == date ? .day(day) : .instant(date, context.timeZone)
    }

    /// The start of a task: `scheduled`, or otherwise `wait`. An extra keeps which of them it was.
    private func start(_ attributes: [String: JSONValue], _ extras: inout [String: JSONValue]) throws -> Due? {
        if let start = try date("scheduled", .start, in: attributes, &extras) { return start }
        guard let wait = try date("wait", .start, in: attributes, &extras) else { return nil }
        extras["wait"] = nil
        extras[Taskwarrior.Own.startName.rawValue] = "wait"
        return wait
    }

    /// The dependencies of a task. An attribute of this name with other contents stays as it is.
    private func dependencies(_ extras: inout [String: JSONValue], of id: Todo.ID) -> [Todo.ID] {
        guard let uuids = Taskwarrior.uuids(in: extras["depends"]) else { return [] }
        extras["depends"] = nil
        let own = take(.depends, from: &extras)?.string?.split(separator: ",").compactMap { Todo.ID(String($0)) } ?? []
        if Set(own.map { Taskwarrior.uuid(of: $0, identities) }) == Set(uuids) { return Set(own).sorted() }
        let ids = uuids.compactMap { uuid -> Todo.ID? in
            guard let other = otherIDs[uuid] else { return todoID(uuid) }
            // A recurring task cannot have a date of its own to wait for.
            return other == id ? nil : other
        }
        return Set(ids).sorted()
    }

    /// The annotations as comments. nil if one of them does not have Taskwarrior's form; all are then kept as they are.
    private func comments(_ annotations: JSONValue?) -> [Todo.Comment]? {
        guard let annotations = annotations?.elements else { return nil }
        var comments: [Todo.Comment] = []
        for annotation in annotations {
            guard let members = annotation.members, members.count == 2, let text = members["description"]?.string,
                let valid = try? Validation.comment(text), valid == text,
                let made = try? time("entry", in: members)
            else { return nil }
            comments.append(Todo.Comment(listedAs: text, at: made))
        }
        return comments
    }

    private func tagTitles(_ attributes: [String: JSONValue]) throws -> [String] {
        switch attributes["tags"] {
        case nil, .null: return []
        case .string(let list): return list.split(separator: ",").map(String.init)
        case .array(let elements):
            return try elements.map { element in
                guard let title = element.string else { throw InputError.field("tags", "an array of texts") }
                return title
            }
        default: throw InputError.field("tags", "an array of texts")
        }
    }

    /// The location from our own export; attributes of these names with other contents stay as they are.
    private func location(_ extras: inout [String: JSONValue], createdAt: Date) -> Location? {
        func number(_ key: Taskwarrior.Own) -> Double? {
            extras[key.rawValue]?.number ?? extras.text(key.rawValue).flatMap(Double.init)
        }
        guard let latitude = number(.latitude), let longitude = number(.longitude),
            let coordinate = try? Coordinate(latitude: latitude, longitude: longitude)
        else { return nil }
        let altitude = number(.altitude).flatMap { try? Validation.altitude($0) }
        let name = extras.text(Taskwarrior.Own.place.rawValue).flatMap { try? Validation.placeName($0) }
        for key in [Taskwarrior.Own.latitude, .longitude, .altitude, .place] { extras[key.rawValue] = nil }
        return Location(
            id: Identities.place(coordinate, altitude: altitude, name: name), coordinate: coordinate,
            altitude: altitude, placeName: name, createdAt: createdAt)
    }

    private func take(_ key: Taskwarrior.Own, from extras: inout [String: JSONValue]) -> JSONValue? {
        guard case .string? = extras[key.rawValue] else { return nil }
        return extras.removeValue(forKey: key.rawValue)
    }

    private func text(_ name: String, in attributes: [String: JSONValue]) throws -> String? {
        switch attributes[name] {
        case nil, .null: return nil
        case .string(let text): return text
        default: throw InputError.field(name, "a text")
        }
    }

    private func time(_ name: String, in attributes: [String: JSONValue]) throws -> Date? {
        guard let text = try text(name, in: attributes), !text.isEmpty else { return nil }
        guard let time = Taskwarrior.time(text, in: context.timeZone) else {
            throw InputError.field(name, "a time such as 20261121T180000Z")
        }
        return time
    }
}
