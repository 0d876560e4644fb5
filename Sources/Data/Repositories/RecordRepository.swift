import TodoDomain
import TodoLocal

/// The models of one kind: kept in the database, and asked of the remote where the caller wants that.
final class RecordRepository<D: RecordDAO>: Repository {
    private let dao: D
    private let remote: any RemoteSource

    init(_ dao: D, remote: any RemoteSource) { (self.dao, self.remote) = (dao, remote) }

    func create(_ model: D.M.Model) async throws -> D.M.Model { try await create([model])[0] }

    func create(_ models: [D.M.Model]) async throws -> [D.M.Model] { try await dao.createMany(models) }

    func update(_ update: D.M.Update) async throws -> D.M.Model { try await self.update([update])[0] }

    func update(_ updates: [D.M.Update]) async throws -> [D.M.Model] { try await dao.updateMany(updates) }

    func update(_ model: D.M.Model, from original: D.M.Model) async throws -> D.M.Model {
        try await dao.updateOne(model, from: original)
    }

    func delete(_ id: D.M.Model.ID) async throws { try await delete([id]) }

    func delete(_ ids: [D.M.Model.ID]) async throws { try await dao.deleteMany(ids) }

    func find(_ id: D.M.Model.ID) async throws -> D.M.Model { try await dao.findOne(id) }

    func fetch(
        _ query: Query<D.M.Model>, source: DataSource, patience: Duration
    ) async throws -> Page<D.M.Model> {
        try query.validate()
        try await remote.bring(for: source, patience: patience)
        return try await dao.findMany(query)
    }

    func count(_ query: Query<D.M.Model>) async throws -> Int { try await dao.count(query) }

    func observe(_ query: Query<D.M.Model>) -> AsyncThrowingStream<Page<D.M.Model>, any Error> {
        dao.store.observe(query)
    }

    func observeCount(_ query: Query<D.M.Model>) -> AsyncThrowingStream<Int, any Error> {
        dao.store.observeCount(query)
    }

    var hasPendingChanges: Bool {
        get async throws { try await remote.hasPendingChanges }
    }
}

extension RecordRepository: TodoRepository where D == TodoDAO {}
extension RecordRepository: TagRepository where D == TagDAO {}
extension RecordRepository: LocationRepository where D == LocationDAO {}
