import JSON
import TodoKit

// The tools that change something. Each call is one step of undo.
extension ToolRun {
    func add(_ arguments: inout Arguments, _ check: ArgumentCheck) async throws -> ToolResult {
        guard let objects = try arguments.objects("todos"), !objects.isEmpty else {
            throw arguments.missing("todos, each with a line or a title")
        }
        try check(arguments)
        let rows = try TodoRows(clock)
        try requireFew(objects.count, "Add \(objects.count) to-dos?")
        var (additions, understood, hints) = ([TodoChanges](), [JSONValue](), [JSONValue]())
        var lines: [String] = []
        for object in objects {
            var fields = Arguments(object, in: "todos")
            let draft = try await fields.text("line").asyncDraft(self)
            let setting = try TodoSetting(&fields, known: TodoSetting.addProperties, clock)
            guard draft != nil || setting.update.title != nil else {
                throw fields.missing("each to-do a line or a title")
            }
            additions.append(try await setting.addition(draft, self))
            understood.append(
                .array(
                    (draft?.understood ?? []).map {
                        ["kind": .string($0.kind.rawValue), "text": .string(VisibleText.of($0.text))]
                    }))
            hints.append(.array((draft?.hints ?? []).map(Self.json)))
            lines += (draft?.hints ?? []).map { VisibleText.of($0.message) }
        }
        let todos = try await store.add(each: additions)
        return ToolResult(
            todos, rows, adding: ["understood": .array(understood), "hints": .array(hints)], lines: lines)
    }

    /// A part of a line that stayed in the title, so that the model can correct it.
    private static func json(_ hint: QuickAdd.Hint) -> JSONValue {
        [
            "kind": .string(hint.kind.rawValue), "text": .string(VisibleText.of(hint.text)),
            "reason": .string(VisibleText.of(hint.reason)), "fix": .string(VisibleText.of(hint.fix)),
        ]
    }

    /// Reads a line of quick add, within the scope.
    fileprivate func draft(_ line: String) async throws -> QuickAdd.Draft {
        if let scope {
            let mentions = try QuickAdd.mentions(in: line)
            for path in mentions.lists where !scope.contains(path: path) {
                throw TodoError(.notFound, "There is no list “\(path.excerpt)”.")
            }
            for parent in mentions.parents { _ = try await todo(parent) }
        }
        let draft = try await store.quickDraft(
            line, missing: clock.settings.missingLists, settings: clock.settings.phrases)
        try TodoStore.checkSupport(of: draft)
        return draft
    }

    func change(_ arguments: inout Arguments, _ check: ArgumentCheck) async throws -> ToolResult {
        let (ids, filter) = (try arguments.texts("ids"), try arguments.text("filter"))
        guard let values = try arguments.object("set") else { throw arguments.missing("set, with what to change") }
        try check(arguments)
        var fields = Arguments(values, in: "set")
        let setting = try TodoSetting(&fields, known: TodoSetting.changeProperties, clock)
        let rows = try TodoRows(clock)
        let selected = try await selected(ids, filter)
        guard !selected.isEmpty else { return ToolResult([], rows, adding: ["changed": 0]) }
        try requireFew(selected.count, "Change \(selected.count) to-dos?")
        let changes = try await setting.changes(self)
        let edit = try await store.editDependencies(selected, changes, keepingTrees: filter != nil)
        return changed(edit.todos, rows)
    }

    private func selected(_ ids: [String]?, _ filter: String?) async throws -> [Todo.ID] {
        guard (ids == nil) != (filter == nil) else { throw TodoError(.usage, "Give either ids or a filter.") }
        if let ids { return try await todos(ids).map(\.id) }
        guard let filter, !filter.trimmed.isEmpty else {
            throw TodoError(.badFilter, "The filter is empty, so it would mean all to-dos.")
        }
        guard var query = try await query(filter, byDefault: .isDone(false)) else { return [] }
        let count = try await store.todos.count(query)
        guard count <= AssistantLimits.mostAtOnce else {
            throw TodoError(
                .tooMany,
                "The filter matches \(count) to-dos; at most \(AssistantLimits.mostAtOnce) are changed at once.",
                effect: .nothingChanged)
        }
        query.window = .everything
        return try await store.todos.fetch(query, source: .local).items.map(\.id)
    }

    func finish(_ arguments: inout Arguments, _ check: ArgumentCheck) async throws -> ToolResult {
        guard let ids = try arguments.texts("ids"), !ids.isEmpty else { throw arguments.missing("ids") }
        let reopens = try arguments.flag("reopen")
        try check(arguments)
        let rows = try TodoRows(clock)
        let found = try await todos(ids).map(\.id)
        try requireFew(found.count, "\(reopens ? "Reopen" : "Finish") \(found.count) to-dos?")
        let todos = reopens ? try await store.reopen(found) : try await store.complete(found)
        return changed(todos, rows)
    }

    func delete(_ arguments: inout Arguments, _ check: ArgumentCheck) async throws -> ToolResult {
        guard let ids = try arguments.texts("ids"), !ids.isEmpty else { throw arguments.missing("ids") }
        try check(arguments)
        let todos = try await todos(ids)
        let what = todos.count == 1 ? "“\(VisibleText.line(todos[0].title))”" : "\(todos.count) to-dos"
        try require(todos.count, "Delete \(what) with all open subtasks?")
        let deleted = try await store.delete(todos.map(\.id))
        return ToolResult(
            ["deleted": .array(deleted.map { .string($0.rawValue) })],
            lines: ["Deleted \(deleted.count); undo brings them back."])
    }

    /// Asks the person if the call would change many to-dos.
    private func requireFew(_ count: Int, _ question: String) throws {
        if count > AssistantLimits.mostUnasked { try require(count, question) }
    }

    /// The first changed to-dos, and the number of all.
    private func changed(_ todos: [Todo], _ rows: TodoRows) -> ToolResult {
        let shown = Array(todos.prefix(AssistantLimits.mostRows))
        return ToolResult(
            shown, rows, adding: ["changed": .integer(Int64(todos.count))],
            lines: todos.count > shown.count ? ["… and \(todos.count - shown.count) more"] : [])
    }
}

extension String? {
    fileprivate func asyncDraft(_ run: ToolRun) async throws -> QuickAdd.Draft? {
        if let self { try await run.draft(self) } else { nil }
    }
}
