import Basics
public import Foundation
import TodoDomain
public import TodoKit

extension Todo {
    /// A to-do as a store would show it, including values that only a store sets.
    /// ```swift
    /// Todo.preview(Todo(title: "Write the report"), subtasks: TodoCount(open: 2, done: 1), isBlocked: true)
    /// ```
    /// - Parameters:
    ///   - todo: the fields that people edit.
    ///   - subtasks: how many of its direct subtasks are open and done.
    ///   - comments: the comments on it, oldest first.
    ///   - ancestors: the to-dos above it, outermost first.
    ///   - isBlocked: whether it waits for another to-do.
    public static func preview(
        _ todo: Todo = Todo(title: "Buy milk"), subtasks: TodoCount = TodoCount(), comments: [Todo.Comment] = [],
        ancestors: [Todo.Ancestor] = [], isBlocked: Bool = false
    ) -> Todo {
        var todo = todo
        todo.subtasks = subtasks
        todo.comments = comments
        todo.ancestors = ancestors
        todo.isBlocked = isBlocked
        todo.parent = ancestors.last?.id ?? todo.parent
        return todo
    }
}

extension Todo.Comment {
    /// A comment as a store would show it.
    /// - Parameters:
    ///   - text: the text.
    ///   - todo: the to-do that it is about.
    ///   - date: when it was made.
    ///   - device: the device that made it; nil if it comes from a file.
    public static func preview(
        _ text: String, on todo: Todo.ID = Todo.ID(), at date: Date = Date(), from device: DeviceID? = nil
    ) -> Todo.Comment {
        var comment = Todo.Comment(id: ID(), on: todo, text: text, createdAt: date)
        comment.device = device
        return comment
    }
}

extension TodoList {
    /// A list as a store would show it.
    /// - Parameters:
    ///   - path: its title and the titles of the lists above it, such as `Work/Reports`.
    ///   - color: its colour.
    public static func preview(_ path: String, color: String? = nil) -> TodoList {
        let titles = TodoList.titles(ofPath: path)
        var list = TodoList(title: titles.last ?? "", color: color)
        list.ancestors = titles.dropLast().map { Ancestor(id: ID(), title: $0) }
        list.parent = list.ancestors.last?.id
        return list
    }
}

extension SyncConflict {
    /// A conflict between two devices, as a store would show it.
    /// - Parameters:
    ///   - field: the field that both devices wrote.
    ///   - title: the title of the to-do.
    ///   - lost: the value that lost, in the form of docs/sync.md.
    ///   - kept: the value that won.
    ///   - device: the name of the device whose value lost.
    ///   - date: when the conflict was noticed.
    public static func preview(
        _ field: FieldName = .title, of title: String = "Buy milk", lost: JSONValue = .string("Buy oat milk"),
        kept: JSONValue = .string("Buy milk"), device: String = "phone", date: Date = Date()
    ) -> SyncConflict {
        let stands = Writing(value: kept, date: date, device: DeviceID(rawValue: 1), deviceName: "laptop")
        return SyncConflict(
            id: Randomness.uuid().uuidString.lowercased(), number: 1, record: RecordKey(.todo, Todo.ID().rawValue),
            title: title, field: field,
            lost: Writing(
                value: lost, date: date.addingTimeInterval(-60), device: DeviceID(rawValue: 2), deviceName: device),
            kept: stands, now: stands, date: date)
    }
}
