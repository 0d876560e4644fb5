package import TodoDomain
package import TodoLocal

/// The models of one kind: stored in the database, and fetched from the remote if the caller asks for it.
package final class RecordRepository<D: RecordDAO>: Repository {
    private let dao: D
    private let remote: any RemoteSource

    package init(_ dao: D, remote: any RemoteSource) {
        self.dao = dao
        self.remote = remote
    }

    package func create(_ model: D.M.Model) async throws -> D.M.Model { try await create([model])[0] }

    package func create(_ models: [D.M.Model]) async throws -> [D.M.Model] { try await dao.createMany(models) }

    package func update(_ update: D.M.Update) async throws -> D.M.Model { try await self.update([update])[0] }

    package func update(_ updates: [D.M.Update]) async throws -> [D.M.Model] { try await dao.updateMany(updates) }

    package func update(_ model: D.M.Model, from original: D.M.Model) async throws -> D.M.Model {
        try await dao.updateOne(model, from: original)
    }

    package func delete(_ id: D.M.Model.ID) async throws { try await delete([id]) }

    package func delete(_ ids: [D.M.Model.ID]) async throws { try await dao.deleteMany(ids) }

    package func find(_ id: D.M.Model.ID) async throws -> D.M.Model { try await dao.find(id) }

    package func fetch(
        _ query: Query<D.M.Model>, source: DataSource, patience: Duration
    ) async throws -> Page<D.M.Model> {
        try query.validate()
        try await remote.bring(for: source, patience: patience)
        return try await dao.findMany(query)
    }

    package func count(_ query: Query<D.M.Model>) async throws -> Int { try await dao.count(query) }

    package func observe(_ query: Query<D.M.Model>) -> AsyncThrowingStream<Page<D.M.Model>, any Error> {
        dao.store.observe(query)
    }

    package func observeEach(_ queries: [Query<D.M.Model>]) -> AsyncThrowingStream<[Page<D.M.Model>], any Error> {
        dao.store.observeEach(queries)
    }

    package func observeCount(_ query: Query<D.M.Model>) -> AsyncThrowingStream<Int, any Error> {
        dao.store.observeCount(query)
    }

    package func findIDs(prefix: String, limit: Int, includingDeleted: Bool) async throws -> [D.M.Model.ID] {
        try await dao.findIDs(prefix: prefix, limit: limit, includingDeleted: includingDeleted)
    }

    package func shortestPrefixes(of ids: [D.M.Model.ID], minimum: Int) async throws -> [D.M.Model.ID: String] {
        try await dao.shortestPrefixes(of: ids, minimum: minimum)
    }

    package var hasPendingChanges: Bool {
        get async throws { try await remote.hasPendingChanges }
    }
}

extension RecordRepository: TodoRepository where D == TodoDAO {}

extension RecordRepository: TagRepository where D == TagDAO {
    package func findOrCreate(titled title: String) async throws -> Tag { try await dao.findOrCreate(titled: title) }
    package func find(titled title: String) async throws -> Tag? { try await dao.find(titled: title) }
    package func todoCounts() async throws -> [Tag.ID: TodoCount] { try await dao.todoCounts() }
}

extension RecordRepository: ListRepository where D == ListDAO {
    package func findOrCreate(path: String) async throws -> TodoList { try await dao.findOrCreate(path: path) }
    package func find(path: String) async throws -> [TodoList] { try await dao.find(path: path) }
    package func todoCounts() async throws -> [TodoList.ID: TodoCount] { try await dao.todoCounts() }
}

extension RecordRepository: CommentRepository where D == CommentDAO {}

extension RecordRepository: ViewRepository where D == ViewDAO {}

extension RecordRepository: LocationRepository where D == LocationDAO {
    package func find(mergedNamed name: String) async throws -> Location? { try await dao.find(mergedNamed: name) }
    package func todoCounts() async throws -> [Location.ID: TodoCount] { try await dao.todoCounts() }
}
