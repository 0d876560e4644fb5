package import TodoKit

/// To-dos as a table for people.
package struct TodoTable {
    /// Formats due dates.
    package let dueText: DueText
    /// The displayed id: the shortest unique prefix.
    package let shortID: (Todo.ID) -> String

    /// What a view and a person's settings say.
    private let look: TodoLook

    package init(dueText: DueText, look: TodoLook = TodoLook(), shortID: @escaping (Todo.ID) -> String) {
        (self.dueText, self.look, self.shortID) = (dueText, look, shortID)
    }

    /// The lines of the table; none if there are no to-dos.
    ///
    /// In a narrow terminal the tags shrink, then the location, then the title; after that the location is dropped,
    /// then the tags, the priority and finally the due date. The id and the title are always shown.
    /// - Parameter levels: how many to-dos of its tree are above each, which indents its title; nil for a list.
    package func lines(_ todos: [Todo], levels: [Int]? = nil, on terminal: Terminal) -> [String] {
        guard !todos.isEmpty else { return [] }
        let groups = levels == nil ? look.groups(todos, dueText) : [("", Array(todos.indices))]
        let columns = look.columns.isEmpty ? Self.usual : look.columns
        let table = Table(
            columns: columns.map(Self.column),
            rows: groups.flatMap { $0.indices }.map { row(todos[$0], columns, level: levels?[$0] ?? 0) })
        let lines = table.lines(width: terminal.width, styles: terminal.styles)
        guard levels == nil, look.grouping != nil else { return lines }
        var (rows, grouped) = (lines.dropFirst(), lines.prefix(1).map(\.self))
        for group in groups {
            grouped += [terminal.styles(Sanitized.line(group.title), .bold)] + rows.prefix(group.indices.count)
            rows = rows.dropFirst(group.indices.count)
        }
        return grouped
    }

    private static let usual: [TodoColumn] = [.id, .state, .priority, .due, .title, .tags, .place]

    private static func column(_ column: TodoColumn) -> Table.Column {
        switch column {
        case .id: .init("id")
        case .state: .init("")
        case .priority: .init("pri", dropRank: 2)
        case .due: .init("due", dropRank: 1)
        case .title: .init("title", minimumWidth: 16)
        case .tags: .init("tags", minimumWidth: 8, shrinkRank: 2, dropRank: 3)
        case .place: .init("place", minimumWidth: 8, shrinkRank: 1, dropRank: 4)
        case .list: .init("list", minimumWidth: 8, shrinkRank: 1, dropRank: 4)
        case .start, .created, .updated, .completed: .init(column.rawValue, dropRank: 5)
        }
    }

    /// The level from which titles are not indented further.
    private static let deepest = 8

    private func row(_ todo: Todo, _ columns: [TodoColumn], level: Int) -> [Table.Cell] {
        let style = todo.isDone ? Style.dim : look.style(of: todo)
        return columns.map { column in
            let cell = cell(todo, column, level: level)
            return style.map { Table.Cell(cell.text, $0) } ?? cell
        }
    }

    private func cell(_ todo: Todo, _ column: TodoColumn, level: Int) -> Table.Cell {
        switch column {
        case .id: return Table.Cell(shortID(todo.id), .cyan)
        case .state: return Table.Cell(mark(of: todo))
        case .priority: return Table.Cell(todo.priority.map(Self.mark) ?? "", todo.priority == .high ? .red : .plain)
        case .due:
            return Table.Cell(
                todo.due.map(dueText.short) ?? "",
                dueText.isOverdue(todo) ? .red : dueText.isDueToday(todo) ? .yellow : .plain)
        case .start: return Table.Cell(todo.start.map(dueText.short) ?? "")
        case .title:
            let indentation = String(repeating: "  ", count: min(level, Self.deepest))
            return Table.Cell(indentation + todo.title, todo.priority == .high ? .bold : .plain)
        case .tags:
            let color = todo.tags.lazy.compactMap { $0.color.flatMap(Self.style) }.first
            return Table.Cell(todo.tags.map { "#" + $0.title }.joined(separator: " "), color ?? .cyan)
        case .list: return Table.Cell(todo.list?.path ?? "", todo.list?.color.flatMap(Self.style) ?? .plain)
        case .place: return Table.Cell(todo.location.map { "@" + Self.name(of: $0) } ?? "", .green)
        case .created: return Table.Cell(dueText.short(todo.createdAt))
        case .updated: return Table.Cell(dueText.short(todo.updatedAt))
        case .completed: return Table.Cell(todo.completedAt.map(dueText.short) ?? "")
        }
    }

    /// The style of a tag's or a list's colour; nil for one that terminals do not have.
    private static func style(_ color: String) -> Style? {
        TextStyle.Color(rawValue: color.lowercased()).map { .text(TextStyle($0)) }
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
