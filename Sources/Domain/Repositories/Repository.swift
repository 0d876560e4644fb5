/// Where an answer is to come from.
public enum DataSource: String, Sendable, Hashable, Codable, CaseIterable {
    /// What is on this device.
    case local
    /// What the remote has: pulled first, and an error where it cannot be reached, or not in time.
    case remote
    /// What is on this device, at once. Where nothing was ever pulled, a pull begins that is not waited for; observers
    /// see what it brings.
    case automatic
    /// What is on this device after the first pull, which is waited for where nothing was ever pulled. A remote that
    /// cannot be reached, or not in time, is done without.
    case afterFirstPull

    /// How long the remote is waited for at most where nothing else is said: half a minute.
    public static let patience = Duration.seconds(30)
}

/// The models of one kind, wherever they are kept.
///
/// A write returns when it is durable on this device; whether it has reached the remote is ``hasPendingChanges``.
/// Every operation throws ``TodoError``.
public protocol Repository<Model>: Sendable {
    /// What is kept.
    associatedtype Model: Queryable
    /// Changes to some fields of one model.
    associatedtype Update: Sendable & Identifiable where Update.ID == Model.ID

    /// Adds a model, or replaces the one with its id.
    @discardableResult func create(_ model: Model) async throws -> Model
    /// Adds models, or replaces those with their ids, all of them or none.
    @discardableResult func create(_ models: [Model]) async throws -> [Model]

    /// Changes the fields that the update names.
    /// - Throws: `not-found`.
    @discardableResult func update(_ update: Update) async throws -> Model
    /// Changes the fields that the updates name, all of them or none.
    /// - Throws: `not-found`.
    @discardableResult func update(_ updates: [Update]) async throws -> [Model]
    /// Changes what differs between a model and the value that it was read as.
    /// - Throws: `not-found`.
    @discardableResult func update(_ model: Model, from original: Model) async throws -> Model

    /// Deletes a model.
    /// - Throws: `not-found`.
    func delete(_ id: Model.ID) async throws
    /// Deletes models, all of them or none.
    /// - Throws: `not-found`.
    func delete(_ ids: [Model.ID]) async throws

    /// The model with this id.
    /// - Throws: `not-found`.
    func find(_ id: Model.ID) async throws -> Model
    /// The answer to a query.
    /// - Parameters:
    ///   - source: where it is to come from, and whether the remote is waited for.
    ///   - patience: how long the remote is waited for at most, where it is; what comes later comes all the same.
    /// - Throws: `bad-page`, `bad-cursor`; from the remote also `unreachable`, `not-authorised`, `no-remote`.
    func fetch(_ query: Query<Model>, source: DataSource, patience: Duration) async throws -> Page<Model>
    /// How many models a query asks for; its window does not matter.
    func count(_ query: Query<Model>) async throws -> Int
    /// The answer to a query at once and again whenever it has changed, by whomever, until the task that reads it ends.
    /// Changes that come quickly after one another may be shown as one; no answer is shown twice in a row.
    func observe(_ query: Query<Model>) -> AsyncThrowingStream<Page<Model>, any Error>
    /// How many models a query asks for, at once and again whenever that has changed; its window does not matter.
    func observeCount(_ query: Query<Model>) -> AsyncThrowingStream<Int, any Error>

    /// The ids that begin with a text, in order, at most `limit` of them.
    func findIDs(prefix: String, limit: Int, includingDeleted: Bool) async throws -> [Model.ID]
    /// For each id the shortest prefix that no other id begins with, at least `minimum` characters. Those of deleted
    /// models count too, so that what was short and unique yesterday still is when one of them comes back.
    func shortestPrefixes(of ids: [Model.ID], minimum: Int) async throws -> [Model.ID: String]

    /// Whether edits wait to reach the remote; false where there is none.
    var hasPendingChanges: Bool { get async throws }
}

extension Repository {
    /// The answer to a query: where nothing else is said, what is on this device, at once.
    public func fetch(_ query: Query<Model>, source: DataSource = .automatic) async throws -> Page<Model> {
        try await fetch(query, source: source, patience: DataSource.patience)
    }

    /// The ids of models that begin with a text, in order, at most `limit` of them.
    public func findIDs(prefix: String, limit: Int) async throws -> [Model.ID] {
        try await findIDs(prefix: prefix, limit: limit, includingDeleted: false)
    }

    /// For each id the shortest prefix that no other id begins with, at least four characters.
    public func shortestPrefixes(of ids: [Model.ID]) async throws -> [Model.ID: String] {
        try await shortestPrefixes(of: ids, minimum: 4)
    }

    /// The answer to a query as ``observe(_:)`` gives it, each with what became of the list before: for list views.
    public func observeChanges(_ query: Query<Model>) -> AsyncThrowingStream<PageChange<Model>, any Error> {
        observe(query).differences()
    }
}

/// The to-dos.
public protocol TodoRepository: Repository<Todo> where Update == Todo.Update {}
/// The tags.
public protocol TagRepository: Repository<Tag> where Update == Tag.Update {
    /// The tag with this title, but for case and the amount of white space; made where there is none.
    @discardableResult func findOrCreate(titled title: String) async throws -> Tag
    /// The tag that a title means: the one that has it, or the one in whose place a merged tag of that title is used.
    /// nil: none.
    func find(titled title: String) async throws -> Tag?
    /// How many to-dos have each tag; tags that none has are left out.
    func todoCounts() async throws -> [Tag.ID: TodoCount]
}
/// The locations.
public protocol LocationRepository: Repository<Location> where Update == Location.Update {
    /// The location in whose place the last merged one of this name is used; nil: none. What a name means that a location
    /// has is asked for with ``Location/Condition/named(_:)``: several may have it.
    func find(mergedNamed name: String) async throws -> Location?
    /// How many to-dos there are at each location; locations without any are left out.
    func todoCounts() async throws -> [Location.ID: TodoCount]
}

extension TodoError {
    /// There is nothing to sync with.
    package static let noRemote = TodoError(.noRemote, "No remote is set up.", remedies: [.setUpRemote])
}
