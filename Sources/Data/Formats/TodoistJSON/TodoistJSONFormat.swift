import Foundation
import JSON
import TodoDomain

/// The answers of Todoist's programming interface (developer.todoist.com): everything at once, with its projects, sections,
/// labels and notes, or tasks alone. Its priorities go from 4, the highest, to 1.
package struct TodoistJSONFormat: TodoFormat {
    package let name = "todoist"
    package let fileExtensions: [String] = []
    package let extrasPrefix = "todoist."

    /// The format.
    package init() {}

    package func recognizes(name: String?, beginning: FileBeginning) -> Recognition {
        guard beginning.isJSON(named: name) else { return .none }
        let isSync = beginning.hasMembers("sync_token")
        return isSync || beginning.hasMembers("project_id", "content") ? .content : .none
    }

    package func makeReader(_ source: ByteSource, context: ImportContext) -> any ItemReader {
        let said: Set<ForeignTask.Part> = [
            .notes, .list, .tags, .parent, .due, .start, .priority, .recurrence, .comments,
        ]
        return ForeignFileReader(source, format: self, saying: said, context: context) { bytes, items in
            var account = try TodoistAccount(try JSONValue(parsing: bytes), context)
            try account.read(into: &items)
        }
    }
}

/// The parts of an account that a file contains.
private struct TodoistAccount {
    private var projects: [String: [String]] = [:]
    private var sections: [String: String] = [:]
    private var notes: [String: [(text: String, date: Date?)]] = [:]
    private let tasks: [ForeignObject]
    private let known: Set<String>

    init(_ value: JSONValue, _ context: ImportContext) throws {
        let root = ForeignObject(value, context)
        let elements =
            value.elements ?? root?["items"]?.elements ?? root?["results"]?.elements ?? root?["tasks"]?.elements
        guard let elements else { throw InputError("it holds no tasks of Todoist") }
        tasks = elements.compactMap { ForeignObject($0, context) }
        known = Set(tasks.compactMap { $0.name("id") })
        guard var root else { return }
        let all = root.objects("projects")
        var parents: [String: (title: String, parent: String?)] = [:]
        for project in all {
            let isInbox = project["inbox_project"] == true || project["is_inbox_project"] == true
            guard let id = project.name("id"), !isInbox else { continue }
            parents[id] = (project["name"]?.string ?? "", project.name("parent_id"))
        }
        for project in all {
            var (path, next) = ([String](), project.name("id"))
            while let id = next, let found = parents[id], path.count < Limits.levels {
                path.insert(found.title, at: 0)
                next = found.parent
            }
            if let id = project.name("id") { projects[id] = path }
        }
        for section in root.objects("sections") {
            if let id = section.name("id") { sections[id] = section["name"]?.string }
        }
        for var note in root.objects("notes") + root.objects("comments") {
            guard let task = note.name("item_id") ?? note.name("task_id"), let text = note.text("content") else {
                continue
            }
            notes[task, default: []].append((text, try note.moment("posted_at")))
        }
    }

    mutating func read(into items: inout ForeignItems) throws {
        for (index, task) in tasks.enumerated() {
            let position = "task \(index + 1)"
            do {
                try read(task, at: position, into: &items)
            } catch { throw badInput(position, error) }
        }
    }

    private func read(_ object: ForeignObject, at position: String, into items: inout ForeignItems) throws {
        var object = object
        if object.flag("is_deleted") { return items.skip("A deleted task was left out.", at: position) }
        let name = object.text("id")
        var task = ForeignTask(title: object.text("content") ?? "")
        task.notes = object.text("description") ?? ""
        task.tags = object.texts("labels")
        let project = object.text("project_id")
        let section = object.text("section_id")
        task.list = (project.flatMap { projects[$0] } ?? []) + [section.flatMap { sections[$0] }].compactMap(\.self)
        if let project, projects[project] == nil { task.others.append(("project_id", .string(project))) }
        switch object.take("priority")?.integer {
        case 4: task.priority = .high
        case 3: task.priority = .medium
        case 2: task.priority = .low
        default: break
        }
        task.createdAt = try object.moment("added_at") ?? object.moment("created_at") ?? object.moment("date_added")
        task.modifiedAt = try object.moment("updated_at")
        let completedAt = try object.moment("completed_at")
        let isDone = object.flag("checked") || object.flag("is_completed") || object["checked"] == 1
        if isDone || completedAt != nil {
            task.completedAt = completedAt ?? task.modifiedAt ?? object.unknownCompletion
        }
        try readDates(&object, into: &task, at: position, &items)
        if let parent = object.text("parent_id"), known.contains(parent) { task.parent = items.id(parent) }
        task.comments = name.flatMap { notes[$0] } ?? []
        object.drop(
            "user_id", "creator_id", "added_by_uid", "assigned_by_uid", "assigner_id", "child_order", "order",
            "day_order",
            "collapsed", "is_collapsed", "sync_id", "url", "comment_count", "note_count", "v2_id", "v2_project_id",
            "v2_parent_id", "v2_section_id", "goal_ids", "completed_by_uid")
        task.others += object.others
        let content = task.createdAt?.rfc3339 ?? ""
        try items.add(task, id: name.map(items.id) ?? items.id(ofContent: task.title, content), at: position)
    }

    private func readDates(
        _ object: inout ForeignObject, into task: inout ForeignTask, at position: String, _ items: inout ForeignItems
    ) throws {
        let deadline = try object.take("deadline").flatMap { ForeignObject($0, items.context) }.flatMap { deadline in
            var deadline = deadline
            return try deadline.due("date")
        }
        guard var due = object.take("due").flatMap({ ForeignObject($0, items.context) }) else {
            task.due = deadline
            return
        }
        let zone = due.text("timezone").flatMap { TimeZone(identifier: $0) }
        let exact = try due.due("datetime", in: zone)
        let date = try due.due("date", in: zone)
        task.due = exact ?? date
        if due.flag("is_recurring"), task.completedAt == nil, let phrase = due.text("string") {
            if task.repeats(phrase: phrase, in: zone, items.context) {
                if let deadline {
                    task.others.append(("deadline", .string(deadline.text)))
                    items.note(
                        "A deadline cannot go with a repetition, and is kept as todoist.deadline.", at: position)
                }
                return
            }
            task.others.append(("due", .string(phrase)))
            items.note(
                "\(ForeignDate.shown(phrase)) is no repetition that is understood, and is kept as todoist.due.",
                at: position)
        }
        // The date says when to do it. With both, the deadline is the due date.
        if let deadline { (task.start, task.due) = (task.due, deadline) }
    }
}

extension ForeignObject {
    /// The identifier of a record, which is a text or a number.
    fileprivate func name(_ member: String) -> String? {
        self[member].flatMap { ForeignCell(name: member, column: nil, value: $0).text }
    }
}
