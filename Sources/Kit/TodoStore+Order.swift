import Foundation
public import TodoDomain
import TodoLocal

/// A position in the manual order.
public enum TodoDestination: Hashable, Sendable {
    /// Before all others in a list, in the inbox or among the subtasks of a to-do; nil for the list and parent that each
    /// to-do has now.
    case first(in: Placement? = nil)
    /// After all others there.
    case last(in: Placement? = nil)
    /// Right before another to-do, with the same list and parent.
    case before(Todo.ID)
    /// Right after another to-do, with the same list and parent.
    case after(Todo.ID)

    /// The given list or parent; nil for the current one of each to-do, and for a position next to another to-do.
    public var placement: Placement? {
        switch self {
        case .first(let placement), .last(let placement): placement
        case .before, .after: nil
        }
    }
}

/// A position in the manual order of lists.
public enum ListDestination: Hashable, Sendable {
    /// Before all others in a list; nil for the top level.
    case first(in: TodoList.ID?)
    /// After all others there.
    case last(in: TodoList.ID?)
    /// Before all others in the list that it is in now.
    case firstHere
    /// After all others in the list that it is in now.
    case lastHere
    /// Right before another list, with the same parent.
    case before(TodoList.ID)
    /// Right after another list, with the same parent.
    case after(TodoList.ID)
}

/// The position at which a person types several to-dos, one after the other. They stay together even if other devices insert
/// to-dos at the same position.
public struct TypingRun: Hashable, Sendable {
    /// The container of the siblings among which they are inserted.
    public let container: OrderContainer
    /// The keys of the next to-dos.
    fileprivate var keys: OrderRun
}

// The manual order. Each method is one transaction and one step of the history.
extension TodoStore {
    /// Moves to-dos to a position in the manual order, all or none; see ``TodoAction/move(_:)``.
    /// - Parameter keepingTrees: whether a subtask in that list stays below its parent even if the parent is not among the
    ///   to-dos. This is for to-dos that were not given one by one, such as the matches of a filter.
    /// - Returns: The to-dos, in the given order.
    /// - Throws: `not-found`; `would-circle`, with the path, if a to-do would be below itself; `too-deep`; `no-room` if the
    ///   list has to be respaced first; `usage` if the to-dos would be moved next to one of themselves.
    package func move(
        _ ids: [Todo.ID], to destination: TodoDestination, keepingTrees: Bool
    ) async throws -> [Todo] {
        try await stack.write("move") { transaction in
            let (place, spot) = try transaction.place(destination)
            let all = ids.map(\.rawValue)
            let staying = try transaction.staying(all, movedTo: place, at: spot, keepingTrees: keepingTrees)
            try transaction.move(todos: all.filter { !staying.contains($0) }, to: place, at: spot)
            let moved = try ids.map { try transaction.reading.namedRecord(TodoEntity.self, id: $0.rawValue) }
            return try self.todoDAO.store.mapping.models(from: moved, in: transaction.reading)
        }
    }

    /// Moves lists to a position in the manual order, all or none, as ``TodoAction/move(_:)`` moves to-dos.
    /// - Returns: The lists, in the given order.
    /// - Throws: the errors of ``TodoAction/move(_:)``.
    @discardableResult
    public func moveLists(_ ids: [TodoList.ID], to destination: ListDestination) async throws -> [TodoList] {
        try await stack.write("move list") { transaction in
            try transaction.move(lists: ids.map(\.rawValue), to: destination.parent, at: destination.spot)
            let moved = try ids.map { try transaction.reading.namedRecord(ListEntity.self, id: $0.rawValue) }
            return try self.listDAO.store.mapping.models(from: moved, in: transaction.reading)
        }
    }

    /// Begins to insert to-dos at a position. They are then added one by one with
    /// ``add(_:notes:tags:due:priority:start:in:)``.
    ///
    /// A front end keeps the run for as long as a person types there.
    /// - Throws: `not-found`, `no-room`.
    public func beginRun(at destination: TodoDestination) async throws -> TypingRun {
        try await stack.write("order") { transaction in
            let (place, spot) = try transaction.place(destination)
            let (container, keys) = try transaction.beginRun(place, at: spot)
            return TypingRun(container: container, keys: keys)
        }
    }

    /// Adds a to-do to a run, after those that were already added.
    /// - Throws: ``TodoError`` for an invalid value, or `not-found` if the list or the parent was deleted meanwhile.
    @discardableResult
    public func add(
        _ title: String, notes: String = "", tags: [String] = [], due: Due? = nil, priority: Priority? = nil,
        start: Due? = nil, in run: inout TypingRun
    ) async throws -> Todo {
        let (key, container) = (run.keys.next(), run.container)
        return try await stack.write("add") { transaction in
            var todo = Todo(
                id: transaction.environment.makeID(), title: title, notes: notes, createdAt: transaction.date, due: due,
                priority: priority, start: start)
            todo.tags = try tags.map { TagMapping().model(from: try transaction.tag(titled: $0)) }
            switch container {
            case .inbox, .top: break
            case .list(let id):
                let list = try transaction.reading.namedRecord(ListEntity.self, id: id.rawValue)
                todo.list = try self.listDAO.store.mapping.models(from: [list], in: transaction.reading)[0]
            case .todo(let id): todo.parent = id
            }
            todo.position = key
            let added = try transaction.create(todo, isNew: true)
            return try self.todoDAO.store.mapping.models(from: [added], in: transaction.reading)[0]
        }
    }

    /// Gives short keys to everything in lists, and below to-dos, that were ordered by hand. This is not necessary until an
    /// operation throws `no-room`. After many thousand moves to the same position, however, the keys are long.
    /// - Parameter list: only the to-dos in this list; nil for all to-dos and lists.
    /// - Returns: How many to-dos and lists were changed.
    /// - Throws: `not-found`.
    @discardableResult
    public func respace(_ list: TodoList.ID? = nil) async throws -> Int {
        try await stack.write("order") { transaction in
            if let list { _ = try transaction.reading.namedRecord(ListEntity.self, id: list.rawValue) }
            return try transaction.respace(inList: list?.rawValue)
        }
    }
}

extension WriteTransaction {
    fileprivate func place(_ destination: TodoDestination) throws -> (Destination, OrderSpot) {
        func place(_ placement: Placement?) throws -> Destination {
            guard let placement else { return .here }
            return placement == .root ? .root : .standing(try standing(for: placement, of: nil))
        }
        return switch destination {
        case .first(let placement): (try place(placement), .first)
        case .last(let placement): (try place(placement), .last)
        case .before(let id): (.here, .before(id.rawValue))
        case .after(let id): (.here, .after(id.rawValue))
        }
    }
}

extension ListDestination {
    fileprivate var parent: WriteTransaction.Destination {
        switch self {
        case .first(let parent), .last(let parent): .standing(Standing(parent: parent?.rawValue))
        case .firstHere, .lastHere, .before, .after: .here
        }
    }

    fileprivate var spot: OrderSpot {
        switch self {
        case .first, .firstHere: .first
        case .last, .lastHere: .last
        case .before(let id): .before(id.rawValue)
        case .after(let id): .after(id.rawValue)
        }
    }
}
