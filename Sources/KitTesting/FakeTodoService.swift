import Basics
public import TodoDomain
public import TodoKit

/// A service that works like a store in memory, until the test makes it fail.
/// ```swift
/// let service = try FakeTodoService()
/// let undo = UndoModel(service)
/// service.failure = TodoError(.diskFull, "The disk is full.")
/// await undo.undo()  // undo.failure?.code == .diskFull
/// ```
public final class FakeTodoService: TodoService {
    /// The store behind it. A test can fill and read it even while ``failure`` is set.
    public let store: TodoStore
    /// Its sync service. A test or a preview can set the values that it shows.
    public let sync: FakeSyncService
    private let faults: Faults
    private let states = Locked<[Todo.ID: RecordSyncState]?>(nil)
    private let order = Locked(Order())
    private let people = Locked<[Space]?>(nil)

    /// Forces an order of events, so that a test does not depend on luck.
    private struct Order {
        var beforeAnswer: (@Sendable () async throws -> Void)?
        var observedTodos: AsyncThrowingStream<Page<Todo>, any Error>?
    }

    /// A service on an empty store, or on one that the test has filled.
    public init(_ store: TodoStore? = nil) throws {
        self.store = try store ?? .testing()
        faults = Faults()
        sync = FakeSyncService(self.store.sync, faults)
    }

    /// The shown sync states of to-dos, for a preview; nil for the store's states.
    public var shownSyncStates: [Todo.ID: RecordSyncState]? {
        get { states.withLock { $0 } }
        set {
            states.withLock { $0 = newValue }
            faults.pulse()
        }
    }

    /// The shown spaces, for a preview; nil for those of the store.
    public var shownSpaces: [Space]? {
        get { people.withLock { $0 } }
        set {
            people.withLock { $0 = newValue }
            faults.pulse()
        }
    }

    /// Runs after a save or the resolution of a filter, before the answer arrives; for tests of this package.
    package var beforeAnswer: (@Sendable () async throws -> Void)? {
        get { order.withLock { $0.beforeAnswer } }
        set { order.withLock { $0.beforeAnswer = newValue } }
    }

    /// The pages for new observers of ``todos``, in place of the store's; for tests of this package.
    package var observedTodos: AsyncThrowingStream<Page<Todo>, any Error>? {
        get { order.withLock { $0.observedTodos } }
        set { order.withLock { $0.observedTodos = newValue } }
    }

    /// The error of every call from now on, including calls of a repository; nil if calls succeed.
    public var failure: TodoError? {
        get { faults.failure }
        set { faults.failure = newValue }
    }

    /// The names of the calls so far, such as `perform(done)`. They include actions and calls of repositories, but not reads
    /// that models repeat after each change.
    public var calls: [String] { faults.calls }

    /// The to-dos.
    public var todos: any TodoRepository { faulty(store.todos) }
    /// The tags.
    public var tags: any TagRepository { faulty(store.tags) }
    /// The locations.
    public var locations: any LocationRepository { faulty(store.locations) }
    /// The lists.
    public var lists: any ListRepository { faulty(store.lists) }
    /// The comments.
    public var comments: any CommentRepository { faulty(store.comments) }
    /// The views.
    public var views: any ViewRepository { faulty(store.views) }

    /// The sync service, which is ``sync``.
    public var syncing: any SyncService { sync }

    private func faulty(_ base: some TodoRepository) -> any TodoRepository {
        FaultyRepository(base, faults, observed: observedTodos)
    }
    private func faulty(_ base: some TagRepository) -> any TagRepository { FaultyRepository(base, faults) }
    private func faulty(_ base: some LocationRepository) -> any LocationRepository { FaultyRepository(base, faults) }
    private func faulty(_ base: some ListRepository) -> any ListRepository { FaultyRepository(base, faults) }
    private func faulty(_ base: some CommentRepository) -> any CommentRepository { FaultyRepository(base, faults) }
    private func faulty(_ base: some ViewRepository) -> any ViewRepository { FaultyRepository(base, faults) }
}

// Actions of a person. Each call is recorded, and fails while ``failure`` is set.
extension FakeTodoService {
    /// See ``TodoService/add(_:)``.
    @discardableResult
    public func add(_ changes: TodoChanges) async throws -> Todo {
        try faults.note()
        return try await store.add(changes)
    }

    /// See ``TodoService/quickAdd(_:stores:missing:settings:)``.
    @discardableResult
    public func quickAdd(
        _ line: String, stores: Bool, missing: MissingLists, settings: PhraseSettings
    ) async throws -> QuickAddition {
        try faults.note()
        return try await store.quickAdd(line, stores: stores, missing: missing, settings: settings)
    }

    /// See ``TodoService/query(matching:byDefault:settings:)``.
    public func query(
        matching text: String, byDefault completion: Todo.Condition?, settings: PhraseSettings
    ) async throws -> Query<Todo> {
        try faults.note()
        let query = try await store.query(matching: text, byDefault: completion, settings: settings)
        try await beforeAnswer?()
        return query
    }

    /// See ``TodoService/agenda(days:rows:)``.
    public func agenda(days: Int, rows: Int?) async throws -> Agenda {
        try faults.note()
        return try await store.agenda(days: days, rows: rows)
    }

    /// See ``TodoService/perform(_:on:)``. It is recorded with the verb, such as `perform(done)`.
    @discardableResult
    public func perform(_ action: TodoAction, on ids: [Todo.ID]) async throws -> TreeEdit {
        try faults.note("perform(\(action.verb.rawValue))")
        return try await store.perform(action, on: ids)
    }

    /// See ``TodoService/save(_:from:joining:)``.
    public func save(
        _ todo: Todo, from original: Todo, joining step: HistoryToken?
    ) async throws -> (todo: Todo, step: HistoryToken?) {
        try faults.note()
        let written = try await store.save(todo, from: original, joining: step)
        try await beforeAnswer?()
        return written
    }

    /// See ``TodoService/undo(_:isForced:)``.
    @discardableResult
    public func undo(_ steps: Int, isForced: Bool) async throws -> UndoReport {
        try faults.note()
        return try await store.undo(steps, isForced: isForced)
    }

    /// See ``TodoService/redo(_:isForced:)``.
    @discardableResult
    public func redo(_ steps: Int, isForced: Bool) async throws -> UndoReport {
        try faults.note()
        return try await store.redo(steps, isForced: isForced)
    }
}

// Reads that models repeat after each change. They fail while ``failure`` is set, and are not recorded.
extension FakeTodoService {
    /// See ``TodoService/undoAvailability()``.
    public func undoAvailability() async throws -> UndoAvailability {
        try faults.check()
        return try await store.undoAvailability()
    }

    /// See ``TodoService/spaces()``.
    public func spaces() async throws -> [Space] {
        try faults.check()
        if let shownSpaces { return shownSpaces }
        return try await store.spaces()
    }

    /// See ``TodoService/syncState(of:)``.
    public func syncState(of ids: [Todo.ID]) async throws -> [Todo.ID: RecordSyncState] {
        try faults.check()
        if let shownSyncStates { return shownSyncStates.filter { ids.contains($0.key) } }
        return try await store.syncState(of: ids)
    }

    /// See ``TodoService/historyText(naming:)``.
    public func historyText(naming records: Set<RecordKey>) async throws -> HistoryText {
        try faults.check()
        return try await store.historyText(naming: records)
    }

    /// See ``TodoService/commits()``.
    public func commits() -> AsyncThrowingStream<ContinuousClock.Instant, any Error> {
        faults.commits(and: store.commits())
    }
}
