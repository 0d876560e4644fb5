/// A to-do with the properties that depend on other to-dos: the input of an agenda and a score.
public struct PlannedTodo: Hashable, Sendable, Identifiable {
    /// The to-do.
    public var todo: Todo
    /// Whether it can be worked on now, with what is above it.
    public var isReady: Bool
    /// The number of open to-dos that directly wait for this one.
    public var dependents: Int

    /// The identifier of the to-do.
    public var id: Todo.ID { todo.id }

    /// Creates a to-do with the properties that depend on other to-dos.
    public init(_ todo: Todo, isReady: Bool, dependents: Int = 0) {
        self.todo = todo
        self.isReady = isReady
        self.dependents = dependents
    }
}
