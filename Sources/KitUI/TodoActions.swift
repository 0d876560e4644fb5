public import Observation
public import TodoKit

/// Actions on to-dos, for buttons, menus and keys. Each call is one step to undo, returns at once and does not need a task.
/// The calls are executed in order, even if the view disappears before.
/// ```swift
/// let actions = TodoActions(store)
/// Button("Done") { actions.complete(shown: [todo]) }
/// ```
@MainActor @Observable
public final class TodoActions {
    /// The reason why the last call failed; nil if it succeeded. A failed call has changed nothing.
    public private(set) var failure: TodoError?
    /// The to-do that was added last, for a view that selects it; nil until one was added.
    public private(set) var added: Todo.ID?
    @ObservationIgnored private let service: any TodoService
    @ObservationIgnored private let actions = Actions()

    /// Actions on the to-dos of a store, or of another service.
    public init(_ service: any TodoService) { self.service = service }

    /// Adds the to-do that a line describes, such as `Call Bob tomorrow 5pm +work p1`. ``QuickAdd`` describes the rules.
    public func add(_ line: String) { perform { try await $0.quickAdd(line).todo.id } }
    /// Adds the to-do that a line describes, and returns when that is done.
    public func add(_ line: String) async { await perform { try await $0.quickAdd(line).todo.id }.awaited() }

    /// Performs an action on to-dos, all or none.
    public func perform(_ action: TodoAction, on ids: [Todo.ID]) { perform { try await $0.perform(action, on: ids) } }
    /// Performs an action on to-dos, all or none, and returns when that is done.
    public func perform(_ action: TodoAction, on ids: [Todo.ID]) async {
        await perform { try await $0.perform(action, on: ids) }.awaited()
    }

    @discardableResult
    private func perform<Result: Sendable>(
        _ body: @escaping @Sendable (any TodoService) async throws -> Result
    ) -> Task<Void, Never> {
        actions.attempt { [service, weak self] in
            let result = try await body(service)
            if let id = result as? Todo.ID { self?.added = id }
        } report: { [weak self] in
            self?.failure = $0
        }
    }
}

// The actions as methods. Each has an `async` form, which returns when the action is done.
extension TodoActions {
    /// Changes to-dos, all or none.
    public func edit(_ ids: [Todo.ID], _ changes: TodoChanges) { perform(.edit(changes), on: ids) }
    /// Changes to-dos, all or none, and returns when that is done.
    public func edit(_ ids: [Todo.ID], _ changes: TodoChanges) async { await perform(.edit(changes), on: ids) }

    /// Completes to-dos with their open subtasks, all or none. For a repeating to-do, it settles the occurrence that is
    /// current at the time of the action, so a double tap settles two. `complete(shown:)` settles only one.
    public func complete(_ ids: [Todo.ID]) { perform(.complete(), on: ids) }
    /// Completes to-dos with their open subtasks, all or none, and returns when that is done.
    public func complete(_ ids: [Todo.ID]) async { await perform(.complete(), on: ids) }

    /// Completes to-dos with their open subtasks, all or none. For a repeating to-do, it settles the shown occurrence unless
    /// that is already settled, so a double tap settles only one.
    /// - Parameter todos: the to-dos as they are on the screen.
    public func complete(shown todos: [Todo]) {
        perform(.complete(.subtasks, .shown(of: todos)), on: todos.map(\.id))
    }
    /// Completes shown to-dos with their open subtasks, all or none, and returns when that is done.
    public func complete(shown todos: [Todo]) async {
        await perform(.complete(.subtasks, .shown(of: todos)), on: todos.map(\.id))
    }

    /// Skips the shown occurrences of repeating to-dos, all or none. They are settled, but not done. An occurrence that is
    /// already settled does not change, so a double tap skips only one.
    /// - Parameter todos: the to-dos as they are on the screen. A to-do that does not repeat is refused (`usage`).
    public func skip(shown todos: [Todo]) { perform(.skip(.shown(of: todos)), on: todos.map(\.id)) }
    /// Skips the shown occurrences of repeating to-dos, all or none, and returns when that is done.
    public func skip(shown todos: [Todo]) async { await perform(.skip(.shown(of: todos)), on: todos.map(\.id)) }

    /// Marks to-dos as started, all or none. To-dos that are already started keep their time.
    public func start(_ ids: [Todo.ID]) { perform(.start, on: ids) }
    /// Marks to-dos as started, all or none, and returns when that is done.
    public func start(_ ids: [Todo.ID]) async { await perform(.start, on: ids) }

    /// Marks to-dos as no longer started, all or none.
    public func stop(_ ids: [Todo.ID]) { perform(.stop, on: ids) }
    /// Marks to-dos as no longer started, all or none, and returns when that is done.
    public func stop(_ ids: [Todo.ID]) async { await perform(.stop, on: ids) }

    /// Reopens to-dos, all or none.
    public func reopen(_ ids: [Todo.ID]) { perform(.reopen, on: ids) }
    /// Reopens to-dos, all or none, and returns when that is done.
    public func reopen(_ ids: [Todo.ID]) async { await perform(.reopen, on: ids) }

    /// Deletes to-dos, all or none.
    /// - Parameters:
    ///   - ids: the to-dos.
    ///   - reach: whether their open subtasks are deleted too.
    public func delete(_ ids: [Todo.ID], _ reach: TreeReach = .subtasks) { perform(.delete(reach), on: ids) }
    /// Deletes to-dos, all or none, and returns when that is done.
    public func delete(_ ids: [Todo.ID], _ reach: TreeReach = .subtasks) async {
        await perform(.delete(reach), on: ids)
    }

    /// Moves to-dos to a position in the manual order, all or none.
    public func move(_ ids: [Todo.ID], to destination: TodoDestination) { perform(.move(destination), on: ids) }
    /// Moves to-dos to a position in the manual order, all or none, and returns when that is done.
    public func move(_ ids: [Todo.ID], to destination: TodoDestination) async {
        await perform(.move(destination), on: ids)
    }
}
