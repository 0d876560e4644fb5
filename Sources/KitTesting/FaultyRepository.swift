import TodoDomain
import TodoKit

/// A repository that records its calls, and fails while there is a failure.
struct FaultyRepository<Base: Repository>: Repository {
    typealias Model = Base.Model
    typealias Update = Base.Update

    private let base: Base
    private let faults: Faults
    private let observed: AsyncThrowingStream<Page<Model>, any Error>?

    /// - Parameter observed: the pages for observers, in place of the repository's; nil for the repository's.
    init(_ base: Base, _ faults: Faults, observed: AsyncThrowingStream<Page<Model>, any Error>? = nil) {
        self.base = base
        self.faults = faults
        self.observed = observed
    }

    private func noted(_ call: String = #function) throws -> Base {
        try faults.note(call)
        return base
    }

    func create(_ model: Model) async throws -> Model { try await noted().create(model) }
    func create(_ models: [Model]) async throws -> [Model] { try await noted().create(models) }
    func update(_ update: Update) async throws -> Model { try await noted().update(update) }
    func update(_ updates: [Update]) async throws -> [Model] { try await noted().update(updates) }

    func update(_ model: Model, from original: Model) async throws -> Model {
        try await noted().update(model, from: original)
    }

    func delete(_ id: Model.ID) async throws { try await noted().delete(id) }
    func delete(_ ids: [Model.ID]) async throws { try await noted().delete(ids) }
    func find(_ id: Model.ID) async throws -> Model { try await noted().find(id) }

    func fetch(_ query: Query<Model>, source: DataSource, patience: Duration) async throws -> Page<Model> {
        try await noted().fetch(query, source: source, patience: patience)
    }

    func count(_ query: Query<Model>) async throws -> Int { try await noted().count(query) }

    func observe(_ query: Query<Model>) -> AsyncThrowingStream<Page<Model>, any Error> {
        faults.noted(observed ?? base.observe(query))
    }

    func observeEach(_ queries: [Query<Model>]) -> AsyncThrowingStream<[Page<Model>], any Error> {
        faults.noted(base.observeEach(queries))
    }

    func observeCount(_ query: Query<Model>) -> AsyncThrowingStream<Int, any Error> {
        faults.noted(base.observeCount(query))
    }

    func findIDs(prefix: String, limit: Int, includingDeleted: Bool) async throws -> [Model.ID] {
        try await noted().findIDs(prefix: prefix, limit: limit, includingDeleted: includingDeleted)
    }

    func shortestPrefixes(of ids: [Model.ID], minimum: Int) async throws -> [Model.ID: String] {
        try await noted().shortestPrefixes(of: ids, minimum: minimum)
    }

    var hasPendingChanges: Bool {
        get async throws { try await noted().hasPendingChanges }
    }
}

extension FaultyRepository: TodoRepository where Base: TodoRepository {}
extension FaultyRepository: CommentRepository where Base: CommentRepository {}
extension FaultyRepository: ViewRepository where Base: ViewRepository {}

extension FaultyRepository: TagRepository where Base: TagRepository {
    func findOrCreate(titled title: String) async throws -> Tag { try await noted().findOrCreate(titled: title) }
    func find(titled title: String) async throws -> Tag? { try await noted().find(titled: title) }
    func todoCounts() async throws -> [Tag.ID: TodoCount] { try await noted().todoCounts() }
}

extension FaultyRepository: ListRepository where Base: ListRepository {
    func findOrCreate(path: String) async throws -> TodoList { try await noted().findOrCreate(path: path) }
    func find(path: String) async throws -> [TodoList] { try await noted().find(path: path) }
    func todoCounts() async throws -> [TodoList.ID: TodoCount] { try await noted().todoCounts() }
}

extension FaultyRepository: LocationRepository where Base: LocationRepository {
    func find(mergedNamed name: String) async throws -> Location? { try await noted().find(mergedNamed: name) }
    func todoCounts() async throws -> [Location.ID: TodoCount] { try await noted().todoCounts() }
}
