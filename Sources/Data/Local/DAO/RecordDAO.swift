import SQLite
public import TodoDomain

/// The models of one kind in the database, with methods to create, read, update and delete them.
///
/// Every method is one transaction and one step of the history, and throws ``TodoError``.
public protocol RecordDAO<M>: Sendable {
    /// The mapping between models and rows.
    associatedtype M: RecordMapping
    /// The underlying store.
    var store: ObjectStore<M> { get }
}

extension RecordDAO {
    /// Adds a model, or replaces the one with its id. A to-do's unknown tags, location and list are added too.
    ///
    /// A new model keeps its `createdAt`, and its `updatedAt` if that is another time and not to come: it is written as
    /// of then, like one from a file, and loses to every later edit. Any other model is written as of now.
    /// - Throws: `not-found` if one of these was deleted.
    @discardableResult
    public func createOne(_ model: M.Model) async throws -> M.Model { try await createMany([model])[0] }

    /// Adds models, or replaces the models with their ids; all or none.
    @discardableResult
    public func createMany(_ models: [M.Model]) async throws -> [M.Model] {
        try await write("add") { transaction in try models.map { try self.store.mapping.upsert($0, in: transaction) } }
    }

    /// Adds a model with a new id.
    /// - Throws: `already-exists` if a model already has its id.
    package func addOne(_ model: M.Model) async throws -> M.Model {
        try await write("add") { transaction in
            let id = model.id.rawValue
            let known = try transaction.inSpace(of: M.Entity.self, id) {
                try transaction.reading.record(M.Entity.self, id: id)
            }
            guard known == nil else { throw TodoError.takenID }
            return [try self.store.mapping.upsert(model, in: transaction)]
        }[0]
    }

    /// Changes the fields that the update names.
    /// - Throws: `not-found`.
    @discardableResult
    public func updateOne(_ update: M.Update) async throws -> M.Model { try await updateMany([update])[0] }

    /// Changes the fields that the updates name, all or none.
    /// - Throws: `not-found`.
    @discardableResult
    public func updateMany(_ updates: [M.Update]) async throws -> [M.Model] {
        try await write("edit") { transaction in try updates.map { try self.store.mapping.apply($0, in: transaction) } }
    }

    /// Changes the fields that differ between a model and the original that was read; other fields keep their present
    /// values. A to-do's unknown tags, location and list are added too.
    /// - Throws: `not-found`, also if a tag, the location or the list was deleted; `usage` for a change that no edit
    ///   can write (``Editable/checkEdit(of:)``).
    @discardableResult
    public func updateOne(_ model: M.Model, from original: M.Model) async throws -> M.Model {
        try model.checkEdit(of: original)
        return try await write("edit") { transaction in
            [try self.store.mapping.replace(model, from: original, in: transaction)]
        }[0]
    }

    /// Overwrites the stored model with the same id, including newer edits by others. To keep those edits, pass the
    /// original that was read to ``updateOne(_:from:)``.
    /// - Throws: `not-found`; `usage` for a change that no edit can write (``Editable/checkEdit(of:)``).
    @discardableResult
    public func updateOne(_ model: M.Model) async throws -> M.Model { try await updateMany([model])[0] }

    /// Overwrites the stored models with the same ids, all or none.
    /// - Throws: `not-found`; `usage` for a change that no edit can write (``Editable/checkEdit(of:)``).
    @discardableResult
    public func updateMany(_ models: [M.Model]) async throws -> [M.Model] {
        try await write("edit") { transaction in
            try models.map { try self.store.mapping.replace($0, in: transaction) }
        }
    }

    /// Deletes a model. A tag or location is removed from its to-dos, which stay.
    /// - Throws: `not-found`.
    public func deleteOne(_ id: M.Model.ID) async throws { try await deleteMany([id]) }

    /// Deletes models, all or none. Tags and locations are removed from their to-dos, which stay.
    /// - Throws: `not-found`.
    public func deleteMany(_ ids: [M.Model.ID]) async throws {
        try await store.stack.write(action("delete")) { try self.store.mapping.delete(ids, in: $0) }
    }

    /// The model with this id; nil if there is none, or it was deleted.
    public func findOne(_ id: M.Model.ID) async throws -> M.Model? {
        do {
            return try await find(id)
        } catch let error as TodoError where error.code == .notFound {
            return nil
        }
    }

    /// The model with this id.
    /// - Throws: `not-found`; `ambiguous-id` if several shared lists have it and no own one does.
    public func find(_ id: M.Model.ID) async throws -> M.Model {
        try await store.stack.readAtOnce { transaction in
            let entity = try transaction.namedRecord(
                M.Entity.self, columns: M.Entity.modelColumnList, id: id.rawValue)
            return try self.store.mapping.model(from: entity, in: transaction)
        }
    }

    /// The first model that a query matches; nil if there is none.
    public func first(_ query: Query<M.Model> = .all) async throws -> M.Model? {
        try await findMany(query.page(0, size: 1)).items.first
    }

    /// The result of a query.
    public func findMany(_ query: Query<M.Model> = .all) async throws -> Page<M.Model> { try await store.page(query) }

    /// How many models a query matches.
    public func count(_ query: Query<M.Model> = .all) async throws -> Int { try await store.count(query) }

    /// The ids that begin with a prefix, sorted, at most `limit` of them.
    public func findIDs(
        prefix: String, limit: Int, includingDeleted: Bool = false
    ) async throws -> [M.Model.ID] {
        try await store.stack.read { transaction in
            // The range ends at the first text without the prefix; ids are ASCII.
            try transaction.texts(
                """
                SELECT DISTINCT id FROM \(sql: M.Entity.table) WHERE id >= \(.text(prefix)) AND id < \(.text(prefix + "\u{7F}")) \
                AND \(sql: includingDeleted ? "1" : M.Entity.liveCondition) ORDER BY id LIMIT \(.integer(Int64(limit)))
                """
            ).map { Identifier(stored: $0) }
        }
    }

    /// For each id the shortest prefix that no other id shares, with at least `minimum` characters. Deleted models
    /// count too, so that a prefix stays unique when a model is revived.
    public func shortestPrefixes(of ids: [M.Model.ID], minimum: Int = 4) async throws -> [M.Model.ID: String] {
        try await store.stack.read { try $0.shortestPrefixes(of: ids, M.Entity.self, minimum: minimum) }
    }

    private func write(
        _ verb: String, _ body: @Sendable (WriteTransaction) throws -> [M.Entity]
    ) async throws -> [M.Model] {
        try await store.stack.write(action(verb)) { transaction in
            try self.store.mapping.allModels(from: body(transaction), in: transaction.reading)
        }
    }

    /// The name of a step in the history. To-dos are not mentioned, because they are the default.
    private func action(_ verb: String) -> String {
        M.Entity.kind == .todo ? verb : "\(verb) \(M.Entity.kind.word)"
    }
}
