/// Where a result comes from.
public enum DataSource: String, Sendable, Hashable, Codable, CaseIterable {
    /// The data on this device.
    case local
    /// The remote: its changes are pulled first, and it is an error if it cannot be reached in time.
    case remote
    /// This device, at once. If nothing was ever pulled, a pull begins in the background; observers see what it brings.
    case automatic
    /// This device. If nothing was ever pulled, the first pull is awaited; a remote that cannot be reached in time is
    /// ignored.
    case afterFirstPull

    /// The default time to wait for the remote: half a minute.
    public static let patience = Duration.seconds(30)
}

/// The models of one kind, wherever they are stored.
///
/// A write returns when it is durable on this device; ``hasPendingChanges`` shows whether it has reached the remote.
/// Every operation throws ``TodoError``.
public protocol Repository<Model>: Sendable {
    /// The models of the repository.
    associatedtype Model: Queryable
    /// Changes to some fields of one model.
    associatedtype Update: Sendable & Identifiable where Update.ID == Model.ID

    /// Adds a model, or replaces the one with its id.
    @discardableResult func create(_ model: Model) async throws -> Model
    /// Adds models, or replaces those with their ids. All or none are written.
    @discardableResult func create(_ models: [Model]) async throws -> [Model]

    /// Changes the fields that the update names.
    /// - Throws: `not-found`.
    @discardableResult func update(_ update: Update) async throws -> Model
    /// Changes the fields that the updates name. All or none are written.
    /// - Throws: `not-found`.
    @discardableResult func update(_ updates: [Update]) async throws -> [Model]
    /// Changes the fields that differ between a model and the original that was read.
    /// - Throws: `not-found`.
    @discardableResult func update(_ model: Model, from original: Model) async throws -> Model

    /// Deletes a model.
    /// - Throws: `not-found`.
    func delete(_ id: Model.ID) async throws
    /// Deletes models, all or none.
    /// - Throws: `not-found`.
    func delete(_ ids: [Model.ID]) async throws

    /// The model with this id.
    /// - Throws: `not-found`.
    func find(_ id: Model.ID) async throws -> Model
    /// The result of a query.
    /// - Parameters:
    ///   - source: where the result comes from, and whether to wait for the remote.
    ///   - patience: the longest wait for the remote, if there is one; what arrives later is still applied.
    /// - Throws: `bad-page`, `bad-cursor`; from the remote also `unreachable`, `not-authorised`, `no-remote`.
    func fetch(_ query: Query<Model>, source: DataSource, patience: Duration) async throws -> Page<Model>
    /// How many models a query matches; its window is ignored.
    func count(_ query: Query<Model>) async throws -> Int
    /// The result of a query at once, and again whenever anybody changes it, until the reading task ends. Changes in
    /// quick succession may be coalesced; no result is repeated.
    func observe(_ query: Query<Model>) -> AsyncThrowingStream<Page<Model>, any Error>
    /// The results of several queries, in their order, at once and again whenever one of them changes. All come from one
    /// snapshot: a model that moves from one list to another is never in both, and never in none.
    func observeEach(_ queries: [Query<Model>]) -> AsyncThrowingStream<[Page<Model>], any Error>
    /// How many models a query matches, at once and again whenever that changes; its window is ignored.
    func observeCount(_ query: Query<Model>) -> AsyncThrowingStream<Int, any Error>

    /// The ids that begin with a prefix, sorted, at most `limit` of them.
    func findIDs(prefix: String, limit: Int, includingDeleted: Bool) async throws -> [Model.ID]
    /// For each id the shortest prefix that no other id shares, at least `minimum` characters. Deleted models count
    /// too, so that a prefix stays unique when one of them is revived.
    func shortestPrefixes(of ids: [Model.ID], minimum: Int) async throws -> [Model.ID: String]

    /// Whether edits have yet to reach the remote; false if there is none.
    var hasPendingChanges: Bool { get async throws }
}

extension Repository {
    /// The first model that a query finds, in its order; nil if there is none.
    /// - Parameters:
    ///   - query: the query; its window does not count.
    ///   - source: where the result comes from, and whether to wait for the remote.
    /// - Throws: as ``fetch(_:source:patience:)``.
    public func first(_ query: Query<Model> = .all, source: DataSource = .automatic) async throws -> Model? {
        try await fetch(query.limit(1), source: source).items.first
    }

