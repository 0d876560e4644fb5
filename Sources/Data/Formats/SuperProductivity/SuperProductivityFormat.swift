import Foundation
import JSON
import TodoDomain

/// The backup of Super Productivity (super-productivity.com), with its archives: projects are lists.
package struct SuperProductivityFormat: TodoFormat {
    package let name = "superproductivity"
    package let fileExtensions: [String] = []
    package let extrasPrefix = "superproductivity."

    /// The format.
    package init() {}

    package func recognizes(name: String?, beginning: FileBeginning) -> Recognition {
        guard beginning.isJSON(named: name) else { return .none }
        let isBackup = beginning.hasMembers("entities", "ids") && beginning.hasMembers("task")
        return isBackup || beginning.hasMembers("timeSpentOnDay", "subTaskIds") ? .content : .none
    }

    package func makeReader(_ source: ByteSource, context: ImportContext) -> any ItemReader {
        let said: Set<ForeignTask.Part> = [.notes, .list, .tags, .parent, .due, .alarms, .estimate]
        return ForeignFileReader(source, format: self, saying: said, context: context) { bytes, items in
            let root = try JSONValue(parsing: bytes)
            let data = root["data"] ?? root
            let archives = [data["taskArchive"], data["archiveYoung"]?["task"], data["archiveOld"]?["task"]]
            let tasks = ([data["task"]] + archives).map { Self.entities($0, context) }
            guard data["task"]?["entities"] != nil else { throw InputError("it holds no tasks of a backup") }
            let projects = Self.titles(data["project"], context)
            let tags = Self.titles(data["tag"], context)
            var number = 0
            for task in tasks.flatMap(\.self) {
                number += 1
                let position = "task \(number)"
                do {
                    try Self.read(task, projects, tags, at: position, into: &items)
                } catch { throw badInput(position, error) }
            }
        }
    }

    /// The records of a kind, in their order.
    private static func entities(_ value: JSONValue?, _ context: ImportContext) -> [ForeignObject] {
        let entities = value?["entities"]?.members ?? [:]
        let order = (value?["ids"]?.elements ?? []).compactMap(\.string)
        let rest = Set(entities.keys).subtracting(order).sorted()
        var seen: Set<String> = []
        return (order + rest).filter { seen.insert($0).inserted }.compactMap { id in
            entities[id].flatMap { ForeignObject($0, context) }
        }
    }

    private static func titles(_ value: JSONValue?, _ context: ImportContext) -> [String: String] {
        let pairs = entities(value, context).compactMap { entity -> (String, String)? in
            guard let id = entity["id"]?.string, let title = entity["title"]?.string else { return nil }
            return (id, title)
        }
        return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
    }

    private static func read(
        _ object: ForeignObject, _ projects: [String: String], _ tags: [String: String], at position: String,
        into items: inout ForeignItems
    ) throws {
        var object = object
        var task = ForeignTask(title: object.text("title") ?? "")
        task.notes = object.text("notes") ?? ""
        let project = object.text("projectId").flatMap { projects[$0] }
        // Each installation has a project of this name for tasks without a project.
        task.list = project.flatMap { TodoList.isInbox($0) ? nil : [$0] } ?? []
        // The tag TODAY is a view.
        task.tags = object.texts("tagIds").filter { $0 != "TODAY" }.compactMap { tags[$0] }
        task.createdAt = try object.moment("created")
        task.modifiedAt = try object.moment("modified")
        let doneOn = try object.moment("doneOn")
        if object.flag("isDone") { task.completedAt = doneOn ?? object.unknownCompletion }
        let day = try object.due("dueDay")
        task.due = try object.due("dueWithTime") ?? object.due("plannedAt") ?? day
        if let alarm = try object.due("remindAt"), case .instant(let date, let zone) = alarm {
            task.alarms = [Alarm(.moment(date, zone: zone))]
        }
        if let parent = object.text("parentId") { task.parent = items.id(parent) }
        if object.text("repeatCfgId") != nil, task.completedAt == nil {
            items.note("How a task repeats was not taken.", at: position)
        }
        let id = object.text("id")
        task.takeEstimate(object.take("timeEstimate")?.integer ?? 0, of: 60_000, named: "timeEstimate")
        let spent = object.take("timeSpent")?.integer ?? 0
        if spent > 0 { task.others.append(("timeSpent", .integer(spent))) }
        object.keep("issueId", "issueType")
        task.others += object.others
        let content = task.createdAt?.rfc3339 ?? ""
        try items.add(task, id: id.map(items.id) ?? items.id(ofContent: task.title, content), at: position)
    }
}
