public import Observation
public import TodoKit

/// What people do with to-dos, for buttons, menus and keys: each call is one step to undo, returns at once and needs no task.
/// They are done in the order of the calls, even if the view goes before.
/// ```swift
/// let actions = TodoActions(store)
/// Button("Done") { actions.complete(shown: [todo]) }
/// ```
@MainActor @Observable
public final class TodoActions {
    /// Why the last one failed; nil if it did not. Nothing was changed by it.
    public private(set) var failure: TodoError?
    /// What was added last, for a view that selects it; nil until something was.
    public private(set) var added: Todo.ID?
    @ObservationIgnored private let service: any TodoService
    @ObservationIgnored private let actions = Actions()

    /// Actions on the to-dos of a store, or of another service.
    public init(_ service: any TodoService) { self.service = service }

    /// Adds what a line says, such as `Call Bob tomorrow 5pm +work p1`. ``QuickAdd`` has the rules.
    public func add(_ line: String) { perform { try await $0.quickAdd(line).todo.id } }
    /// The same, for a caller that waits for it.
    public func add(_ line: String) async { await perform { try await $0.quickAdd(line).todo.id }.awaited() }

    /// Does something to to-dos, all or none.
    public func perform(_ action: TodoAction, on ids: [Todo.ID]) { perform { try await $0.perform(action, on: ids) } }
    /// The same, for a caller that waits for it.
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

// The verbs as methods, of which there are two each: with `await` for a caller that waits for it.
extension TodoActions {
    /// Changes to-dos, all or none.
    public func edit(_ ids: [Todo.ID], _ changes: TodoChanges) { perform(.edit(changes), on: ids) }
    /// The same, for a caller that waits for it.
    public func edit(_ ids: [Todo.ID], _ changes: TodoChanges) async { await perform(.edit(changes), on: ids) }

    /// Completes to-dos with their open subtasks, all or none. Of one that repeats, the occurrence is settled that is the
    /// current one by then: a double tap settles two. `complete(shown:)` settles one.
    public func complete(_ ids: [Todo.ID]) { perform(.complete(), on: ids) }
    /// The same, for a caller that waits for it.
    public func complete(_ ids: [Todo.ID]) async { await perform(.complete(), on: ids) }

    /// Completes to-dos with their open subtasks, all or none. Of one that repeats, the occurrence is settled that was shown,
    /// if it is not settled already: a double tap settles one.
    /// - Parameter todos: the to-dos as they are on the screen.
    public func complete(shown todos: [Todo]) {
        perform(.complete(.subtasks, .shown(of: todos)), on: todos.map(\.id))
    }
    /// The same, for a caller that waits for it.
    public func complete(shown todos: [Todo]) async {
        await perform(.complete(.subtasks, .shown(of: todos)), on: todos.map(\.id))
    }

    /// Skips the occurrences that were shown of to-dos that repeat, all or none: they are settled, but were not done. What is
    /// settled already stays as it is, so that a double tap skips one.
    /// - Parameter todos: the to-dos as they are on the screen; one that does not repeat is refused (`usage`).
    public func skip(shown todos: [Todo]) { perform(.skip(.shown(of: todos)), on: todos.map(\.id)) }
    /// The same, for a caller that waits for it.
    public func skip(shown todos: [Todo]) async { await perform(.skip(.shown(of: todos)), on: todos.map(\.id)) }

    /// Marks to-dos as started, all or none; those that already are keep their time.
    public func start(_ ids: [Todo.ID]) { perform(.start, on: ids) }
    /// The same, for a caller that waits for it.
    public func start(_ ids: [Todo.ID]) async { await perform(.start, on: ids) }

    /// Marks to-dos as no longer started, all or none.
    public func stop(_ ids: [Todo.ID]) { perform(.stop, on: ids) }
    /// The same, for a caller that waits for it.
    public func stop(_ ids: [Todo.ID]) async { await perform(.stop, on: ids) }

    /// Reopens to-dos, all or none.
    public func reopen(_ ids: [Todo.ID]) { perform(.reopen, on: ids) }
    /// The same, for a caller that waits for it.
    public func reopen(_ ids: [Todo.ID]) async { await perform(.reopen, on: ids) }

    /// Deletes to-dos, all or none.
    /// - Parameters:
    ///   - ids: the to-dos.
    ///   - reach: whether their open subtasks are deleted too.
    public func delete(_ ids: [Todo.ID], _ reach: TreeReach = .subtasks) { perform(.delete(reach), on: ids) }
    /// The same, for a caller that waits for it.
    public func delete(_ ids: [Todo.ID], _ reach: TreeReach = .subtasks) async {
        await perform(.delete(reach), on: ids)
    }

    /// Moves to-dos to a place in the manual order, all or none.
    public func move(_ ids: [Todo.ID], to destination: TodoDestination) { perform(.move(destination), on: ids) }
    /// The same, for a caller that waits for it.
    public func move(_ ids: [Todo.ID], to destination: TodoDestination) async {
        await perform(.move(destination), on: ids)
    }
}