    /// The result of a query, by default of all models, from this device, at once.
    public func fetch(_ query: Query<Model> = .all, source: DataSource = .automatic) async throws -> Page<Model> {
        try await fetch(query, source: source, patience: DataSource.patience)
    }

    /// The ids of models that begin with a prefix, sorted, at most `limit` of them.
    public func findIDs(prefix: String, limit: Int) async throws -> [Model.ID] {
        try await findIDs(prefix: prefix, limit: limit, includingDeleted: false)
    }

    /// For each id the shortest prefix that no other id shares, at least four characters.
    public func shortestPrefixes(of ids: [Model.ID]) async throws -> [Model.ID: String] {
        try await shortestPrefixes(of: ids, minimum: 4)
    }

    /// The results of a query as ``observe(_:)`` returns them, each with its difference from the one before, for list
    /// views.
    public func observeChanges(_ query: Query<Model> = .all) -> AsyncThrowingStream<PageChange<Model>, any Error> {
        observe(query).differences()
    }

    /// How many models there are.
    public func count() async throws -> Int { try await count(.all) }

    /// All models, as `observe(_:)` gives them.
    public func observe() -> AsyncThrowingStream<Page<Model>, any Error> { observe(.all) }

    /// How many models there are, as ``observeCount(_:)`` gives it.
    public func observeCount() -> AsyncThrowingStream<Int, any Error> { observeCount(.all) }
}

// Not called `observe` like the one for queries: the compiler would take a mistyped query for a wrong id, and not name the
// mistake. That holds for `observeEach` too (Tests/Typos).
extension Repository where Model.Condition: IDCondition<Model.ID> {
    /// The model with this id at once, and again whenever it changes, until the reading task ends; nil while there is
    /// none.
    public func observeOne(_ id: Model.ID) -> AsyncThrowingStream<Model?, any Error> {
        observe(.id(id)).firstModels()
    }
}

extension TagRepository {
    /// The tag that a title refers to, as ``find(titled:)`` finds it; nil if there is none. Nothing is written.
    public func first(titled title: String) async throws -> Tag? { try await find(titled: title) }
}

/// The to-dos.
public protocol TodoRepository: Repository<Todo> where Update == Todo.Update {}
/// The tags.
public protocol TagRepository: Repository<Tag> where Update == Tag.Update {
    /// The tag with this title, ignoring case and the amount of white space; created if there is none.
    @discardableResult func findOrCreate(titled title: String) async throws -> Tag
    /// The tag that a title refers to: the one that has it, or the one that replaces a merged tag of that title. nil if
    /// there is none.
    func find(titled title: String) async throws -> Tag?
    /// How many to-dos have each tag; unused tags are left out.
    func todoCounts() async throws -> [Tag.ID: TodoCount]
}
/// The lists.
public protocol ListRepository: Repository<TodoList> where Update == TodoList.Update {
    /// The list at a path such as `Work/Reports`, ignoring case and the amount of white space; created with the lists
    /// above it if missing. If several lists have the path, the oldest.
    @discardableResult func findOrCreate(path: String) async throws -> TodoList
    /// The lists at a path such as `Work/Reports`, oldest first. There can be several: lists that two devices create at
    /// one path stay two.
    func find(path: String) async throws -> [TodoList]
    /// How many to-dos there are in each list itself; lists without any are left out.
    func todoCounts() async throws -> [TodoList.ID: TodoCount]
}
/// The comments on to-dos.
public protocol CommentRepository: Repository<Todo.Comment> where Update == Todo.Comment.Update {}
/// The views.
public protocol ViewRepository: Repository<SavedView> where Update == SavedView.Update {}
/// The locations.
public protocol LocationRepository: Repository<Location> where Update == Location.Update {
    /// The location that replaces the one of this name that was last merged; nil if there is none. To find a location
    /// by its own name, use ``Location/Condition/named(_:)``: several may have the same name.
    func find(mergedNamed name: String) async throws -> Location?
    /// How many to-dos there are at each location; unused ones are left out.
    func todoCounts() async throws -> [Location.ID: TodoCount]
}

extension TodoError {
    /// There is no remote to sync with.
    package static let noRemote = TodoError(.noRemote, "No remote is set up.", remedies: [.setUpRemote])
}
