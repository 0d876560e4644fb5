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
