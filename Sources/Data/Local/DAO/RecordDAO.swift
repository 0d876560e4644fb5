import SQLite
public import TodoDomain

/// The models of one kind in the database: what a front end calls one, a create, read, update and delete.
///
/// Every operation is one transaction and one step of the history, and throws ``TodoError``.
public protocol RecordDAO<M>: Sendable {
    /// How the models are stored.
    associatedtype M: RecordMapping
    /// The store that it stands on.
    var store: ObjectStore<M> { get }
}

extension RecordDAO {
    /// Adds a model, or replaces the one with its id. The relations of a to-do that are not known yet are added too.
    @discardableResult
    public func createOne(_ model: M.Model) async throws -> M.Model { try await createMany([model])[0] }

    /// Adds models, or replaces those with their ids; all of them or none.
    @discardableResult
    public func createMany(_ models: [M.Model]) async throws -> [M.Model] {
        try await write("add") { transaction in try models.map { try self.store.mapping.upsert($0, in: transaction) } }
    }

    /// Changes the fields that the update names.
    /// - Throws: `not-found`.
    @discardableResult
    public func updateOne(_ update: M.Update) async throws -> M.Model { try await updateMany([update])[0] }

    /// Changes the fields that the updates name, all of them or none.
    /// - Throws: `not-found`.
    @discardableResult
    public func updateMany(_ updates: [M.Update]) async throws -> [M.Model] {
        try await write("edit") { transaction in try updates.map { try self.store.mapping.apply($0, in: transaction) } }
    }

    /// Changes what differs between a model and the value that it was read as, and leaves the rest as it is now.
    /// - Throws: `not-found`; `usage` for what no edit can write (``Editable/checkEdit(of:)``).
    @discardableResult
    public func updateOne(_ model: M.Model, from original: M.Model) async throws -> M.Model {
        try model.checkEdit(of: original)
        return try await updateOne(store.mapping.update(from: original, to: model))
    }

    /// Writes a whole model over the stored one with its id: whatever differs from what is stored now, others' newer edits
    /// among it. Where the model was read before, ``updateOne(_:from:)`` leaves those alone.
    /// - Throws: `not-found`; `usage` for what no edit can write (``Editable/checkEdit(of:)``).
    @discardableResult
    public func updateOne(_ model: M.Model) async throws -> M.Model { try await updateMany([model])[0] }

    /// Writes whole models over the stored ones with their ids, all of them or none.
    /// - Throws: `not-found`; `usage` for what no edit can write (``Editable/checkEdit(of:)``).
    @discardableResult
    public func updateMany(_ models: [M.Model]) async throws -> [M.Model] {
        try await write("edit") { transaction in
            try models.map { try self.store.mapping.replace($0, in: transaction) }
        }
    }

    /// Deletes a model. A tag or location disappears from its to-dos, of which none is deleted.
    /// - Throws: `not-found`.
    public func deleteOne(_ id: M.Model.ID) async throws { try await deleteMany([id]) }

    /// Deletes models, all of them or none. Tags and locations disappear from their to-dos, of which none is deleted.
    /// - Throws: `not-found`.
    public func deleteMany(_ ids: [M.Model.ID]) async throws {
        try await store.stack.write(action("delete")) { try self.store.mapping.delete(ids, in: $0) }
    }

    /// The model with this id.
    /// - Throws: `not-found`.
    public func findOne(_ id: M.Model.ID) async throws -> M.Model {
        try await store.stack.readAtOnce { transaction in
            let entity = try transaction.liveRecord(M.Entity.self, id: id.rawValue)
            return try self.store.mapping.models(from: [entity], in: transaction)[0]
        }
    }

    /// The first model of the answer to a query; nil if there is none. `findOne(.id(id))` is the model with that id,
    /// or nil.
    public func findOne(_ query: Query<M.Model>) async throws -> M.Model? {
        try await findMany(query.page(0, size: 1)).items.first
    }

    /// The answer to a query.
    public func findMany(_ query: Query<M.Model> = .all) async throws -> Page<M.Model> { try await store.page(query) }

    /// How many models a query asks for.
    public func count(_ query: Query<M.Model> = .all) async throws -> Int { try await store.count(query) }

    /// The ids that begin with a text, in order, at most `limit` of them.
    public func findIDs(
        prefix: String, limit: Int, includingDeleted: Bool = false
    ) async throws -> [M.Model.ID] {
        try await store.stack.read { transaction in
            // The first text that begins with no such prefix ends the range; ids are ASCII.
            try transaction.texts(
                """
                SELECT id FROM \(sql: M.Entity.table) WHERE id >= \(.text(prefix)) AND id < \(.text(prefix + "\u{7F}")) \
                AND \(sql: includingDeleted ? "1" : M.Entity.liveCondition) ORDER BY id LIMIT \(.integer(Int64(limit)))
                """
            ).map { Identifier(stored: $0) }
        }
    }

    /// For each id the shortest prefix that no other id begins with, at least `minimum` characters. Those of deleted
    /// models count too, so that what was short and unique yesterday still is when one of them comes back.
    public func shortestPrefixes(of ids: [M.Model.ID], minimum: Int = 4) async throws -> [M.Model.ID: String] {
        try await store.stack.read { try $0.shortestPrefixes(of: ids, M.Entity.self, minimum: minimum) }
    }

    private func write(
        _ verb: String, _ body: @Sendable (WriteTransaction) throws -> [M.Entity]
    ) async throws -> [M.Model] {
        try await store.stack.write(action(verb)) { transaction in
            try self.store.mapping.models(from: body(transaction), in: transaction.reading)
        }
    }

    /// What a step is called in the history: to-dos are what it is about if nothing is said.
    private func action(_ verb: String) -> String {
        M.Entity.kind == .todo ? verb : "\(verb) \(M.Entity.kind.rawValue)"
    }
}
