import Foundation
import JSON
import TodoDomain

/// The lists and tasks of Microsoft To Do as Graph has them (learn.microsoft.com/graph/api/resources/todotask), and as
/// exporters write them: lists with their `tasks`, or tasks alone. Steps are subtasks, categories tags.
package struct MicrosoftToDoFormat: TodoFormat {
    package let name = "mstodo"
    package let fileExtensions: [String] = []
    package let extrasPrefix = "mstodo."

    /// The format.
    package init() {}

    package func recognizes(name: String?, beginning: FileBeginning) -> Recognition {
        guard beginning.isJSON(named: name) else { return .none }
        let isTask = beginning.hasMembers("createdDateTime", "importance")
        return isTask || beginning.hasMembers("displayName", "wellknownListName") ? .content : .none
    }

    package func makeReader(_ source: ByteSource, context: ImportContext) -> any ItemReader {
        let said: Set<ForeignTask.Part> = [.notes, .list, .tags, .parent, .due, .start, .flag, .recurrence, .alarms]
        return ForeignFileReader(source, format: self, saying: said, context: context) { bytes, items in
            try Self.read(try JSONValue(parsing: bytes), in: nil, into: &items)
        }
    }

    /// Reads what may be a task, a list of them, or something that holds either.
    private static func read(_ value: JSONValue, in list: String?, into items: inout ForeignItems) throws {
        for element in value.elements ?? [] { try read(element, in: list, into: &items) }
        guard var object = ForeignObject(value, items.context) else { return }
        if object["title"] != nil, object["status"] != nil || object["importance"] != nil {
            let position = "task \(items.items.count + 1)"
            do {
                try read(&object, in: list, at: position, into: &items)
            } catch { throw badInput(position, error) }
            return
        }
        // The list that everybody has is the inbox.
        let isDefault = object.text("wellknownListName") == "defaultList"
        let name = isDefault ? nil : object.text(["displayName", "title", "name"]) ?? list
        for key in ["value", "lists", "tasks", "todos"] {
            if let inner = object.take(key) { try read(inner, in: name, into: &items) }
        }
    }

    private static func read(
        _ object: inout ForeignObject, in list: String?, at position: String, into items: inout ForeignItems
    ) throws {
        var task = ForeignTask(title: object.text("title") ?? "")
        task.list = [list].compactMap(\.self)
        if let body = object.take("body"), let text = body["content"]?.string {
            task.notes = body["contentType"]?.string == "html" ? HTMLText.plain(text) : text.trimmed
        }
        task.createdAt = try object.moment("createdDateTime")
        task.modifiedAt = try object.moment("lastModifiedDateTime")
        task.start = try object.day("startDateTime")
        task.due = try object.day("dueDateTime")
        let completedAt = try object.due("completedDateTime").map { $0.moment(in: items.context.timeZone) }
        switch object.text("status") {
        case "completed": task.completedAt = completedAt ?? task.modifiedAt ?? object.unknownCompletion
        case "notStarted", nil: break
        case let status?: task.others.append(("status", .string(status)))
        }
        if object.text("importance") == "high" { task.priority = .high }
        task.tags = object.texts("categories")
        if case .instant(let date, let zone)? = try object.due("reminderDateTime"), object["isReminderOn"] != false {
            task.alarms = [Alarm(.moment(date, zone: zone))]
        }
        if let pattern = object.take("recurrence"), task.completedAt == nil {
            if let rule = GraphRecurrence.rule(pattern), task.repeats(rule, in: items.context.timeZone) {
                if task.start != nil { task.start = nil }
            } else {
                task.others.append(("recurrence", pattern))
                items.note("A repetition is not understood, and is kept as mstodo.recurrence.", at: position)
            }
        }
        let steps = object.objects("checklistItems") + object.objects("steps")
        let links = object.objects("linkedResources").compactMap { $0["webUrl"] }
        if !links.isEmpty { task.others.append(("linkedResources", .array(links))) }
        if object.flag("hasAttachments") {
            items.note("The attachments of a task are not in the file, and were not taken.", at: position)
        }
        let id = object.text("id")
        object.drop("isReminderOn", "bodyLastModifiedDateTime", "@odata.etag", "@odata.context", "attachments")
        task.others += object.others.filter { !$0.name.hasPrefix("@odata") && !$0.name.contains("@odata") }
        let own =
            id.map(items.id) ?? items.id(ofContent: list ?? "", task.title, task.createdAt?.rfc3339 ?? "")
        try items.add(task, id: own, at: position)
        for var step in steps {
            var part = ForeignTask(title: step.text(["displayName", "title", "text"]) ?? "")
            part.list = task.list
            part.parent = own
            part.createdAt = try step.moment("createdDateTime")
            let checkedAt = try step.moment("checkedDateTime")
            if step.flag("isChecked") {
                part.completedAt = checkedAt ?? task.modifiedAt ?? step.unknownCompletion
            }
            part.modifiedAt = task.modifiedAt
            let id = step.text("id").map { items.id("\(own)\u{0}\($0)") } ?? items.id(ofContent: "\(own)", part.title)
            try items.add(part, id: id, at: position)
        }
    }
}

/// A repetition of Graph (learn.microsoft.com/graph/api/resources/patternedrecurrence) as a rule.
enum GraphRecurrence {
    /// The rule; nil for a pattern that is not known.
    static func rule(_ value: JSONValue) -> String? {
        guard let pattern = value["pattern"], let type = pattern["type"]?.string else { return nil }
        var parts: [String]
        let days = (pattern["daysOfWeek"]?.elements ?? []).compactMap { $0.string?.prefix(2).uppercased() }
        let places = ["first": "1", "second": "2", "third": "3", "fourth": "4", "last": "-1"]
        let day = pattern["dayOfMonth"]?.integer ?? 0
        let month = pattern["month"]?.integer ?? 0
        func relative() -> [String]? {
            guard let place = places[pattern["index"]?.string ?? "first"], !days.isEmpty else { return nil }
            return ["BYDAY=" + days.joined(separator: ","), "BYSETPOS=\(place)"]
        }
        switch type {
        case "daily": parts = ["FREQ=DAILY"]
        case "weekly": parts = ["FREQ=WEEKLY"] + (days.isEmpty ? [] : ["BYDAY=" + days.joined(separator: ",")])
        case "absoluteMonthly": parts = ["FREQ=MONTHLY"] + (1...31 ~= day ? ["BYMONTHDAY=\(day)"] : [])
        case "relativeMonthly":
            guard let relative = relative() else { return nil }
            parts = ["FREQ=MONTHLY"] + relative
        case "absoluteYearly":
            parts = ["FREQ=YEARLY"]
            if 1...12 ~= month, 1...31 ~= day { parts += ["BYMONTH=\(month)", "BYMONTHDAY=\(day)"] }
        case "relativeYearly":
            guard let relative = relative(), 1...12 ~= month else { return nil }
            parts = ["FREQ=YEARLY", "BYMONTH=\(month)"] + relative
        default: return nil
        }
        if let interval = pattern["interval"]?.integer, interval > 1 { parts.append("INTERVAL=\(interval)") }
        if let range = value["range"] {
            switch range["type"]?.string {
            case "endDate":
                guard let end = range["endDate"]?.string.flatMap({ Day(String($0.prefix(10))) }) else { return nil }
                parts.append("UNTIL=" + end.description.filter { $0 != "-" })
            case "numbered":
                guard let count = range["numberOfOccurrences"]?.integer, count > 0 else { return nil }
                parts.append("COUNT=\(count)")
            default: break
            }
        }
        return parts.joined(separator: ";")
    }
}
