extension Todo {
    /// That one to-do waits for another.
    public struct Dependency: Hashable, Sendable {
        /// The to-do that waits.
        public let todo: Todo.ID
        /// The to-do that has to be done first.
        public let target: Todo.ID

        /// That one to-do waits for another.
        package init(of todo: Todo.ID, on target: Todo.ID) {
            self.todo = todo
            self.target = target
        }
    }
}
