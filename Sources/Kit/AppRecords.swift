public import TodoDomain
public import TodoLocal
import TodoRepositories

extension TodoStore {
    /// The records of one of the app's types, such as `store.records(of: Mood.self)`.
    public func records<Model: AppModel>(of type: Model.Type) -> AppRecords<Model> { AppRecords(self) }
}

/// The records of one type of an app, as models.
///
/// Each write is one step of the history, which one undo reverts. It is sent to the other devices like an edit of a to-do,
/// unless the type is local (``AppModel/isSynced``). To write several records at once, or records together with to-dos, use a
/// transaction: ``TodoStore/write(_:_:)``. Every operation throws ``TodoError``.
public struct AppRecords<Model: AppModel>: Sendable {
    private let store: TodoStore

    fileprivate init(_ store: TodoStore) { self.store = store }

    // MARK: Writing

    /// Adds a model, or replaces the model with the same id. Registers that only a later version of the app knows stay.
    /// - Throws: `already-exists` if there is a record of another type with the id; `bad-record`.
    public func create(_ model: Model) async throws { try await create([model]) }

    /// Adds models, or replaces the models with the same ids, all or none.
    /// - Throws: as ``create(_:)-(Model)``.
    public func create(_ models: [Model]) async throws {
        try await store.write("add record") { transaction in for model in models { try transaction.create(model) } }
    }

    /// Writes the registers in which a model differs from the original that was read. Other registers stay as they are now.
    /// - Throws: `not-found`; `bad-record`.
    public func update(_ model: Model, from original: Model) async throws {
        try await store.write("edit record") { try $0.update(model, from: original) }
    }

    /// Overwrites the stored model with the same id, including newer edits by others.
    /// - Throws: `not-found`; `bad-record`.
    public func update(_ model: Model) async throws {
        try await store.write("edit record") { try $0.update(model) }
    }

    /// Deletes the model with this id.
    /// - Throws: `not-found`.
    public func delete(_ id: Model.ID) async throws { try await delete([id]) }

    /// Deletes the models with these ids, all or none.
    /// - Throws: `not-found`.
    public func delete(_ ids: [Model.ID]) async throws {
        try await store.write("delete record") { try $0.delete(ids) }
    }

    // MARK: Reading

    /// The model with this id.
    /// - Throws: `not-found`; `bad-record` for a record that this version of the app cannot read.
    public func find(_ id: Model.ID) async throws -> Model { try await store.read { try $0.find(id) } }

    /// The result of a query. Records that this version of the app cannot read are left out, and counted in the total.
    /// - Parameters:
    ///   - query: the records and their order, such as `.all.register("value", .range(from: .integer(3), until: nil))`.
    ///   - source: where the result comes from, and whether to wait for the remote.
    /// - Throws: `bad-page`, `bad-cursor`; from the remote also `unreachable`, `not-authorised`, `no-remote`.
    public func fetch(_ query: Query<AppRecord> = .all, source: DataSource = .automatic) async throws -> Page<Model> {
        try query.validate()
        try await store.remote.bring(for: source)
        return try await store.read { try $0.page(Model.self, query) }
    }

    /// How many records a query matches. Its window is ignored.
    public func count(_ query: Query<AppRecord> = .all) async throws -> Int {
        try await store.read { try $0.count(Model.self, query) }
    }

    /// The result of a query at once, and again whenever it changes, until the reading task ends.
    public func observe(_ query: Query<AppRecord> = .all) -> AsyncThrowingStream<Page<Model>, any Error> {
        let records = store.appRecordDAO.store.observe(query.type(Model.recordType))
        return AsyncThrowingStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let task = Task {
                do {
                    for try await page in records { continuation.yield(Page(page)) }
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: error)
                }
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    /// How many records a query matches, at once and again whenever the number changes. The query's window is ignored.
    public func observeCount(_ query: Query<AppRecord> = .all) -> AsyncThrowingStream<Int, any Error> {
        store.appRecordDAO.store.observeCount(query.type(Model.recordType))
    }

    /// The steps of the history that have changed a record, oldest first.
    public func history(of id: Model.ID, limit: Int = 100) async throws -> [HistoryTransaction] {
        try await store.history(of: RecordKey(.app, id.rawValue), limit: limit)
    }
}
