import JSON
import TodoKit

/// The tools of an assistant.
enum Tool: String, CaseIterable, Sendable {
    case find, show, add, change, finish, delete, agenda, names, history, undo

    /// Whether it changes nothing.
    var isReading: Bool {
        switch self {
        case .find, .show, .agenda, .names, .history: true
        case .add, .change, .finish, .delete, .undo: false
        }
    }

    /// Whether it can delete or overwrite something. An undo restores it.
    private var isDestructive: Bool {
        switch self {
        case .change, .delete, .undo: true
        case .find, .show, .add, .finish, .agenda, .names, .history: false
        }
    }

    /// Whether the same call a second time changes nothing more. Finishing is not idempotent, because each call finishes the
    /// next occurrence of a to-do that repeats.
    private var isIdempotent: Bool {
        switch self {
        case .delete: true
        // A phrase such as +1d moves the date further with each call.
        case .add, .change, .finish, .undo: false
        case .find, .show, .agenda, .names, .history: true
        }
    }

    /// The description for the model. It never contains text from to-dos.
    private var text: String {
        switch self {
        case .find:
            """
            Find to-dos. filter: words, and fields such as list:Work tag:home due:..today due:week is:overdue is:done is:waiting \
            is:blocked priority:high completed:"last week" has:due in:ID by:claude @view; - negates, or, (). Open ones unless it \
            says is:done. sort: due, priority, title, created, updated, completed; - before it reverses.
            """
        case .show: "Show all of some to-dos: notes, subtasks, comments, who changed it last."
        case .add:
            """
            Add to-dos, all or none. line is quick add: "Call Bob tomorrow 5pm +tag /List p1 every friday"; what was understood, \
            and hints about what was not, are in the answer. Or give fields. A missing list needs createList.
            """
        case .change:
            """
            Change to-dos by ids or by a filter, all or none. Only fields in set change; null empties. Dates: ISO or "friday \
            9am", "+1w".
            """
        case .finish: "Mark to-dos as done, with their subtasks; reopen opens them again."
        case .delete: "Delete to-dos with their open subtasks. The person is asked."
        case .agenda: "What is overdue, due and started; from a day on, what is due then."
        case .names: "The lists, tags, places or views that there are."
        case .history: "What was done, the last first; by: the program that did it, me for this conversation."
        case .undo:
            """
            Take back the last steps, or all that a program did (by, since: "1 hour ago"), as one step; by: me is this \
            conversation. What was changed afterwards stays and is listed. dry_run only says.
            """
        }
    }

    /// The arguments, by name.
    var properties: [String: JSONValue] {
        let rows = Schema.number(1...AssistantLimits.mostRows)
        let confirm = Schema.number(1...AssistantLimits.mostAtOnce, "the number to which the person agreed")
        return switch self {
        case .find:
            [
                "filter": Schema.text(), "sort": Schema.text(), "limit": rows, "cursor": Schema.text("nextCursor"),
                "fields": Schema.texts("more fields; * for all"),
            ]
        case .show: ["ids": Schema.texts()]
        case .add: ["todos": Schema.array(of: Schema.object(TodoSetting.addProperties))]
        case .change:
            [
                "ids": Schema.texts(), "filter": Schema.text(), "set": Schema.object(TodoSetting.changeProperties),
                "confirm": confirm,
            ]
        case .finish: ["ids": Schema.texts(), "reopen": Schema.flag(), "confirm": confirm]
        case .delete: ["ids": Schema.texts(), "confirm": confirm]
        case .agenda: ["from": Schema.text("date or phrase"), "days": Schema.number(0...366)]
        case .names: ["kind": Schema.choice(NameKind.allCases.map(\.rawValue))]
        case .history: ["id": Schema.text(), "by": Schema.text(), "limit": rows]
        case .undo:
            [
                "steps": Schema.number(1...100), "by": Schema.text(), "since": Schema.text(), "dry_run": Schema.flag(),
            ]
        }
    }

    private var required: [String] {
        switch self {
        case .show, .finish, .delete: ["ids"]
        case .add: ["todos"]
        case .change: ["set"]
        case .names: ["kind"]
        case .find, .agenda, .history, .undo: []
        }
    }

    /// The schema of `structuredContent`.
    private var output: JSONValue {
        switch self {
        case .find, .add, .change, .finish, .agenda:
            Schema.open(["items": Schema.array(of: TodoRows.schema)], required: ["items"])
        case .show, .names, .history: Schema.open(["items": ["type": "array"]], required: ["items"])
        case .delete: Schema.open(["deleted": Schema.texts()], required: ["deleted"])
        case .undo:
            Schema.open(["undone": ["type": "array"], "left": ["type": "array"]], required: ["undone", "left"])
        }
    }

    /// The tool in the form of `tools/list`.
    func json(_ revision: ProtocolRevision) -> JSONValue {
        var members: [String: JSONValue] = [
            "name": .string(rawValue), "description": .string(text),
            "inputSchema": Schema.object(properties, required: required),
        ]
        if revision != .v20241105 {
            var hints: [String: JSONValue] = ["readOnlyHint": .bool(isReading), "openWorldHint": false]
            if !isReading {
                hints["destructiveHint"] = .bool(isDestructive)
                hints["idempotentHint"] = .bool(isIdempotent)
            }
            members["annotations"] = .object(hints)
        }
        if revision.hasStructuredContent { members["outputSchema"] = output }
        return .object(members)
    }

    /// Performs a call.
    /// - Throws: ``TodoError``, or ``Unconfirmed``.
    func call(_ arguments: [String: JSONValue], _ run: ToolRun) async throws -> ToolResult {
        var arguments = Arguments(arguments)
        let result: ToolResult
        switch self {
        case .find: result = try await run.find(&arguments, finish)
        case .show: result = try await run.show(&arguments, finish)
        case .add: result = try await run.add(&arguments, finish)
        case .change: result = try await run.change(&arguments, finish)
        case .finish: result = try await run.finish(&arguments, finish)
        case .delete: result = try await run.delete(&arguments, finish)
        case .agenda: result = try await run.agenda(&arguments, finish)
        case .names: result = try await run.names(&arguments, finish)
        case .history: result = try await run.history(&arguments, finish)
        case .undo: result = try await run.undo(&arguments, finish)
        }
        return result
    }

    /// Refuses unknown arguments. Each tool calls this before it changes anything.
    private func finish(_ arguments: Arguments) throws {
        var rest = arguments
        _ = rest.take("confirm")
        try rest.finish(known: properties.keys.sorted())
    }
}

/// A tool calls this once it has read all of its arguments.
typealias ArgumentCheck = (Arguments) throws -> Void

/// The kinds of things that have names.
enum NameKind: String, CaseIterable {
    case lists, tags, places, views
}
