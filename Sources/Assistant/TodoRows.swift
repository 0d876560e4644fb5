import Foundation
import JSON
import TodoFormats
import TodoKit

/// To-dos in the form of answers: a short object and a line of text for each.
struct TodoRows: Sendable {
    let clock: ToolClock
    /// The additional members of each row.
    private let fields: [String]

    /// - Parameters:
    /// - fields: the additional members; `*` means all.
    ///   - scope: the list beyond which nothing is shown; nil means no limit.
    /// - Throws: `usage` for a member that to-dos do not have.
    init(_ clock: ToolClock, fields: [String] = [], within scope: ListScope? = nil) throws {
        for field in fields where field != "*" && !Self.members.contains(field) {
            throw TodoError(
                .usage, "To-dos have no field “\(field.excerpt)”; they have \(Self.members.joined(separator: ", ")).")
        }
        self.clock = clock
        // A dependency may be in a list beyond the scope.
        self.fields = (fields.contains("*") ? Self.members : fields).filter { scope == nil || $0 != "dependsOn" }
    }

    /// The names of the members of a to-do in JSON.
    static let members: [String] = {
        let sample = Todo(id: .init(stored: "x"), title: "x", createdAt: Date(timeIntervalSince1970: 0))
        return (json(sample).members ?? [:]).keys.sorted()
    }()

    /// The members of each row, and their kinds.
    static let schema = Schema.open(
        [
            "id": Schema.text(), "title": Schema.text(), "due": Schema.optionalText("ISO"),
            "dueText": Schema.optionalText(), "list": Schema.optionalText(), "tags": Schema.texts(),
            "done": Schema.flag(),
        ], required: ["id", "title", "done"])

    private static func json(_ todo: Todo) -> JSONValue {
        var writer = JSONWriter()
        TodoJSON.write(todo, to: &writer)
        return (try? JSONValue(parsing: writer.bytes)) ?? .null
    }

    /// A row. A member of the same name as a short one has the short form.
    func json(_ todo: Todo) -> JSONValue {
        var row: [String: JSONValue] = [:]
        if !fields.isEmpty, let members = Self.json(todo).members {
            for field in fields { row[field] = members[field] }
        }
        row["id"] = .string(todo.id.rawValue)
        row["title"] = .string(todo.title)
        row["due"] = todo.due.map { .string(Self.iso($0)) } ?? .null
        row["dueText"] = todo.due.map { .string(clock.text.short($0)) } ?? .null
        row["list"] = todo.list.map { .string($0.path) } ?? .null
        row["tags"] = .array(todo.tags.map { .string($0.title) })
        row["done"] = .bool(todo.isDone)
        return VisibleText.of(.object(row))
    }

    /// A line: `3f2a… [ ] Buy milk · tomorrow (2026-11-22) · Work · #shop`.
    func line(_ todo: Todo) -> String {
        var parts = ["\(todo.id) [\(todo.isDone ? "x" : " ")] \(todo.title)"]
        if let due = todo.due { parts.append("\(clock.text.short(due)) (\(Self.iso(due)))") }
        if let list = todo.list { parts.append(list.path) }
        parts += todo.tags.map { "#\($0.title)" }
        return VisibleText.line(parts.joined(separator: " · "))
    }

    static func iso(_ due: Due) -> String {
        switch due {
        case .day(let day): day.description
        case .instant(let date, _): date.rfc3339
        }
    }
}
