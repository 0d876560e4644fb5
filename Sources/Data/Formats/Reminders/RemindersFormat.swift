import Foundation
import JSON
import TodoDomain

/// Apple Reminders as its tools for the command line write it: `reminders show-all --format json`
/// (github.com/keith/reminders-cli) and `remindctl --json`. Apple itself has no export.
package struct RemindersFormat: TodoFormat {
    package let name = "reminders"
    package let fileExtensions: [String] = []
    package let extrasPrefix = "reminders."

    /// The format.
    package init() {}

    package func recognizes(name: String?, beginning: FileBeginning) -> Recognition {
        guard beginning.isJSON(named: name), beginning.hasMembers("isCompleted", "title") else { return .none }
        return beginning.hasMembers("externalId") || beginning.hasMembers("listID", "listName") ? .content : .none
    }

    package func makeReader(_ source: ByteSource, context: ImportContext) -> any ItemReader {
        let said: Set<ForeignTask.Part> = [.notes, .list, .tags, .due, .start, .priority]
        return ForeignFileReader(source, format: self, saying: said, context: context) { bytes, items in
            let value = try JSONValue(parsing: bytes)
            guard let elements = value.elements ?? value["reminders"]?.elements else {
                throw InputError("it holds no reminders")
            }
            for (index, element) in elements.enumerated() {
                let position = "reminder \(index + 1)"
                guard var object = ForeignObject(element, context) else {
                    throw InputError("reminder \(index + 1) is not an object")
                }
                do {
                    try Self.read(&object, at: position, into: &items)
                } catch { throw badInput(position, error) }
            }
        }
    }

    private static func read(_ object: inout ForeignObject, at position: String, into items: inout ForeignItems) throws
    {
        var task = ForeignTask(title: object.text("title") ?? "")
        task.notes = [object.text("notes"), object.text("url")].compactMap(\.self).joined(separator: "\n\n")
        task.list = object.text(["list", "listName"]).map { [$0] } ?? []
        task.tags = object.texts("tags")
        task.createdAt = try object.moment("creationDate")
        task.modifiedAt = try object.moment("lastModified") ?? object.moment("lastModifiedDate")
        task.start = try date("startDate", &object)
        task.due = try date("dueDate", &object)
        // A reminder that has only one date has it twice.
        if task.start == task.due { task.start = nil }
        let completedAt = try object.moment("completionDate")
        if object.flag("isCompleted") { task.completedAt = completedAt ?? object.unknownCompletion }
        switch object.take("priority") {
        case .integer(1...4)?, "high"?: task.priority = .high
        case .integer(5)?, "medium"?: task.priority = .medium
        case .integer(6...9)?, "low"?: task.priority = .low
        default: break
        }
        if object.flag("isFlagged") { task.priority = task.priority ?? .high }
        let id = object.text(["externalId", "id"])
        object.drop("listID", "calendarItemIdentifier")
        task.others = object.others
        let created = task.createdAt?.rfc3339 ?? ""
        let own = id.map(items.id) ?? items.id(ofContent: task.list.first ?? "", task.title, created)
        try items.add(task, id: own, at: position)
    }

    /// A date; one at midnight is a day.
    private static func date(_ name: String, _ object: inout ForeignObject) throws -> Due? {
        guard let due = try object.due(name) else { return nil }
        guard case .instant(let date, _) = due else { return due }
        let day = Day(containing: date, in: object.context.timeZone)
        return day.start(in: object.context.timeZone) == date ? .day(day) : due
    }
}
