import Foundation
import JSON
import TodoDomain

/// The `Tasks.json` of Google Takeout, and the same lists and tasks as Google's programming interface writes them
/// (developers.google.com/tasks/reference/rest).
package struct GoogleTasksFormat: TodoFormat {
    package let name = "googletasks"
    package let fileExtensions: [String] = []
    package let extrasPrefix = "googletasks."

    /// The format.
    package init() {}

    package func recognizes(name: String?, beginning: FileBeginning) -> Recognition {
        let kinds = ["\"tasks#taskLists\"", "\"tasks#tasks\""]
        return beginning.isJSON(named: name) && kinds.contains(where: beginning.contains) ? .content : .none
    }

    package func makeReader(_ source: ByteSource, context: ImportContext) -> any ItemReader {
        let said: Set<ForeignTask.Part> = [.notes, .list, .parent, .due, .flag]
        return ForeignFileReader(source, format: self, saying: said, context: context) { bytes, items in
            try Self.read(try JSONValue(parsing: bytes), into: &items)
        }
    }

    private static func read(_ value: JSONValue, into items: inout ForeignItems) throws {
        guard var root = ForeignObject(value, items.context) else { throw InputError("it is not an object of lists") }
        let lists = root.objects("items")
        if value["kind"]?.string == "tasks#tasks" {
            try read(lists, in: nil, into: &items)
        } else {
            for var list in lists {
                let title = list.text("title")
                try read(list.objects("items"), in: title, into: &items)
            }
        }
    }

    private static func read(_ tasks: [ForeignObject], in list: String?, into items: inout ForeignItems) throws {
        let known = Set(tasks.compactMap { $0["id"]?.string })
        for (index, object) in tasks.enumerated() {
            let position = "task \(index + 1)\(list.map { " of the list \(ForeignDate.shown($0))" } ?? "")"
            var task = object
            if task.flag("deleted") {
                items.skip("A deleted task was left out.", at: position)
                continue
            }
            do {
                try read(&task, in: list, known, at: position, into: &items)
            } catch { throw badInput(position, error) }
        }
    }

    private static func read(
        _ object: inout ForeignObject, in list: String?, _ known: Set<String>, at position: String,
        into items: inout ForeignItems
    ) throws {
        var task = ForeignTask(title: object.text("title") ?? "")
        task.notes = object.text("notes") ?? ""
        task.list = list.flatMap { TodoList.isInbox($0) ? nil : $0 }.map { [$0] } ?? []
        task.createdAt = try object.moment("created")
        task.modifiedAt = try object.moment("updated")
        // A due date is only a day, although it is written with a time. The scheduled time may have a time of day.
        task.due = try object.due("due").map { .day(Day(containing: $0.moment(in: .gmt), in: .gmt)) }
        for var time in object.objects("scheduled_time") where time["current"] != false {
            guard case .instant(let date, _)? = try time.due("start"), !date.milliseconds.isMultiple(of: 86_400_000)
            else { continue }
            task.due = .instant(date, object.context.timeZone)
        }
        let completedAt = try object.moment("completed")
        if object.text("status") == "completed" { task.completedAt = completedAt ?? object.unknownCompletion }
        if object.flag("starred") { task.priority = .high }
        let id = object.text("id")
        if let parent = object.text("parent"), known.contains(parent) { task.parent = items.id(parent) }
        object.drop(
            "kind", "etag", "selfLink", "position", "hidden", "task_type", "webViewLink", "current")
        task.others = object.others
        let content = "\(list ?? "")\u{0}\(task.createdAt?.rfc3339 ?? "")"
        try items.add(task, id: id.map(items.id) ?? items.id(ofContent: task.title, content), at: position)
    }
}
