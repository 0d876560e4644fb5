import Foundation
import JSON
import TodoDomain

/// The cards of a Trello board as CSV. A board and a list on it form a path. Archived cards are done.
struct TrelloLayout: CSVLayout {
    static let name = "trello"
    static let columns: Set<String> = ["card id", "card name", "list name", "board name"]

    private var identities = Identities(format: "trello")

    mutating func read(_ row: inout CSVRow) throws -> CSVMeaning {
        var task = ForeignTask(title: row.take("card name") ?? "")
        task.notes = row.take("card description") ?? ""
        task.list = ["board name", "list name"].compactMap { row.take($0) }
        // A label may be followed by its colour: outside (green).
        task.tags =
            row.take("labels")?.split(separator: ",").map { label in
                let text = String(label).trimmed
                guard text.hasSuffix(")"), let bracket = text.range(of: " (", options: .backwards) else { return text }
                return String(text[..<bracket.lowerBound])
            } ?? []
        task.start = try row.takeDate("start date")
        task.due = try row.takeDate("due date")
        task.modifiedAt = try row.takeMoment("last activity date")
        let isDone = row.take("due complete")?.lowercased() == "true"
        let isArchived = row.cells["archived"]?.lowercased() == "true"
        if isDone || isArchived { task.completedAt = task.modifiedAt ?? row.unknownCompletion }
        if !isArchived { row.drop("archived") }
        row.drop(
            "list id", "board id", "vote count", "comment count", "attachment count", "checklist item total count",
            "checklist item completed count")
        // The id is the same as in the board's JSON.
        let id = row.take("card id")
        task.createdAt = id.flatMap(TrelloFormat.madeAt)
        task.id = id.map { identities.id(ofForeign: $0) } ?? identities.id(ofContent: "\(task.list)\u{0}\(task.title)")
        task.others = row.others
        return .tasks([task])
    }

    static func rendition(of todo: Todo) -> Todo {
        var said = todo
        said.parent = nil
        said.recurrence = nil
        said.priority = nil
        return said
    }
}
