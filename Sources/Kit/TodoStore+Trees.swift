import Foundation
import TodoLocal
import TodoRepositories

/// How much of a tree an edit includes.
public enum TreeReach: Sendable, Hashable {
    /// Only the to-dos that are named.
    case only
    /// Their open subtasks too, at any depth, as far as they are known on this device.
    case subtasks
}

/// What a ``TodoAction`` did.
public struct TreeEdit: Sendable, Hashable {
    /// The to-dos that were named, in that order, as they are now; none of those that were deleted.
    public let todos: [Todo]
    /// The subtasks that were included, by the nearest to-do above them that was named; those without any are left out.
    public let subtasks: [Todo.ID: [Todo.ID]]
    /// The to-dos that settle an occurrence of one that repeats, by the id of that one.
    public var settled: [Todo.ID: Todo.ID] = [:]
    /// The ids of all that was deleted: first those that were named, then their subtasks.
    public let deleted: [Todo.ID]

    /// The result of an action.
    public init(
        _ todos: [Todo], subtasks: [Todo.ID: [Todo.ID]] = [:], settled: [Todo.ID: Todo.ID] = [:],
        deleted: [Todo.ID] = []
    ) {
        self.todos = todos
        self.subtasks = subtasks
        self.settled = settled
        self.deleted = deleted
    }
}

extension TodoStore {
    /// A page of a query's result in the order of trees: each to-do before its subtasks, siblings in their manual order. A
    /// page costs the same however many to-dos there are, and can begin or end within a tree.
    /// - Parameters:
    ///   - query: which to-dos; its window has to be a page with a number, and its order does not count.
    ///   - roots: whose trees. Of ``TreeRoots/todos(_:)`` there are no pages.
    ///   - source: where to read from.
    /// - Throws: `bad-page` for another window, and for pages of certain to-dos.
    public func treePage(
        _ query: Query<Todo>, of roots: TreeRoots = .all, source: DataSource = .local
    ) async throws -> Page<TreeItem> {
        if case .todos = roots { throw TodoError(.badPage, "The trees of certain to-dos have no pages.") }
        try await remote.bring(for: source)
        return try await todoDAO.store.treePage(query, of: roots)
    }
}

// Edits of a to-do that include what is below it.
extension TodoStore {
    /// Completes the open subtasks of to-dos that were completed, in the same step.
    /// - Parameters:
    ///   - subtasks: those that were open before it.
    ///   - settled: what has settled the occurrences of those that repeat.
    ///   - shown: the occurrences that were on the screen.
    func completing(
        _ subtasks: [(id: Todo.ID, below: [Todo.ID])], of ids: [Todo.ID], _ settled: [Todo.ID: Todo.ID],
        shown: [Todo.ID: Day] = [:], in transaction: WriteTransaction
    ) throws -> TreeEdit {
        var settled = settled
        // If nothing was left to settle, as at a second tap, they belong to the occurrence that is still to come.
        let included = try subtasks.filter { id, _ in
            let todo = try transaction.reading.namedRecord(TodoEntity.self, id: id.rawValue)
            return !todo.content.todo.isRepeating || todo.isDone || settled[id] != nil
        }
        for id in included.flatMap({ $0.below }) {
            if let settling = try transaction.complete(id, shown: shown[id]) { settled[id] = settling }
        }
        // Read at the end: the counts of subtasks follow from all of them.
        let entities = try ids.map { try transaction.reading.namedRecord(TodoEntity.self, id: $0.rawValue) }
        return TreeEdit(
            try todoDAO.store.mapping.models(from: entities, in: transaction.reading),
            subtasks: Dictionary(uniqueKeysWithValues: included.map { ($0.id, $0.below) }), settled: settled)
    }
}

extension TodoStore {
    /// How many to-dos are in these lists themselves, open and done.
    package func todoCount(inLists ids: [TodoList.ID]) async throws -> Int {
        try await stack.read { try $0.todos(inLists: ids).count }
    }

    /// Deletes lists, and all to-dos in them if `withTodos` is true, as one step: all or none. Otherwise these move to
    /// the inbox. Lists in a deleted one move to the top.
    /// - Returns: The ids of the deleted to-dos.
    /// - Throws: `not-found`.
    @discardableResult
    public func deleteLists(_ ids: [TodoList.ID], withTodos: Bool = false) async throws -> [Todo.ID] {
        try await stack.write("delete list") { transaction in
            let todos = withTodos ? try transaction.reading.todos(inLists: ids) : []
            try self.todoDAO.store.mapping.delete(todos, in: transaction)
            try self.listDAO.store.mapping.delete(ids, in: transaction)
            return todos
        }
    }
}

extension WriteTransaction {
    /// The open subtasks that an edit includes.
    func subtasks(of ids: [Todo.ID], _ reach: TreeReach) throws -> [(id: Todo.ID, below: [Todo.ID])] {
        switch reach {
        case .only: []
        case .subtasks: try reading.openSubtasks(of: ids)
        }
    }

    /// Marks a to-do as done; one that is done already keeps its time.
    /// - Returns: what has settled the current occurrence, if it repeats; nil if nothing was left to settle.
    func complete(_ id: Todo.ID, shown: Day? = nil) throws -> Todo.ID? {
        let todo = try reading.namedRecord(TodoEntity.self, id: id.rawValue)
        guard !todo.isDone else { return nil }
        guard todo.content.todo.isRepeating else {
            try update(Todo.Update(id: id, completedAt: .set(date)))
            return nil
        }
        return try settle(todo, at: date, shown: shown).map { .init(stored: $0) }
    }
}
