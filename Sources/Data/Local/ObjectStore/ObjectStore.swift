import SQLite
public import TodoDomain

/// Stores and fetches models of one kind through their mapping. Every operation is one transaction.
///
/// `fetch` returns models, or their rows where rows are what is asked for. All operations throw ``TodoError``. A
/// subclass can do more in a method, and has no state of its own that can change without a lock.
open class ObjectStore<M: Mapping>: @unchecked Sendable {
    /// The mapping between models and rows.
    public let mapping: M
    /// The maximum number of models, at least one. The oldest, by ``Mapping/newestFirst``, are dropped. nil for no
    /// limit.
    public let limit: Int?
    let stack: LocalStack

    /// A store of models of one kind.
    /// - Parameters:
    ///   - stack: the database.
    ///   - mapping: how the models are stored.
    ///   - limit: as for ``LocalStack/store(for:limit:)``.
    public init(_ stack: LocalStack, mapping: M, limit: Int? = nil) {
        self.stack = stack
        self.mapping = mapping
        self.limit = limit.map { max($0, 1) }
    }

    // MARK: Reading

    /// How many models a query matches.
    open func count(_ query: Query<M.Model> = .all) async throws -> Int {
        try await stack.read { try self.count(query, in: $0) }
    }

    /// All models, in the default order.
    open func fetchAll() async throws -> [M.Model] { try await fetch(.all) }

    /// The models of a query's result; by default all of them, in the default order.
    open func fetch(_ query: Query<M.Model> = .all) async throws -> [M.Model] { try await page(query).items }

    /// The rows of a query's result, where rows are what is asked for: `let rows: [TodoEntity] = try await store.fetch()`.
    @_disfavoredOverload
    open func fetch(_ query: Query<M.Model> = .all) async throws -> [M.Entity] { try await fetchEntities(query) }

    /// The result of a query, with the total and the next cursor.
    open func page(_ query: Query<M.Model> = .all) async throws -> Page<M.Model> {
        guard query.limit != nil else { return try await stack.read { try self.page(query, in: $0) } }
        return try await stack.readAtOnce { try self.page(query, in: $0) }
    }

    /// The rows of a query's result; by default all of them.
    open func fetchEntities(_ query: Query<M.Model> = .all) async throws -> [M.Entity] {
        try await stack.read { try self.compiler(query, $0).entities().entities }
    }

    /// The first row of a query's result; nil if there is none.
    open func fetchEntity(_ query: Query<M.Model>) async throws -> M.Entity? {
        try await fetchEntities(query.page(0, size: 1)).first
    }

    /// The stored row of a model; the model is stored first if necessary.
    open func entity(for model: M.Model) async throws -> M.Entity {
        if let stored = try await stack.read({ try self.stored(model.id, in: $0) }) { return stored }
        return try await stack.write("add") { transaction in
            // Checked again, since another writer may have been faster.
            if let stored = try self.stored(model.id, in: transaction.reading) { return stored }
            let entity = try self.mapping.upsert(model, in: transaction)
            try self.dropOldest(keeping: [model.id], in: transaction)
            return entity
        }
    }

    // MARK: Writing

    /// Adds a model.
    /// - Throws: `already-exists` if a model with its id is stored.
    open func insert(_ model: M.Model) async throws { try await insert([model]) }

    /// Adds models, all or none.
    /// - Throws: `already-exists` if a model with one of the ids is stored.
    open func insert(_ models: [M.Model]) async throws {
        try await write("add", models) { model, transaction in
            guard try self.stored(model.id, in: transaction.reading) == nil else {
                throw TodoError(.alreadyExists, "A record with this id already exists.")
            }
            _ = try self.mapping.upsert(model, in: transaction)
        }
    }

    /// Replaces the model with the same id.
    /// - Throws: `not-found`; `usage` for a change that no edit can write (``Editable/checkEdit(of:)``).
    open func update(_ model: M.Model) async throws { try await update([model]) }

    /// Replaces the models with the same ids, all or none.
    /// - Throws: `not-found`; `usage` for a change that no edit can write (``Editable/checkEdit(of:)``).
    open func update(_ models: [M.Model]) async throws {
        try await write("edit", models) { model, transaction in
            guard try self.stored(model.id, in: transaction.reading) != nil else {
                throw TodoError(.notFound, "There is no record with this id.")
            }
            _ = try self.mapping.replace(model, in: transaction)
        }
    }

    /// Adds a model, or replaces the model with its id.
    open func upsert(_ model: M.Model) async throws { try await upsert([model]) }

    /// Adds models, or replaces the models with their ids, all or none.
    open func upsert(_ models: [M.Model]) async throws {
        try await write("add", models) { _ = try self.mapping.upsert($0, in: $1) }
    }

