/// The roots of the trees that are shown.
package enum TreeRoots: Sendable, Hashable {
    /// Everything that is no subtask.
    case all
    /// What is no subtask, in lists and those below them.
    case inLists([TodoList.ID])
    /// What is no subtask, in the inbox.
    case inInbox
    /// These to-dos.
    case todos([Todo.ID])
}
