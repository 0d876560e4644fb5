package import TodoDomain
import TodoKit

/// The look of to-dos on a terminal. It is determined by a view and by a person's settings.
package struct TodoLook: Sendable {
    /// The columns; empty for the usual ones.
    package var columns: [TodoColumn] = []
    /// The property by which the to-dos are grouped; nil if they are not grouped.
    package var grouping: TodoGrouping?
    /// The styles of to-dos that stand out. The first rule that a to-do meets counts.
    package var rules: [(style: TextStyle, predicate: Query<Todo>.Predicate)] = []

    /// Creates the usual look.
    package init() {}

    /// The style of a to-do that stands out; nil for all others.
    func style(of todo: Todo) -> Style? {
        rules.first { $0.predicate.isMet(by: todo) }.map { .text($0.style) }
    }
}

extension TodoLook {
    /// The groups of to-dos in the order of their first members; to-dos without a value come last.
    func groups(_ todos: [Todo], _ dueText: DueText) -> [(title: String, indices: [Int])] {
        guard let grouping else { return [("", Array(todos.indices))] }
        var (titles, members): ([String], [String: [Int]]) = ([], [:])
        for (index, todo) in todos.enumerated() {
            for title in Self.titles(of: todo, by: grouping, dueText) {
                if members[title] == nil { titles.append(title) }
                members[title, default: []].append(index)
            }
        }
        let (named, without) = (titles.filter { $0 != Self.none }, titles.filter { $0 == Self.none })
        return (named + without).map { ($0, members[$0] ?? []) }
    }

    private static let none = "none"

    private static func titles(of todo: Todo, by grouping: TodoGrouping, _ dueText: DueText) -> [String] {
        switch grouping {
        case .due: [todo.due.map(dueText.day) ?? none]
        case .list: [todo.list?.path ?? none]
        case .place: [todo.location.map { TodoTable.name(of: $0) } ?? none]
        case .priority: [todo.priority?.rawValue ?? none]
        case .tag: todo.tags.isEmpty ? [none] : todo.tags.map(\.title)
        }
    }
}
