public import TodoDomain
public import TodoLocal

/// The parts of a store that a view model needs: its repositories, actions on to-dos, undo, syncing, and notifications of
/// changes. ``TodoStore`` conforms to it. A test or a preview passes another service, such as `FakeTodoService` of
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
    /// The views, which are filters with a name.
    var views: any ViewRepository { get }
    /// Syncing with a remote.
    var syncing: any SyncService { get }

    /// Adds the to-do that changes describe; see ``TodoStore/add(_:)``.
    @discardableResult
    func add(_ changes: TodoChanges) async throws -> Todo
    /// Adds the to-do that a line of quick add describes; see ``TodoStore/quickAdd(_:stores:missing:settings:)``.
    @discardableResult
    func quickAdd(
        _ line: String, stores: Bool, missing: MissingLists, settings: PhraseSettings
    ) async throws -> QuickAddition
    /// The query of a filter as people type it; see ``TodoStore/query(matching:byDefault:settings:)``.
    func query(
        matching text: String, byDefault completion: Todo.Condition?, settings: PhraseSettings
    ) async throws -> Query<Todo>
    /// The agenda; see ``TodoStore/agenda(days:rows:)``.
    func agenda(days: Int, rows: Int?) async throws -> Agenda

    /// Performs an action on all of the given to-dos or none, as one step of the history; see ``TodoStore/perform(_:on:)``.
    /// The methods named after verbs call this one.
    @discardableResult
    func perform(_ action: TodoAction, on ids: [Todo.ID]) async throws -> TreeEdit
    /// Writes the fields that differ from the original; see ``TodoStore/save(_:from:joining:)``.
    func save(
        _ todo: Todo, from original: Todo, joining step: HistoryToken?
    ) async throws -> (todo: Todo, step: HistoryToken?)

    /// The shared spaces that are known here, with their members; see ``TodoStore/spaces()``.
    func spaces() async throws -> [Space]

    /// The next steps to undo and to redo, with their titles.
    func undoAvailability() async throws -> UndoAvailability
    /// Undoes the last steps; see ``TodoStore/undo(_:isForced:)``.
    @discardableResult
    func undo(_ steps: Int, isForced: Bool) async throws -> UndoReport
    /// Redoes the last steps that were undone; see ``TodoStore/redo(_:isForced:)``.
    @discardableResult
    func redo(_ steps: Int, isForced: Bool) async throws -> UndoReport

    /// Whether to-dos are on the remote, and which device wrote them last. To-dos that are not on this device are left out.
    func syncState(of ids: [Todo.ID]) async throws -> [Todo.ID: RecordSyncState]
    /// Words for steps and values that mention these records.
    func historyText(naming records: Set<RecordKey>) async throws -> HistoryText
    /// The times at which commits by any process were noticed. There is an element at once, and one after each commit.
    /// Commits in quick succession may share one. ``observe(_:)`` is based on it.
    func commits() -> AsyncThrowingStream<ContinuousClock.Instant, any Error>
}

extension TodoStore: TodoService {
    /// Syncing with a remote, which is ``sync``.
    public var syncing: any SyncService { sync }

    /// The times at which commits by any process were noticed, beginning with an element at once.
    public func commits() -> AsyncThrowingStream<ContinuousClock.Instant, any Error> { ReplicationDAO(stack).commits() }
}

// Methods with default arguments, which are those of a store.
extension TodoService {
    /// Adds a to-do.
    /// - Parameters:
    ///   - title: one line.
    ///   - notes: longer text.
    ///   - tags: the titles of its tags, which are created if they are missing.
    ///   - due: when it is due; nil if it has no due date.
    ///   - priority: how important it is.
    ///   - start: when it can be started; nil if at once.
    ///   - placement: its list or its parent; nil for the inbox.
    ///   - place: the location where it is to be done.
    ///   - dependsOn: the to-dos that have to be done first.
    ///   - recurrence: the rule by which it repeats. Its due date is then that of the recurrence.
    ///   - reminders: when to remind of it.
    /// - Throws: ``TodoError`` for an invalid value, or `not-found` for a location or a to-do.
    @discardableResult
    public func add(
        _ title: String, notes: String = "", tags: [String] = [], due: Due? = nil, priority: Priority? = nil,
        start: Due? = nil, place: PlaceReference? = nil, placement: Placement? = nil, dependsOn: [Todo.ID] = [],
        recurrence: Recurrence? = nil, reminders: [ReminderPhrase] = []
    ) async throws -> Todo {
        var changes = TodoChanges(
            title: title, notes: notes, due: due.map(Change.set) ?? .keep,
            priority: priority.map(Change.set) ?? .keep, start: start.map(Change.set) ?? .keep,
            place: place.map(Change.set) ?? .keep, placement: placement, reminders: reminders, addingTags: tags)
        changes.recurrence = recurrence.map(Change.set) ?? .keep
        if !dependsOn.isEmpty { changes.dependencies = Todo.DependencyChange(add: Set(dependsOn)) }
        return try await add(changes)
    }

    /// Adds the to-do that a line of quick add describes.
    @discardableResult @_disfavoredOverload
    public func quickAdd(_ line: String) async throws -> QuickAddition {
        try await quickAdd(line, stores: true, missing: .refused, settings: .standard)
    }

    /// The query of a filter as people type it.
    @_disfavoredOverload
    public func query(matching text: String, byDefault completion: Todo.Condition? = nil) async throws -> Query<Todo> {
        try await query(matching: text, byDefault: completion, settings: .standard)
    }

    /// Undoes the last step.
    @discardableResult @_disfavoredOverload
    public func undo() async throws -> UndoReport { try await undo(1, isForced: false) }

    /// Redoes the last step that was undone.
    @discardableResult @_disfavoredOverload
    public func redo() async throws -> UndoReport { try await redo(1, isForced: false) }
}
