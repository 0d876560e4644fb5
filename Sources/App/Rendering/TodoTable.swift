import TodoDomain
package import TodoKit

/// To-dos as a table for people.
package struct TodoTable {
    /// Formats due dates.
    package let dueText: DueText
    /// The displayed id: the shortest unique prefix.
    package let shortID: (Todo.ID) -> String

    /// The to-dos that are listed because of their start. Their dates are marked as starts.
    package var starting: Set<Todo.ID> = []

    /// The look, by a view and a person's settings.
    private let look: TodoLook

    package init(dueText: DueText, look: TodoLook = TodoLook(), shortID: @escaping (Todo.ID) -> String) {
        self.dueText = dueText
        self.look = look
        self.shortID = shortID
    }

    /// The lines of the table; empty if there are no to-dos. The title of a subtask follows the titles of the to-dos above it,
    /// as `Party › Cake › Eggs`.
    ///
    /// There is a column for the lists if they differ and there is room for everything else. In a narrow terminal the tags
    /// shrink first, then the location, then the title. After that columns are dropped: the location, the tags, the number of
    /// done subtasks, the priority and finally the due date. The id and the title are always shown.
    /// - Parameter places: the position of each to-do in its tree; nil for a list.
    package func lines(_ todos: [Todo], in places: [TreePlace]? = nil, on terminal: Terminal) -> [String] {
        guard !todos.isEmpty else { return [] }
        let groups = places == nil ? look.groups(todos, dueText) : [("", Array(todos.indices))]
        func table(_ columns: [TodoColumn]) -> Table {
            Table(
                columns: columns.map(Self.column),
                rows: groups.flatMap { $0.indices }.map { row(todos[$0], columns, places?[$0]) })
        }
        var shown = table(look.columns.isEmpty ? usual(for: todos) : look.columns)
        if look.columns.isEmpty, haveSeveralLists(todos) {
            let wide = table(usual(for: todos, withList: true))
            let width = wide.naturalWidth(counting: (title: "title", width: Self.titleWidth))
            if width <= terminal.width { shown = wide }
        }
        let lines = shown.lines(width: terminal.width, styles: terminal.styles)
        guard places == nil, look.grouping != nil else { return lines }
        var (rows, grouped) = (lines.dropFirst(), lines.prefix(1).map(\.self))
        for group in groups {
            grouped += [terminal.styles(Sanitized.line(group.title), .bold)] + rows.prefix(group.indices.count)
            rows = rows.dropFirst(group.indices.count)
        }
        return grouped
    }

    /// The usual columns. For done to-dos, people want to know when they were done; for all others, when they are due.
    private func usual(for todos: [Todo], withList: Bool = false) -> [TodoColumn] {
        let date = todos.allSatisfy(\.isDone) ? TodoColumn.completed : .due
        return [.id, .state, .priority, date, .title, .subtasks] + (withList ? [.list] : []) + [.tags, .place]
    }

    /// The width that titles must have left if there is a column of lists.
    private static let titleWidth = 40

    /// Whether the to-dos are in several lists and not grouped by them, so that a column of lists is useful.
    private func haveSeveralLists(_ todos: [Todo]) -> Bool {
        look.grouping != .list && todos.contains { $0.list?.id != todos[0].list?.id }
    }

    private static func column(_ column: TodoColumn) -> Table.Column {
        switch column {
        case .id: .init("id")
        case .state: .init("")
        case .priority: .init("pri", dropRank: 2)
        case .due: .init("due", dropRank: 1)
        case .title: .init("title", minimumWidth: 16)
        case .subtasks: .init("sub", dropRank: 3)
        case .tags: .init("tags", minimumWidth: 8, shrinkRank: 2, dropRank: 3)
        case .place: .init("place", minimumWidth: 8, shrinkRank: 1, dropRank: 4)
        case .list: .init("list", minimumWidth: 8, shrinkRank: 1, dropRank: 4)
        case .start, .created, .updated, .completed: .init(column.rawValue, dropRank: 5)
        }
    }

    /// The position of a to-do in a shown tree.
    package struct TreePlace: Hashable, Sendable {
        /// The number of shown to-dos above it. It determines the indentation of the title.
        package let level: Int
        /// The number of to-dos directly above it that are not shown. Their titles are put before its own.
        package let hiddenParents: Int

        package init(level: Int, hiddenParents: Int = 0) {
            self.level = level
            self.hiddenParents = hiddenParents
        }
    }

    /// The maximum level of indentation.
    private static let deepest = 8

    private func row(_ todo: Todo, _ columns: [TodoColumn], _ place: TreePlace?) -> [Table.Cell] {
        let style = todo.isDone ? Style.dim : look.style(of: todo)
        return columns.map { column in
            let cell = cell(todo, column, place)
            return style.map { Table.Cell(cell.text, $0, head: cell.head) } ?? cell
        }
    }

    private func cell(_ todo: Todo, _ column: TodoColumn, _ place: TreePlace?) -> Table.Cell {
        switch column {
        case .id: return Table.Cell(shortID(todo.id), .cyan)
        case .state: return Table.Cell(mark(of: todo))
        case .priority: return Table.Cell(todo.priority.map(Self.mark) ?? "", todo.priority == .high ? .red : .plain)
        case .due:
            return Table.Cell(
                dueWords(of: todo),
                dueText.isOverdue(todo) ? .red : dueText.isDueToday(todo) ? .yellow : .plain)
        case .start: return Table.Cell(todo.start.map(dueText.short) ?? "")
        case .title:
            let indentation = String(repeating: "  ", count: min(place?.level ?? 0, Self.deepest))
            let path = todo.ancestors.suffix(place?.hiddenParents ?? todo.ancestors.count)
            // A narrow column cuts the path, but not the indentation, which is as important as the title.
            let head = path.isEmpty ? "" : indentation + path.map { $0.title + " › " }.joined()
            return Table.Cell(
                path.isEmpty ? indentation + todo.title : todo.title, todo.priority == .high ? .bold : .plain,
                head: head)
        case .subtasks:
            let subtasks = todo.subtasks
            return Table.Cell(subtasks.all > 0 ? "\(subtasks.done)/\(subtasks.all)" : "")
        case .tags:
            let color = todo.tags.lazy.compactMap { $0.color.flatMap(Self.style) }.first
            return Table.Cell(todo.tags.map { "#" + $0.title }.joined(separator: " "), color ?? .cyan)
        case .list:
            let mark = todo.space == nil ? "" : " (shared)"
            return Table.Cell((todo.list?.path ?? "") + mark, todo.list?.color.flatMap(Self.style) ?? .plain)
        case .place: return Table.Cell(todo.location.map { "@" + Self.name(of: $0) } ?? "", .green)
        case .created: return Table.Cell(dueText.short(todo.createdAt))
        case .updated: return Table.Cell(dueText.short(todo.updatedAt))
        case .completed: return Table.Cell(todo.completedAt.map(dueText.short) ?? "")
        }
    }

    private func dueWords(of todo: Todo) -> String {
        let due = todo.due.map(dueText.short)
        guard starting.contains(todo.id) else { return due ?? "" }
        return due.map { "starts, due \($0)" } ?? "starts"
    }

    /// The style of a tag's or a list's colour; nil for a colour that terminals do not have.
    private static func style(_ color: String) -> Style? {
        TextStyle.Color(rawValue: color.lowercased()).map { .text(TextStyle($0)) }
    }

    /// `✓` for a done to-do, `▸` for a started one, `…` for a waiting one, `↻` for a repeating one.
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