    /// Deletes a model.
    /// - Throws: `not-found`.
    open func delete(_ model: M.Model) async throws { try await delete([model]) }

    /// Deletes models, all or none.
    /// - Throws: `not-found`.
    open func delete(_ models: [M.Model]) async throws {
        let ids = models.map(\.id)
        try await stack.write("delete") { try self.mapping.delete(ids, in: $0) }
    }

    /// Deletes every model.
    open func deleteAll() async throws {
        try await stack.write("delete") { transaction in
            let models = try self.page(.all, in: transaction.reading).items
            try self.mapping.delete(models.map(\.id), in: transaction)
        }
    }
}

// The same within an open transaction.
extension ObjectStore {
    package func count(_ query: Query<M.Model>, in transaction: ReadTransaction) throws -> Int {
        try transaction.count(query, by: mapping)
    }

    package func page(_ query: Query<M.Model>, in transaction: ReadTransaction) throws -> Page<M.Model> {
        try transaction.page(query, by: mapping)
    }

    /// SQLite's plan for a query, one line for each step.
    package func plan(_ query: Query<M.Model>) async throws -> [String] {
        try await stack.read { try self.compiler(query, $0).explain() }
    }

    /// Drops the oldest models beyond the limit. Of models of the same age, those inserted first are dropped. Models
    /// that were just written are dropped only if they alone exceed the limit.
    func dropOldest(keeping written: [M.Model.ID], in transaction: WriteTransaction) throws {
        guard let limit else { return }
        let isWritten = M.Entity.seen("IN (\(list: Set(written).map { StoredValue.text("\($0)") }))")
        let count = try transaction.reading.integer(
            "SELECT count(*) FROM \(sql: M.Entity.table) WHERE \(isWritten)")
        let age = mapping.newestFirst.map { mapping.sortExpression(for: $0.key) + ($0.isDescending ? " DESC" : "") }
        let order = (age + [try insertionOrder(in: transaction.reading) + " DESC"]).joined(separator: ", ")
        func beyond(_ room: Int, where condition: SQLFragment) throws -> [M.Entity] {
            try transaction.reading.entities(
                M.Entity.self, columns: M.Entity.modelColumnList,
                where: "\(sql: M.Entity.liveCondition) AND \(condition)",
                suffix: "ORDER BY \(order) LIMIT -1 OFFSET \(room)")
        }
        let dropped =
            try beyond(max(limit - Int(count), 0), where: "NOT (\(isWritten))") + beyond(limit, where: isWritten)
        guard !dropped.isEmpty else { return }
        let models = try mapping.allModels(from: dropped, in: transaction.reading)
        try mapping.delete(models.map(\.id), in: transaction)
    }

    /// The expression for the order of insertion. If a table has none and its mapping gives the age of its models, the
    /// key serves as well as any.
    private func insertionOrder(in transaction: ReadTransaction) throws -> String {
        guard M.Entity.insertionOrder == "rowid" else { return M.Entity.insertionOrder }
        let isWithoutRowID = try transaction.integer(
            "SELECT ifnull(max(wr), 0) FROM pragma_table_list WHERE name = \(.text(M.Entity.table))")
        guard isWithoutRowID != 0 else { return "rowid" }
        guard !mapping.newestFirst.isEmpty else {
            throw TodoError(
                .usage,
                """
                A store of \(M.Entity.table) cannot keep the newest, as its rows have no numbers; \(M.self) has to say \
                newestFirst.
                """, effect: .nothingChanged)
        }
        return M.Entity.key
    }

    private func stored(_ id: M.Model.ID, in transaction: ReadTransaction) throws -> M.Entity? {
        try transaction.row(named: M.Entity.self, id: "\(id)", columns: M.Entity.columnList)
    }

    private func compiler(_ query: Query<M.Model>, _ transaction: ReadTransaction) -> QueryCompiler<M> {
        QueryCompiler(mapping: mapping, query: query, transaction: transaction)
    }

    private func write(
        _ action: String, _ models: [M.Model], _ store: @Sendable (M.Model, WriteTransaction) throws -> Void
    ) async throws {
        try await stack.write(action) { transaction in
            for model in models { try store(model, transaction) }
            try self.dropOldest(keeping: models.map(\.id), in: transaction)
        }
    }
}

extension LocalStack {
    /// A store of models of one kind.
    /// - Parameter limit: the maximum number of models, at least one; nil for no limit. Each write drops the oldest
    ///   models beyond it, by ``Mapping/newestFirst``, but never those that were just written.
    public func store<M: Mapping>(for mapping: M, limit: Int? = nil) -> ObjectStore<M> {
        ObjectStore(self, mapping: mapping, limit: limit)
    }
}
