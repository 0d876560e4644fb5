import Foundation
import TodoDomain

/// The CSV of OmniFocus 2 to 4. Projects become lists, and action groups become to-dos with subtasks. A `Task ID` such as
/// 1.2.3 gives the tree, but it only counts the rows of this file, so it is not an id. A flag becomes the high priority.
struct OmniFocusLayout: CSVLayout {
    static let name = "omnifocus"
    static let columns: Set<String> = ["task id", "type", "name", "project", "due date", "flagged"]
    static let said = Set<ForeignTask.Part>.rows.union([.estimate])

    private var identities = Identities(format: "csv")
    /// The rows above this one in the tree, by their numbers.
    private var ancestors: [(number: String, id: Todo.ID)] = []

    mutating func read(_ row: inout CSVRow) throws -> CSVMeaning {
        let type = row.take("type")?.lowercased() ?? "action"
        let number = row.take("task id") ?? ""
        if type == "project" || type == "folder" {
            let hasMore = ["notes", "due date", "start date", "completion date"].contains { row.cells[$0] != nil }
            return hasMore ? .skipped("A project is a list here, which has no notes and no dates.") : .nothing
        }
        ancestors.removeAll { !number.hasPrefix($0.number + ".") }
        var task = ForeignTask(title: row.take("name") ?? "")
        task.notes = row.take("notes") ?? ""
        task.list = row.take("project")?.split(separator: " : ").map { String($0).trimmed } ?? []
        task.tags = [row.take("context")].compactMap(\.self)
        task.tags += row.take("tags")?.split { $0 == "," || $0 == ";" }.map(String.init) ?? []
        task.parent = ancestors.last?.id
        if row.take("flagged") == "1" { task.priority = .high }
        let due = row.cells["due date"]
        task.start = try row.takeDate("start date")
        task.due = try row.takeDate("due date")
        task.completedAt = try row.takeMoment("completion date")
        if let minutes = row.cells["duration"].flatMap(EstimatePhrase.withUnit) {
            task.estimate = minutes
            row.drop("duration")
        }
        let status = row.take("status")
        switch status?.lowercased() {
        case "completed": task.completedAt = task.completedAt ?? row.unknownCompletion
        case "dropped":
            task.completedAt = task.completedAt ?? row.unknownCompletion
            row.keep(status, "status")
        default: break
        }
        let id = identities.id(
            ofContent:
                "\(Self.name)\u{0}\(task.list)\u{0}\(task.parent?.rawValue ?? "")\u{0}\(task.title)\u{0}\(due ?? "")")
        task.id = id
        if !number.isEmpty { ancestors.append((number, id)) }
        task.others = row.others
        return .tasks([task])
    }

    static func rendition(of todo: Todo) -> Todo {
        var said = todo
        said.recurrence = nil
        if said.priority != .high { said.priority = nil }
        return said
    }
}
