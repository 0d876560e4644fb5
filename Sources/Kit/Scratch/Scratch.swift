import TodoDomain
import TodoLocal
import TodoRepositories

/// A place to edit in before anything is saved: what Core Data calls a child context.
///
/// What is edited is held in memory, checked at once, and seen through the scratch as if it were stored. ``save()``
/// stores all of it as one step of the history, to be undone as one; a scratch that is dropped leaves nothing behind.
/// ```swift
/// let scratch = store.scratch()
/// let todo = try await scratch.todos.find(id)
/// var edited = todo
/// edited.title = "Buy oat milk"
/// try scratch.todos.update(edited, from: todo)
/// try await scratch.save()
/// ```
public final class Scratch: Sendable {
    /// The tags, as they are edited here.
    public let tags: ScratchRecords<TagMapping>
    /// The locations, as they are edited here.
    public let locations: ScratchRecords<LocationMapping>
    /// The to-dos, as they, their tags and their locations are edited here.
    public let todos: ScratchRecords<TodoMapping>
    private let store: TodoStore

    init(_ store: TodoStore) {
        let tags = ScratchRecords(store.tagDAO)
        let locations = ScratchRecords(store.locationDAO)
        (self.store, self.tags, self.locations) = (store, tags, locations)
        todos = ScratchRecords(store.todoDAO) {
            tags.isEmpty && locations.isEmpty ? nil : { $0.showing(tags.edits, locations.edits) }
        }
    }

    /// Whether nothing is edited.
    public var isEmpty: Bool { todos.isEmpty && tags.isEmpty && locations.isEmpty }

    /// Stores all that is edited, or nothing of it, and empties the scratch. Of an edited model only the fields that
    /// differ from what it was read as are written: what others changed meanwhile stays.
    /// - Throws: ``TodoError``: `not-found` if something edited or deleted here was deleted meanwhile. The scratch
    ///   then keeps what it has.
    public func save() async throws {
        let (todos, tags, locations) = (todos.edits, tags.edits, locations.edits)
        guard !(todos.isEmpty && tags.isEmpty && locations.isEmpty) else { return }
        try await store.stack.write("edit") { transaction in
            // To-dos need their tags and places, and are rid of those that go when those go.
            try self.tags.write(tags, in: transaction)
            try self.locations.write(locations, in: transaction)
            try self.todos.write(todos, in: transaction)
            try self.todos.delete(todos, in: transaction)
            try self.tags.delete(tags, in: transaction)
            try self.locations.delete(locations, in: transaction)
        }
        self.todos.forget(todos)
        self.tags.forget(tags)
        self.locations.forget(locations)
    }
}

extension TodoStore {
    /// A place to edit in before anything is saved.
    public func scratch() -> Scratch { Scratch(self) }
}

extension Todo {
    /// The to-do with what a scratch makes of its tags and its location.
    fileprivate func showing(_ tags: ScratchEdits<Tag>, _ locations: ScratchEdits<Location>) -> Todo {
        var todo = self
        todo.tags = todo.tags.compactMap(tags.seen).sorted(by: Query<Tag>.all.precedes)
        todo.location = todo.location.flatMap(locations.seen)
        return todo
    }
}
