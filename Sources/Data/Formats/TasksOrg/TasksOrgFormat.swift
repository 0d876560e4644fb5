import Foundation
import JSON
import TodoDomain

/// The JSON backup of tasks.org (tasks.org/docs/backups): tasks with their tags, comments and reminders, and the lists of the
/// accounts that they are in.
package struct TasksOrgFormat: TodoFormat {
    package let name = "tasksorg"
    package let fileExtensions: [String] = []
    package let extrasPrefix = "tasksorg."

    /// The format.
    package init() {}

    package func recognizes(name: String?, beginning: FileBeginning) -> Recognition {
        guard beginning.isJSON(named: name) else { return .none }
        let isBackup =
            beginning.start.contains("\"data\":{\"tasks\":[{\"task\":{")
            || beginning.hasMembers("data", "caldavCalendars")
        return isBackup ? .content : .none
    }

    package func makeReader(_ source: ByteSource, context: ImportContext) -> any ItemReader {
        let said: Set<ForeignTask.Part> = [
            .notes, .list, .tags, .parent, .due, .start, .priority, .recurrence, .alarms, .comments, .estimate,
        ]
        return ForeignFileReader(source, format: self, saying: said, context: context) { bytes, items in
            let root = try JSONValue(parsing: bytes)
            guard var data = ForeignObject(root["data"] ?? root, context), data["tasks"]?.elements != nil else {
                throw InputError("it holds no tasks of a backup")
            }
            var lists: [String: String] = [:]
            for var list in data.objects("caldavCalendars") {
                if let id = list.text("uuid"), let name = list.text("name") { lists[id] = name }
            }
            let tasks = data.objects("tasks")
            // A subtask names its parent by the name that this has on its server.
            var ids: [String: Todo.ID] = [:]
            for entry in tasks {
                guard let own = entry["task"]?["remoteId"]?.string else { continue }
                for place in entry["caldavTasks"]?.elements ?? [] {
                    if let name = place["remoteId"]?.string { ids[name] = items.id(own) }
                }
            }
            for (index, entry) in tasks.enumerated() {
                let position = "task \(index + 1)"
                do {
                    try Self.read(entry, lists, ids, at: position, into: &items)
                } catch { throw badInput(position, error) }
            }
        }
    }

    private static func read(
        _ entry: ForeignObject, _ lists: [String: String], _ ids: [String: Todo.ID], at position: String,
        into items: inout ForeignItems
    ) throws {
        var entry = entry
        guard var object = entry.take("task").flatMap({ ForeignObject($0, items.context) }) else {
            return items.skip("A record without a title is not a to-do.", at: position)
        }
        if let deleted = object.take("deletionDate")?.integer, deleted > 0 {
            return items.skip("A deleted task was left out.", at: position)
        }
        var task = ForeignTask(title: object.text("title") ?? "")
        task.notes = object.text("notes") ?? ""
        task.createdAt = try object.moment("creationDate")
        task.modifiedAt = try object.moment("modificationDate")
        task.completedAt = try object.moment("completionDate")
        task.start = date("hideUntil", &object)
        task.due = date("dueDate", &object)
        switch object.take("priority")?.integer {
        case 0: task.priority = .high
        case 1: task.priority = .medium
        case 2: task.priority = .low
        default: break
        }
        if let rule = object.text("recurrence"), task.completedAt == nil {
            // Tasks.org adds how it counts to the rule.
            let parts = rule.split(separator: ";")
            let plain = parts.filter { !$0.uppercased().hasPrefix("FROM=") }.joined(separator: ";")
            if task.repeats(plain, in: items.context.timeZone) {
                let isFromCompletion = object["repeatFrom"] == 1 || parts.contains("FROM=COMPLETION")
                if isFromCompletion { task.recurrence?.mode = .everyFromCompletion }
            } else {
                task.others.append(("recurrence", .string(rule)))
                items.note("A repetition is not understood, and is kept as tasksorg.recurrence.", at: position)
            }
        }
        for var tag in entry.objects("tags") { if let name = tag.text("name") { task.tags.append(name) } }
        for var comment in entry.objects("comments") {
            guard let text = comment.text("message") else { continue }
            task.comments.append((text, try comment.moment("created")))
        }
        task.alarms = entry.objects("alarms").compactMap(alarm)
        for place in entry.objects("caldavTasks") where place["deleted"]?.integer ?? 0 == 0 {
            task.list = place["calendar"]?.string.flatMap { lists[$0] }.map { [$0] } ?? task.list
            task.parent = place["remoteParent"]?.string.flatMap { ids[$0] } ?? task.parent
        }
        if !entry.objects("geofences").isEmpty {
            items.note("A reminder of a place was not taken.", at: position)
        }
        task.takeEstimate(object.take("estimatedSeconds")?.integer ?? 0, of: 60, named: "estimatedSeconds")
        let name = object.text("remoteId")
        object.drop(
            "id", "reminderFlags", "reminders", "timerStart", "notificationFlags", "lastNotified", "repeatFrom",
            "order",
            "isCollapsed", "collapsed", "parent", "readOnly", "ringFlags", "hasTransientFlag")
        task.others += object.others.filter { $0.value != 0 }
        let own = name.map(items.id) ?? items.id(ofContent: task.title, task.createdAt?.rfc3339 ?? "")
        try items.add(task, id: own, at: position)
    }

    /// A date in milliseconds. It has a time of day unless it is a whole minute.
    private static func date(_ name: String, _ object: inout ForeignObject) -> Due? {
        guard let value = object.take(name)?.integer, value > 0, Limits.time.contains(value) else { return nil }
        let zone = object.context.timeZone
        guard value % 60_000 > 0 else { return .day(Day(containing: Date(milliseconds: value), in: zone)) }
        return .instant(Date(milliseconds: value - value % 60_000), zone)
    }

    /// The alarm at a moment, or at a time relative to the due date or the start.
    private static func alarm(_ object: ForeignObject) -> Alarm? {
        guard let time = object["time"]?.integer, object["repeat"]?.integer ?? 0 == 0 else { return nil }
        let seconds = Int(clamping: time / 1000)
        switch object["type"]?.integer ?? 0 {
        case 0 where Limits.time.contains(time) && time > 0:
            return Alarm(.moment(Date(milliseconds: time), zone: object.context.timeZone.identifier))
        case 1 where seconds.magnitude < 366 * 86_400:
            return Alarm.Lead(seconds: -seconds).map { Alarm(.before($0, of: .start)) }
        case 2 where seconds.magnitude < 366 * 86_400:
            return Alarm.Lead(seconds: -seconds).map { Alarm(.before($0, of: .due)) }
        default: return nil
        }
    }
}
