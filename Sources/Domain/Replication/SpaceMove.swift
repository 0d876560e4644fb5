/// What went along when a list was moved from one space into another.
public struct SpaceMove: Hashable, Sendable {
    /// The list, as it is in its new space.
    public let list: TodoList.ID
    /// The to-dos in it and in the lists below it, done ones included.
    public let todos: Int
    /// The tags of these to-dos.
    public let tags: Int
    /// Their places.
    public let places: Int
    /// Their reminders, which stay those of this person.
    public let reminders: Int

    /// What went along.
    package init(list: TodoList.ID, todos: Int, tags: Int, places: Int, reminders: Int) {
        self.list = list
        self.todos = todos
        self.tags = tags
        self.places = places
        self.reminders = reminders
    }
}
