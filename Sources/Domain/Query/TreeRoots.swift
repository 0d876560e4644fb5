/// The roots of the trees that are shown.
public enum TreeRoots: Sendable, Hashable {
    /// Everything that is no subtask: that in the inbox first, then list by list.
    case all
    /// What is no subtask, in lists and those below them.
    case inLists([TodoList.ID])
    /// What is no subtask, in the inbox.
    case inInbox
    /// These to-dos.
    case todos([Todo.ID])
}

/// A to-do in a page of trees.
public struct TreeItem: Hashable, Sendable {
    /// The to-do.
    public let todo: Todo
    /// How many of those above it match the query too, which is how far to indent it.
    public let level: Int
    /// How many right above it do not match: the last ones of ``Todo/ancestors``.
    public let hiddenParents: Int

    /// A to-do in a page of trees.
    public init(_ todo: Todo, level: Int, hiddenParents: Int = 0) {
        (self.todo, self.level, self.hiddenParents) = (todo, level, hiddenParents)
    }
}
