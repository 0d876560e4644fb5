/// Where a to-do or a list was put: one register, so that a move is never torn.
///
/// The list of a to-do only counts while the to-do is a root; below a parent, the root's list does. A list has no
/// `list`.
public struct Standing: Hashable, Sendable {
    /// The list; nil for the inbox, and for a list itself.
    public let list: String?
    /// The parent; nil for none.
    public let parent: String?

    /// A standing.
    public init(list: String? = nil, parent: String? = nil) {
        self.list = list
        self.parent = parent
    }
}

extension Standing {
    /// The standing of a to-do: in a list or the inbox, and below a parent or none.
    public init(in list: TodoList.ID?, below parent: Todo.ID? = nil) {
        self.init(list: list?.rawValue, parent: parent?.rawValue)
    }
}
