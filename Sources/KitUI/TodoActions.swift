public import Observation
public import TodoKit

/// What people do with to-dos, for buttons, menus and keys: each call is one step to undo, returns at once and needs no task.
/// They are done in the order of the calls, even if the view goes before.
/// ```swift
/// let actions = TodoActions(store)
/// Button("Done") { actions.complete([todo.id]) }
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

    /// Changes to-dos, all or none.
    public func edit(_ ids: [Todo.ID], _ changes: TodoChanges) { perform { try await $0.edit(ids, changes) } }
    /// The same, for a caller that waits for it.
    public func edit(_ ids: [Todo.ID], _ changes: TodoChanges) async {
        await perform { try await $0.edit(ids, changes) }.awaited()
    }

    /// Completes to-dos with their open subtasks, all or none.
    public func complete(_ ids: [Todo.ID]) { perform { try await $0.complete(ids) } }
    /// The same, for a caller that waits for it.
    public func complete(_ ids: [Todo.ID]) async { await perform { try await $0.complete(ids) }.awaited() }

    /// Reopens to-dos, all or none.
    public func reopen(_ ids: [Todo.ID]) { perform { try await $0.reopen(ids) } }
    /// The same, for a caller that waits for it.
    public func reopen(_ ids: [Todo.ID]) async { await perform { try await $0.reopen(ids) }.awaited() }

    /// Deletes to-dos, all or none.
    /// - Parameters:
    ///   - ids: the to-dos.
    ///   - reach: whether their open subtasks are deleted too.
    public func delete(_ ids: [Todo.ID], _ reach: TreeReach = .subtasks) {
        perform { try await $0.delete(ids, reach) }
    }
    /// The same, for a caller that waits for it.
    public func delete(_ ids: [Todo.ID], _ reach: TreeReach = .subtasks) async {
        await perform { try await $0.delete(ids, reach) }.awaited()
    }

    /// Moves to-dos to a place in the manual order, all or none.
    public func move(_ ids: [Todo.ID], to destination: TodoDestination) {
        perform { try await $0.move(ids, to: destination) }
    }
    /// The same, for a caller that waits for it.
    public func move(_ ids: [Todo.ID], to destination: TodoDestination) async {
        await perform { try await $0.move(ids, to: destination) }.awaited()
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
