public import TodoDomain
public import TodoLocal

/// What a view model needs of a store: its repositories, what people do with to-dos, undo, syncing, and what is told when
/// anything changes. A ``TodoStore`` is one; a test or a preview passes another one, such as `FakeTodoService` of
/// TodoKitTesting.
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
    /// Syncing with a remote.
    var syncing: any SyncService { get }

    /// Adds a to-do; see
    /// ``TodoStore/add(_:notes:tags:due:priority:start:place:placement:dependsOn:recurrence:reminders:)``.
    @discardableResult
    func add(
        _ title: String, notes: String, tags: [String], due: Due?, priority: Priority?, start: Due?,
        place: PlaceReference?, placement: Placement?, dependsOn: [Todo.ID], recurrence: Recurrence?,
        reminders: [ReminderPhrase]
    ) async throws -> Todo
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
    /// Completes to-dos, as one step, and of those that repeat the occurrences that were on the screen; see
    /// ``TodoStore/complete(_:_:shown:)``.
    @discardableResult
    func complete(_ ids: [Todo.ID], _ reach: TreeReach, shown: [Todo.ID: Day]) async throws -> TreeEdit
    /// Skips occurrences of to-dos that repeat, as one step; see ``TodoStore/skip(_:on:shown:)``.
    @discardableResult
    func skip(_ ids: [Todo.ID], on day: Day?, shown: [Todo.ID: Day]) async throws -> TreeEdit
    /// Marks to-dos as started, as one step.
    @discardableResult
    func start(_ ids: [Todo.ID]) async throws -> [Todo]
    /// Marks to-dos as no longer started, as one step.
    @discardableResult
    func stop(_ ids: [Todo.ID]) async throws -> [Todo]
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
    /// Undoes the last steps; see ``TodoStore/undo(_:isForced:)``.
    @discardableResult
    func undo(_ steps: Int, isForced: Bool) async throws -> UndoReport
    /// Redoes the last steps that were undone; see ``TodoStore/redo(_:isForced:)``.
    @discardableResult
    func redo(_ steps: Int, isForced: Bool) async throws -> UndoReport

    /// Whether to-dos are on the remote, and who wrote them last. What is not here is left out.
    func syncState(of ids: [Todo.ID]) async throws -> [Todo.ID: RecordSyncState]
    /// Words for steps and values that mention these records.
    func historyText(naming records: Set<RecordKey>) async throws -> HistoryText
    /// An element at once, and after each commit by any process: when it was noticed. Commits in quick succession may be one.
    /// ``observe(_:)`` rests on it.
    func commits() -> AsyncThrowingStream<ContinuousClock.Instant, any Error>
}

extension TodoStore: TodoService {
    /// Syncing with a remote: ``sync``.
    public var syncing: any SyncService { sync }

    /// An element at once, and after each commit by any process: when it was noticed.
    public func commits() -> AsyncThrowingStream<ContinuousClock.Instant, any Error> { ReplicationDAO(stack).commits() }
}

// What not every service has: one without it says that it does not do that.
extension TodoService {
    /// Refused (`usage`) by a service that has nothing of its own for it.
    @discardableResult
    public func complete(_ ids: [Todo.ID], _ reach: TreeReach, shown: [Todo.ID: Day]) async throws -> TreeEdit {
        throw TodoError.notOffered
    }

    /// Refused (`usage`) by a service that has nothing of its own for it.
    @discardableResult
    public func skip(_ ids: [Todo.ID], on day: Day?, shown: [Todo.ID: Day]) async throws -> TreeEdit {
        throw TodoError.notOffered
    }

    /// Refused (`usage`) by a service that has nothing of its own for it.
    @discardableResult
    public func start(_ ids: [Todo.ID]) async throws -> [Todo] { throw TodoError.notOffered }

    /// Refused (`usage`) by a service that has nothing of its own for it.
    @discardableResult
    public func stop(_ ids: [Todo.ID]) async throws -> [Todo] { throw TodoError.notOffered }
}

extension TodoError {
    fileprivate static var notOffered: TodoError {
        TodoError(.usage, "This service does not do that.", effect: .nothingChanged)
    }
}

extension TreeEdit {
    /// The result of an edit by a service that is no store.
    public init(_ todos: [Todo], subtasks: [Todo.ID: [Todo.ID]] = [:], settled: [Todo.ID: Todo.ID] = [:]) {
        self.init(todos: todos, subtasks: subtasks, settled: settled)
    }
}

// What is not given is as in a store.
extension TodoService {
    /// Adds a to-do.
    @discardableResult @_disfavoredOverload
    public func add(
        _ title: String, notes: String = "", tags: [String] = [], due: Due? = nil, priority: Priority? = nil,
        placement: Placement? = nil
    ) async throws -> Todo {
        try await add(
            title, notes: notes, tags: tags, due: due, priority: priority, start: nil, place: nil, placement: placement,
            dependsOn: [], recurrence: nil, reminders: [])
    }

    /// Adds what a line of quick add says.
    @discardableResult @_disfavoredOverload
    public func quickAdd(_ line: String) async throws -> QuickAddition {
        try await quickAdd(line, stores: true, settings: .standard)
    }

    /// The query of a filter as people type it.
    @_disfavoredOverload
    public func query(matching text: String, byDefault completion: Todo.Condition? = nil) async throws -> Query<Todo> {
        try await query(matching: text, byDefault: completion, settings: .standard)
    }

    /// Deletes to-dos with their open subtasks, as one step.
    @discardableResult @_disfavoredOverload
    public func delete(_ ids: [Todo.ID]) async throws -> [Todo.ID] { try await delete(ids, .subtasks) }

    /// Undoes the last step.
    @discardableResult @_disfavoredOverload
    public func undo() async throws -> UndoReport { try await undo(1, isForced: false) }

    /// Redoes the last step that was undone.
    @discardableResult @_disfavoredOverload
    public func redo() async throws -> UndoReport { try await redo(1, isForced: false) }
}
