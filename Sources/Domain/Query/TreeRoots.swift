/// The roots of the trees that are shown.
public enum TreeRoots: Sendable, Hashable {
    /// All to-dos that are not subtasks: those in the inbox first, then list by list.
    case all
    /// The to-dos in these lists, and in lists below them, that are not subtasks.
    case inLists([TodoList.ID])
    /// The to-dos in the inbox that are not subtasks.
    case inInbox
    /// These to-dos.
    case todos([Todo.ID])
}

extension TreeRoots {
    /// The roots of what a query finds in one list with those below it, or in the inbox.
    ///
    /// - Parameter query: a query that must all be met in that list, whether an option or the text of a filter says so.
    /// - Returns: nil for a query without a list, or with several lists that are not below each other.
    public init?(listOf query: Query<Todo>) {
        let parts = if case .and(let parts) = query.predicate.kind { parts } else { [query.predicate] }
        let lists = parts.compactMap { part -> TreeRoots? in
            switch part.kind {
            case .condition(.listed(let ids)) where ids.count == 1: .inLists(ids)
            case .condition(.unlisted): .inInbox
            default: nil
            }
        }
        guard let first = lists.first, Set(lists).count == 1 else { return nil }
        self = first
    }
}

/// A to-do in a page of trees.
public struct TreeItem: Hashable, Sendable {
    /// The to-do.
    public let todo: Todo
    /// How many of the to-dos above it match the query too. This is how far to indent it.
    public let level: Int
    /// How many to-dos directly above it do not match: the last ones of ``Todo/ancestors``.
    public let hiddenParents: Int

    /// A to-do in a page of trees.
    public init(_ todo: Todo, level: Int, hiddenParents: Int = 0) {
        self.todo = todo
        self.level = level
        self.hiddenParents = hiddenParents
    }
}
