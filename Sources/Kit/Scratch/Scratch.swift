import Basics
import TodoDomain
import TodoLocal
import TodoRepositories

/// A place for edits that are not saved yet, like a child context in Core Data.
///
/// Edits are held in memory, validated at once, and visible through the scratch as if they were stored. ``save()`` stores them
/// all as a single step of the history, which one undo reverts. A discarded scratch leaves no trace.
/// ```swift
/// let scratch = store.scratch()
/// let todo = try await scratch.todos.find(id)
/// var edited = todo
/// edited.title = "Buy oat milk"
/// try scratch.todos.update(edited, from: todo)
/// try await scratch.save()
/// ```
public final class Scratch: Sendable {
    /// The tags, with the edits of this scratch.
    public let tags: ScratchRecords<TagMapping>
    /// The locations, with the edits of this scratch.
    public let locations: ScratchRecords<LocationMapping>
    /// The to-dos, with the edits of this scratch, including those of their tags and locations.
    public let todos: ScratchRecords<TodoMapping>
    private let store: TodoStore
    /// One save at a time. Two saves at once would store the same edits twice, and the second would not find the records
    /// that the first has deleted.
    private let saving = Turns(1)

    init(_ store: TodoStore) {
        let tags = ScratchRecords(store.tagDAO)
        let locations = ScratchRecords(store.locationDAO)
        self.store = store
        self.tags = tags
        self.locations = locations
        todos = ScratchRecords(store.todoDAO) {
            tags.isEmpty && locations.isEmpty ? nil : { $0.showing(tags.edits, locations.edits) }
        }
    }

    /// Whether there are no edits.
    public var isEmpty: Bool { todos.isEmpty && tags.isEmpty && locations.isEmpty }

    /// Stores all edits or none, and empties the scratch. Only the fields of a model that differ from its original are
    /// written, so that other changes made meanwhile stay. A save waits for another one, and stores the edits that are left.
    /// - Throws: ``TodoError``: `not-found` if something edited or deleted here was deleted meanwhile. The scratch then
    ///   keeps its edits.
    public func save() async throws { try await saving.withTurn { try await saveInTurn() } }

    private func saveInTurn() async throws {
        let (todos, tags, locations) = (todos.edits, tags.edits, locations.edits)
        guard !(todos.isEmpty && tags.isEmpty && locations.isEmpty) else { return }
        try await store.stack.write("edit") { transaction in
            // Write tags and locations first, because to-dos need them. Delete them last, because that also removes them
            // from their to-dos.
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
    /// A place for edits that are not saved yet.
    public func scratch() -> Scratch { Scratch(self) }
}

extension Todo {
    /// The to-do with a scratch's edits of its tags and its location.
    fileprivate func showing(_ tags: ScratchEdits<Tag>, _ locations: ScratchEdits<Location>) -> Todo {
        var todo = self
        todo.tags = todo.tags.compactMap(tags.seen).sorted(by: Query<Tag>.all.precedes)
        todo.location = todo.location.flatMap(locations.seen)
        return todo
    }
}
