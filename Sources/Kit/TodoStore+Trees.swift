import Foundation
import TodoDomain
import TodoLocal
import TodoRepositories

/// How much of a tree an edit includes.
public enum TreeReach: Sendable, Hashable {
    /// Only the given to-dos.
    case only
    /// Also their open subtasks at any depth, as far as they are known on this device.
    case subtasks
}

/// The result of a ``TodoAction``.
public struct TreeEdit: Sendable, Hashable {
    /// The given to-dos, in that order, as they are now, without deleted ones.
    public let todos: [Todo]
    /// The included subtasks, by the nearest given to-do above them. To-dos without subtasks are left out.
    public let subtasks: [Todo.ID: [Todo.ID]]
    /// The to-dos that settle an occurrence of a repeating to-do, by the id of the repeating to-do.
    public var settled: [Todo.ID: Todo.ID] = [:]
    /// The ids of all deleted to-dos: first the given ones, then their subtasks.
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
    /// A page of a query's result in the order of trees. Each to-do comes before its subtasks, and siblings are in their
    /// manual order. A page costs the same however many to-dos there are, and can begin or end within a tree.
    /// - Parameters:
    ///   - query: the to-dos. Its window has to be a page with a number, and its order is ignored.
    ///   - roots: the roots of the trees. ``TreeRoots/todos(_:)`` has no pages.
    ///   - source: where to read from.
    /// - Throws: `bad-page` for another window, and for ``TreeRoots/todos(_:)``.
    public func treePage(
        _ query: Query<Todo>, of roots: TreeRoots = .all, source: DataSource = .local
    ) async throws -> Page<TreeItem> {
        if case .todos = roots { throw TodoError(.badPage, "The trees of certain to-dos have no pages.") }
        try await remote.bring(for: source)
        return try await todoDAO.store.treePage(query, of: roots)
    }
}

// Edits of a to-do that include its subtasks.
extension TodoStore {
    /// Completes the open subtasks of to-dos that were completed, in the same step.
    /// - Parameters:
    ///   - subtasks: the subtasks that were open before.
    ///   - settled: the to-dos that settle the occurrences of repeating to-dos.
    ///   - shown: the keys of the occurrences that were on the screen.
    func completing(
        _ subtasks: [(id: Todo.ID, below: [Todo.ID])], of ids: [Todo.ID], _ settled: [Todo.ID: Todo.ID],
        shown: [Todo.ID: Day] = [:], in transaction: WriteTransaction
    ) throws -> TreeEdit {
        var settled = settled
        // If nothing was left to settle, as after a second tap, the subtasks belong to the next occurrence.
        let included = try subtasks.filter { id, _ in
            let todo = try transaction.reading.namedRecord(TodoEntity.self, id: id.rawValue)
            return !todo.content.todo.isRepeating || todo.isDone || settled[id] != nil
        }
        for id in included.flatMap({ $0.below }) {
            if let settling = try transaction.complete(id, shown: shown[id]) { settled[id] = settling }
        }
        // Read them at the end, because the counts of subtasks depend on all of them.
        let entities = try ids.map { try transaction.reading.namedRecord(TodoEntity.self, id: $0.rawValue) }
        return TreeEdit(
            try todoDAO.store.mapping.models(from: entities, in: transaction.reading),
            subtasks: Dictionary(uniqueKeysWithValues: included.map { ($0.id, $0.below) }), settled: settled)
    }
}

extension TodoStore {
    /// How many open and done to-dos are directly in these lists.
    package func todoCount(inLists ids: [TodoList.ID]) async throws -> Int {
        try await stack.read { try $0.todos(inLists: ids).count }
    }

    /// Deletes lists, all or none, as one step. If `withTodos` is true, it also deletes all to-dos in them. Otherwise these
    /// move to the inbox. Lists inside a deleted list move to the top.
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

    /// Marks a to-do as done. A to-do that is already done keeps its time.
    /// - Returns: the to-do that settles the current occurrence, if it repeats; nil if nothing was left to settle.
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
