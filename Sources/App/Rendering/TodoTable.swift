package import TodoKit

/// To-dos as a table for people.
package struct TodoTable {
    /// Formats due dates.
    package let dueText: DueText
    /// The displayed id: the shortest unique prefix.
    package let shortID: (Todo.ID) -> String

    package init(dueText: DueText, shortID: @escaping (Todo.ID) -> String) {
        (self.dueText, self.shortID) = (dueText, shortID)
    }

    /// The lines of the table; none if there are no to-dos.
    ///
    /// In a narrow terminal the tags shrink, then the location, then the title; after that the location is dropped,
    /// then the tags, the priority and finally the due date. The id and the title are always shown.
    /// - Parameter levels: how many to-dos of its tree are above each, which indents its title; nil for a list.
    package func lines(_ todos: [Todo], levels: [Int]? = nil, on terminal: Terminal) -> [String] {
        guard !todos.isEmpty else { return [] }
        let table = Table(
            columns: [
                .init("id"), .init(""), .init("pri", dropRank: 2), .init("due", dropRank: 1),
                .init("title", minimumWidth: 16), .init("tags", minimumWidth: 8, shrinkRank: 2, dropRank: 3),
                .init("place", minimumWidth: 8, shrinkRank: 1, dropRank: 4),
            ], rows: todos.indices.map { row(todos[$0], level: levels?[$0] ?? 0) })
        return table.lines(width: terminal.width, styles: terminal.styles)
    }

    /// The level from which titles are not indented further.
    private static let deepest = 8

    private func row(_ todo: Todo, level: Int) -> [Table.Cell] {
        let indentation = String(repeating: "  ", count: min(level, Self.deepest))
        let cells = [
            Table.Cell(shortID(todo.id), .cyan), Table.Cell(mark(of: todo)),
            Table.Cell(todo.priority.map(Self.mark) ?? "", todo.priority == .high ? .red : .plain),
            Table.Cell(
                todo.due.map(dueText.short) ?? "",
                dueText.isOverdue(todo) ? .red : dueText.isDueToday(todo) ? .yellow : .plain),
            Table.Cell(indentation + todo.title, todo.priority == .high ? .bold : .plain),
            Table.Cell(todo.tags.map { "#" + $0.title }.joined(separator: " "), .cyan),
            Table.Cell(todo.location.map { "@" + Self.name(of: $0) } ?? "", .green),
        ]
        return todo.isDone ? cells.map { Table.Cell($0.text, .dim) } : cells
    }

    /// `✓` for one that is done, `▸` for one that was started, `…` for one that is waiting, `↻` for one that repeats.
    private func mark(of todo: Todo) -> String {
        todo.isDone ? "✓" : todo.isStarted ? "▸" : dueText.isWaiting(todo) ? "…" : todo.isRepeating ? "↻" : ""
    }

    /// `!` for low to `!!!` for high.
    private static func mark(_ priority: Priority) -> String { String(repeating: "!", count: priority.rank) }

    /// The display name of a location: its name, or its position.
    static func name(of location: Location) -> String {
        location.placeName ?? "\(location.latitude),\(location.longitude)"
    }
}
