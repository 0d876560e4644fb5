import JSON
import TodoDomain
import TodoKit

/// A request that a person picks from a menu of the client. Of the to-dos, its text contains only the names that the person
/// chose.
enum Prompt: String, CaseIterable {
    case planDay = "plan-my-day"
    case weeklyReview = "weekly-review"
    case breakDown = "break-this-down"

    private var title: String {
        switch self {
        case .planDay: "Plan my day"
        case .weeklyReview: "Weekly review"
        case .breakDown: "Break this down"
        }
    }

    private var argument: (name: String, text: String, isRequired: Bool) {
        switch self {
        case .planDay: ("day", "The day, such as tomorrow; today if it is left out.", false)
        case .weeklyReview: ("list", "The list; all if it is left out.", false)
        case .breakDown: ("todo", "The title of the to-do.", true)
        }
    }

    var json: JSONValue {
        [
            "name": .string(rawValue), "title": .string(title),
            "arguments": [
                [
                    "name": .string(argument.name), "description": .string(argument.text),
                    "required": .bool(argument.isRequired),
                ]
            ],
        ]
    }

    /// The prompt for an argument.
    /// - Throws: ``RPCError`` if one is missing that is required.
    func message(_ arguments: [String: JSONValue]) throws -> JSONValue {
        let value = (arguments[argument.name]?.string ?? "").trimmed
        guard !value.isEmpty || !argument.isRequired else {
            throw RPCError(.invalidParams, "Give the argument \(argument.name).")
        }
        let named = "“\(VisibleText.line(String(value.prefix(200))))”"
        let text =
            switch self {
            case .planDay:
                """
                Plan \(value.isEmpty ? "today" : named) with me. Look at the agenda, overdue first. Propose at most seven to-dos in an \
                order, say what can wait, and ask me before you change any date.
                """
            case .weeklyReview:
                """
                Review the week with me\(value.isEmpty ? "" : ", only the list \(named)"). Show what was completed in the last week, what \
                is overdue, what waits, and what has no date. Go through them with me, and change something only when I have said so.
                """
            case .breakDown:
                """
                Find the to-do \(named), and show it. Propose three to seven steps, each of which can be done at once. Add them as its \
                subtasks when I agree.
                """
            }
        return [
            "description": .string(title),
            "messages": [["role": "user", "content": ["type": "text", "text": .string(text)]]],
        ]
    }

    /// The days that are suggested.
    static let days = [
        "today", "tomorrow", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
    ]

    /// The existing names that complete the typed beginning of an argument.
    func completions(_ argument: String, _ typed: String, _ run: ToolRun) async throws -> [String] {
        guard argument == self.argument.name else { return [] }
        func beginning(_ values: [String]) -> [String] {
            values.filter { SearchText.folded($0).hasPrefix(SearchText.folded(typed)) }
        }
        switch self {
        case .planDay:
            return beginning(Self.days)
        case .weeklyReview:
            let lists = try await run.store.lists.fetch(.all, source: .local).items
            return beginning(
                lists.filter { !$0.isHidden && (run.scope?.contains(path: $0.path) ?? true) }.map(\.path).sorted())
        case .breakDown:
            let query = run.within(Query<Todo>.all.open.matching(String(typed.prefix(200))))
            return try await run.store.todos.fetch(query.limit(AssistantLimits.mostRows), source: .local).items
                .map(\.title)
        }
    }
}
