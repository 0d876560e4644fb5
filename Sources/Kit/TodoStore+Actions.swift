import TodoDomain
import TodoLocal

extension TodoStore {
    /// Performs an action on all of the given to-dos or none, as one step of the history.
    /// - Returns: The given to-dos, and the to-dos that were included, settled or deleted with them.
    /// - Throws: ``TodoError``: `not-found`; an error for an invalid value, `would-circle` or `too-deep` if to-dos are edited
    ///   or moved; `no-room` if the list has to be respaced before they can be moved; `usage` for an occurrence that does
    ///   not exist, for reopening a to-do that no longer repeats, and for putting off a to-do that has no date or already
    ///   has a later one.
    @discardableResult
    public func perform(_ action: TodoAction, on ids: [Todo.ID]) async throws -> TreeEdit {
        switch action {
        case .edit(let changes): return TreeEdit(try await editDependencies(ids, changes).todos)
        case .move(let destination): return TreeEdit(try await move(ids, to: destination, keepingTrees: false))
        case .complete(let reach, let occurrence): return try await settle(ids, .done, reach, occurrence, in: action)
        case .skip(let occurrence): return try await settle(ids, .skipped, .only, occurrence, in: action)
        case .reopen: return try await each(ids, in: action) { try $0.update(Todo.Update(id: $1, completedAt: .clear)) }
        case .start: return try await each(ids, in: action) { try $0.start($1) }
        case .stop: return try await each(ids, in: action) { try $0.update(Todo.Update(id: $1, startedAt: .clear)) }
        case .defer(let deferral): return try await each(ids, in: action) { try $0.defer($1, by: deferral) }
        case .delete(let reach): return try await delete(ids, reach, in: action)
        }
    }

    /// Changes to-dos one by one, within the step of an action.
    private func each(
        _ ids: [Todo.ID], in action: TodoAction,
        _ change: @Sendable (WriteTransaction, Todo.ID) throws -> TodoEntity
    ) async throws -> TreeEdit {
        try await stack.write(action.verb.rawValue) { transaction in
            let entities = try ids.map { try change(transaction, $0) }
            return TreeEdit(try self.todoDAO.store.mapping.models(from: entities, in: transaction.reading))
        }
    }

    private func delete(_ ids: [Todo.ID], _ reach: TreeReach, in action: TodoAction) async throws -> TreeEdit {
        try await stack.write(action.verb.rawValue) { transaction in
            var known = Set<Todo.ID>()
            let subtasks = try transaction.subtasks(of: ids, reach)
            let all = (ids + subtasks.flatMap { $0.below }).filter { known.insert($0).inserted }
            try self.todoDAO.store.mapping.delete(all, in: transaction)
            return TreeEdit(
                [], subtasks: Dictionary(subtasks.map { ($0.id, $0.below) }, uniquingKeysWith: { first, _ in first }),
                deleted: all)
        }
    }
}

extension WriteTransaction {
    fileprivate func start(_ id: Todo.ID) throws -> TodoEntity {
        let current = try reading.namedRecord(TodoEntity.self, id: id.rawValue)
        guard current.content.todo.startedAt == nil else { return current }
        return try update(Todo.Update(id: id, startedAt: .set(date)))
    }

    fileprivate func `defer`(_ id: Todo.ID, by deferral: Deferral) throws -> TodoEntity {
        let todo = try reading.namedRecord(TodoEntity.self, id: id.rawValue)
        let (due, start) = (todo.content.shownDue, todo.content.shownStart)
        let moved = try deferral.dates(of: todo.title, due: due, start: start)
        guard moved.due != due || moved.start != start else { return todo }
        var update = Todo.Update(id: id)
        if let recurrence = todo.content.todo.recurrence {
            update.dueOnce = moved.due
            // In any other mode, this register holds the start of all occurrences.
            if recurrence.mode == .everyFromCompletion, let start = moved.start { update.start = .set(start) }
        } else {
            update.due = moved.due.map { .set($0) } ?? .keep
            update.start = moved.start.map { .set($0) } ?? .keep
        }
        return try self.update(update)
    }
}
