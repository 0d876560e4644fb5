import Foundation
import JSON
import TodoKit

// The tools that change nothing.
extension ToolRun {
    func find(_ arguments: inout Arguments, _ check: ArgumentCheck) async throws -> ToolResult {
        var filter = try arguments.text("filter") ?? ""
        if let sort = try arguments.text("sort"), !sort.trimmed.isEmpty { filter += " sort:\(sort.trimmed)" }
        let limit = try arguments.number("limit", in: 1...AssistantLimits.mostRows) ?? 20
        let cursor = try arguments.text("cursor").map { text in
            guard let cursor = Cursor(text) else {
                throw TodoError(.badCursor, "This is not a cursor; take the nextCursor of an answer.")
            }
            return cursor
        }
        let rows = try TodoRows(clock, fields: try arguments.texts("fields") ?? [], within: scope)
        try check(arguments)
        guard let query = try await query(filter, byDefault: .isDone(false)) else {
            return ToolResult([], rows, adding: ["total": 0, "nextCursor": .null])
        }
        let windowed = cursor.map { query.after($0, size: limit) } ?? query.limit(limit)
        let page = try await store.todos.fetch(windowed.countingTotal(), source: .local)
        let total = page.total ?? page.items.count
        let next = page.nextCursor?.description
        return ToolResult(
            page.items, rows,
            adding: [
                "total": .integer(Int64(total)), "nextCursor": next.map(JSONValue.string) ?? .null,
            ], lines: next == nil ? [] : ["… of \(total); go on with the cursor \(next ?? "")"])
    }

    func show(_ arguments: inout Arguments, _ check: ArgumentCheck) async throws -> ToolResult {
        guard let ids = try arguments.texts("ids"), 1...AssistantLimits.mostRows ~= ids.count else {
            throw arguments.missing("ids, from 1 to \(AssistantLimits.mostRows) of them")
        }
        try check(arguments)
        let rows = try TodoRows(clock, fields: ["*"], within: scope)
        let todos = try await todos(ids)
        var (items, lines) = ([JSONValue](), [String]())
        for todo in todos {
            items.append(rows.json(todo))
            lines.append(rows.line(todo))
            if !todo.notes.isEmpty { lines.append(VisibleText.of(todo.notes)) }
            lines += todo.comments.map { "comment: \(VisibleText.line($0.text))" }
        }
        return ToolResult(["items": .array(items)], lines: lines)
    }

    func agenda(_ arguments: inout Arguments, _ check: ArgumentCheck) async throws -> ToolResult {
        let from = try arguments.text("from").map(clock.day)
        let days = try arguments.number("days", in: 0...366) ?? Agenda.usualDays
        try check(arguments)
        let rows = try TodoRows(clock)
        let today = Day(containing: clock.now, in: clock.timeZone)
        if let from, from != today {
            let window = DueWindow(from: from, until: from.adding(days: days).adding(days: 1), in: clock.timeZone)
            let query = within(Query<Todo>.all.open.due(window).ascending(\.due)).limit(AssistantLimits.mostRows)
            let page = try await store.todos.fetch(query.countingTotal(), source: .local)
            return ToolResult(page.items, rows, adding: ["total": .integer(Int64(page.total ?? page.items.count))])
        }
        let agenda = try await store.agenda(days: days)
        var visible = Set(agenda.ids)
        if scope != nil {
            visible = Set(try await store.todos.fetch(within(Query.ids(agenda.ids)), source: .local).items.map(\.id))
        }
        var (items, lines, total) = ([JSONValue](), [String](), 0)
        let sections: [(String, [Agenda.Entry])] = [
            ("overdue", agenda.overdue), ("today", agenda.today), ("next", agenda.next.flatMap(\.entries)),
            ("started", agenda.started),
        ]
        var counts: [String: JSONValue] = [:]
        for (name, entries) in sections {
            let entries = entries.filter { visible.contains($0.id) }
            counts[name] = .integer(Int64(entries.count))
            let shown = entries.prefix(max(0, AssistantLimits.mostRows - items.count))
            total += entries.count
            if !shown.isEmpty { lines.append("\(name):") }
            for entry in shown {
                var row = rows.json(entry.todo).members ?? [:]
                row["section"] = .string(name)
                row["ready"] = .bool(entry.item.isReady)
                items.append(.object(row))
                lines.append(rows.line(entry.todo))
            }
        }
        if total > items.count { lines.append("… and \(total - items.count) more") }
        return ToolResult(
            ["items": .array(items), "counts": .object(counts), "total": .integer(Int64(total))], lines: lines)
    }

    func names(_ arguments: inout Arguments, _ check: ArgumentCheck) async throws -> ToolResult {
        guard let kind = try arguments.text("kind").flatMap(NameKind.init(rawValue:)) else {
            throw arguments.missing("a kind: \(NameKind.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        try check(arguments)
        let most = 200
        var names: [String]
        switch kind {
        case .lists:
            let lists = try await store.lists.fetch(.all, source: .local).items
            names = lists.filter { !$0.isHidden && (scope?.contains(path: $0.path) ?? true) }.map(\.path)
        case .tags:
            names =
                scope == nil
                ? try await store.tags.fetch(.all, source: .local).items.map(\.title)
                : try await used().flatMap(\.tags).map(\.title)
        case .places:
            names =
                scope == nil
                ? try await store.locations.fetch(.all, source: .local).items.compactMap(\.placeName)
                : try await used().compactMap { $0.location?.placeName }
        case .views: names = scope == nil ? try await store.views.fetch(.all, source: .local).items.map(\.name) : []
        }
        names = Set(names).sorted { ($0.lowercased(), $0) < ($1.lowercased(), $1) }.map(VisibleText.line)
        let shown = names.prefix(most)
        return ToolResult(
            ["items": .array(shown.map(JSONValue.string)), "total": .integer(Int64(names.count))],
            lines: Array(shown) + (names.count > most ? ["… and \(names.count - most) more"] : []))
    }

    /// The to-dos within the scope.
    private func used() async throws -> [Todo] {
        try await store.todos.fetch(within(.all), source: .local).items
    }
}
