public import TodoDomain
public import TodoLocal

/// What a view model needs of a store: its repositories, what people do with to-dos, and undo. A ``TodoStore`` is one; a test
/// passes another one, such as `FakeTodoService` of TodoKitTesting, or a store in memory.
public protocol TodoService: AnyObject, Sendable {
    /// The to-dos.
    var todos: any TodoRepository { get }
    /// The tags.
    var tags: any TagRepository { get }
    /// The locations.
    var locations: any LocationRepository { get }
    /// The lists.
    var lists: any ListRepository { get }
    /// The comments on to-dos.
    var comments: any CommentRepository { get }
    /// The views: filters that are kept under a name.
    var views: any ViewRepository { get }

    /// Adds what a line of quick add says; see ``TodoStore/quickAdd(_:stores:settings:)``.
    @discardableResult
    func quickAdd(_ line: String, stores: Bool, settings: PhraseSettings) async throws -> QuickAddition
    /// The query of a filter as people type it; see ``TodoStore/query(matching:byDefault:settings:)``.
    func query(
        matching text: String, byDefault completion: Todo.Condition?, settings: PhraseSettings
    ) async throws -> Query<Todo>
    /// What to do now; see ``TodoStore/agenda(days:rows:)``.
    func agenda(days: Int, rows: Int?) async throws -> Agenda

    /// Changes to-dos, as one step.
    @discardableResult
    func edit(_ ids: [Todo.ID], _ changes: TodoChanges) async throws -> [Todo]
    /// Writes what differs from the original; see ``TodoStore/save(_:from:joining:)``.
    func save(
        _ todo: Todo, from original: Todo, joining step: HistoryToken?
    ) async throws -> (todo: Todo, step: HistoryToken?)
    /// Completes to-dos with their open subtasks, as one step.
    @discardableResult
    func complete(_ ids: [Todo.ID]) async throws -> [Todo]
    /// Reopens to-dos, as one step.
    @discardableResult
    func reopen(_ ids: [Todo.ID]) async throws -> [Todo]
    /// Deletes to-dos, as one step.
    @discardableResult
    func delete(_ ids: [Todo.ID], _ reach: TreeReach) async throws -> [Todo.ID]
    /// Moves to-dos to a place in the manual order, as one step.
    @discardableResult
    func move(_ ids: [Todo.ID], to destination: TodoDestination) async throws -> [Todo]

    /// The next steps to undo and to redo, with their titles.
    func undoAvailability() async throws -> UndoAvailability
    /// The same, at once and whenever it changes.
    func observeUndo() -> AsyncThrowingStream<UndoAvailability, any Error>
    /// Undoes the last steps; see ``TodoStore/undo(_:isForced:)``.
    @discardableResult
    func undo(_ steps: Int, isForced: Bool) async throws -> UndoReport
    /// Redoes the last steps that were undone; see ``TodoStore/redo(_:isForced:)``.
    @discardableResult
    func redo(_ steps: Int, isForced: Bool) async throws -> UndoReport
}

extension TodoStore: TodoService {}
