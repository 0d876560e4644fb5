import Foundation
import TodoDomain

/// The output of `things-cli -c` (github.com/thingsapi/things-cli) for Things 3, which has no CSV of its own. There is a
/// column for each attribute of things.py, in any order. Areas, projects and headings become lists. The items of a checklist
/// come before their to-do and become its subtasks.
struct ThingsLayout: CSVLayout {
    static let name = "things"
    static let columns: Set<String> = ["uuid", "type", "title", "status", "start", "stop_date"]

    private var identities = Identities(format: "csv")
    /// The items of a checklist whose to-do has not been read yet.
    private var items: [ForeignTask] = []
    /// More than Things allows in a checklist.
    private static let maximumItems = 1000

    mutating func read(_ row: inout CSVRow) throws -> CSVMeaning {
        let type = row.take("type")?.trimmed ?? ""
        guard type == "to-do" || type == "checklist-item" else {
            let hasMore = ["notes", "deadline", "start_date"].contains { row.cells[$0] != nil }
            return hasMore
                ? .skipped("A project or an area is a list here, which has no notes and no dates.") : .nothing
        }
        guard let uuid = row.take("uuid") else { throw InputError.field("uuid", "the id of the to-do") }
        var task = ForeignTask(title: row.take("title") ?? "")
        task.id = Todo.ID(uuid) ?? identities.id(ofForeign: uuid)
        task.notes = row.take("notes") ?? ""
        task.list = ["area_title", "project_title", "heading_title"].compactMap { row.take($0) }
        task.tags = Self.tags(row.take("tags") ?? "")
        task.start = try row.takeDate("start_date")
        task.due = try row.takeDate("deadline")
        task.createdAt = try row.takeMoment("created")
        task.modifiedAt = try row.takeMoment("modified")
        let stopped = try row.takeMoment("stop_date")
        let status = row.take("status")
        switch status {
        case "completed": task.completedAt = stopped ?? row.unknownCompletion
        case "canceled":
            task.completedAt = stopped ?? row.unknownCompletion
            row.keep(status, "status")
        default: break
        }
        row.drop("index", "today_index", "area", "project", "heading", "trashed", "checklist", "items")
        if row.cells["start"] != "Someday" { row.drop("start") }
        task.others = row.others
        guard type == "to-do" else {
            guard items.count < Self.maximumItems else { throw InputError("there are too many items in a checklist") }
            items.append(task)
            return .nothing
        }
        defer { items = [] }
        return .tasks(
            [task]
                + items.map { item in
                    var item = item
                    item.parent = task.id
                    return item
                })
    }

    mutating func finish() -> (tasks: [ForeignTask], notUnderstood: [(line: Int, reason: String)]) { (items, []) }

    static func rendition(of todo: Todo) -> Todo {
        var said = todo
        // Only the item of a checklist is a subtask.
        said.priority = nil
        said.recurrence = nil
        said.parent = nil
        said.start = said.start.map { Due.day($0.day) }
        said.due = said.due.map { Due.day($0.day) }
        return said
    }

    /// The tags of a list in Python's notation: `['home', 'a "b"']`. Other text is separated by commas.
    static func tags(_ text: String) -> [String] {
        let inner = text.trimmed.hasPrefix("[") ? String(text.trimmed.dropFirst().dropLast()) : text
        return inner.split(separator: ",").map { part in
            let tag = String(part).trimmed
            guard tag.count > 1, let quote = tag.first, quote == "'" || quote == "\"", tag.last == quote else {
                return tag
            }
            return String(tag.dropFirst().dropLast())
        }
    }
}
