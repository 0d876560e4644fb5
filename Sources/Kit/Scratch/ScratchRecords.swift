import Basics
import Foundation
public import TodoDomain
public import TodoLocal

/// The models of one kind in a ``Scratch``: the stored ones with the unsaved edits on top.
public final class ScratchRecords<M: RecordMapping>: Sendable
where M.Model: Editable, M.Model.Condition: IDCondition<M.Model.ID> {
    fileprivate let store: ObjectStore<M>
    /// Applies the edits of other kinds to a model; nil if there are none.
    private let related: @Sendable () -> ((M.Model) -> M.Model)?
    private let held = Locked(ScratchEdits<M.Model>())

    init(
        _ dao: some RecordDAO<M>, related: @escaping @Sendable () -> ((M.Model) -> M.Model)? = { nil }
    ) {
        store = dao.store
        self.related = related
    }

    // MARK: Editing

    /// Adds a model, or replaces the model with the same id, when the scratch is saved.
    /// - Throws: ``TodoError`` for the first invalid value.
    public func create(_ model: M.Model) throws { try held.withLock { try $0.create(model) } }

    /// Changes the fields that differ between a model and the original that was read, when the scratch is saved. A new
    /// tag or location of a to-do must be stored, or created in the same scratch.
    /// - Throws: ``TodoError`` for the first invalid value; `not-found` if it was deleted in this scratch; `usage` for a value
    ///   that no edit can write (``Editable/checkEdit(of:)``).
    public func update(_ model: M.Model, from original: M.Model) throws {
        // Compare with the tags and locations as they are shown now. So it does not matter whether a tag was edited in this
        // scratch before or after the to-do was read.
        let shown = related() ?? { $0 }
        try shown(model).checkEdit(of: shown(original))
        try held.withLock { try $0.update(model, from: original) }
    }

    /// Deletes a model when the scratch is saved.
    /// - Throws: `not-found`.
    public func delete(_ id: M.Model.ID) async throws {
        _ = try await find(id)
        let isStored = try await stored(id) != nil
        held.withLock { $0.delete(id, isStored: isStored) }
    }

    /// The unsaved edits, in the order in which the models were first edited.
    public var pending: [ScratchEdit<M.Model>] { edits.inOrder }

    /// Whether there are no edits.
    public var isEmpty: Bool { edits.isEmpty }

    // MARK: Reading

    /// The model with this id, as it would be if the scratch were saved now.
    /// - Throws: `not-found`.
    public func find(_ id: M.Model.ID) async throws -> M.Model {
        guard let found = try await found(id) else {
            throw TodoError(
                .notFound, "There is no \(M.Entity.kind.word) with the id \(id).", effect: .nothingChanged)
        }
        return found
    }

    fileprivate func found(_ id: M.Model.ID) async throws -> M.Model? {
        let edits = edits
        let found: M.Model? =
            if case .create(let model) = edits.byID[id] { model } else { try await stored(id).flatMap(edits.seen) }
        return found.map { related()?($0) ?? $0 }
    }

    /// The result of a query, as it would be if the scratch were saved now, except for edit dates. Reads all models
    /// that the query matches, whatever its window, and all to-dos if tags or locations are edited.
    /// - Throws: `bad-page`, `bad-cursor`.
    public func fetch(_ query: Query<M.Model> = .all) async throws -> Page<M.Model> {
        try query.validate()
        let (edits, related) = (edits, related())
        guard !edits.isEmpty || related != nil else { return try await store.page(query) }
        // An edited model may match the query although the stored one does not.
        let wanted: Query<M.Model>.Predicate = .or([query.predicate, .condition(.ids(edits.ids))])
        let stored = try await store.fetch(Query(predicate: related == nil ? wanted : .and([])))
        let made = Set(edits.created.map(\.id))
        let seen = stored.filter { !made.contains($0.id) }.compactMap(edits.seen) + edits.created
        return try query.answer(from: related.map(seen.map) ?? seen)
    }

    private func stored(_ id: M.Model.ID) async throws -> M.Model? {
        try await store.fetch(.id(id)).first
    }

    // MARK: Saving

    var edits: ScratchEdits<M.Model> { held.withLock { $0 } }

    func write(_ edits: ScratchEdits<M.Model>, in transaction: WriteTransaction) throws {
        for edit in edits.inOrder {
            switch edit {
            case .create(let model): _ = try store.mapping.upsert(model, in: transaction)
            case .update(let model, let original):
                _ = try store.mapping.replace(model, from: original, in: transaction)
            case .delete: break
            }
        }
    }

    func delete(_ edits: ScratchEdits<M.Model>, in transaction: WriteTransaction) throws {
        try store.mapping.delete(edits.ids.filter { edits.byID[$0] == .delete }, in: transaction)
    }

    func forget(_ saved: ScratchEdits<M.Model>) { held.withLock { $0.forget(saved) } }
}

extension ScratchRecords where M.Model: EntityConvertible, M.Entity == M.Model.Entity {
    /// The row of a model, as it would be if the scratch were saved now. A model that is neither stored nor created here
    /// is created here, and is stored with the others.
    /// - Throws: ``TodoError`` for the first invalid value.
    public func entity(for model: M.Model) async throws -> M.Entity {
        if edits.byID[model.id] == nil, let row = try await store.fetchEntity(.id(model.id)) { return row }
        if let found = try await found(model.id) { return found.asEntity() }
        try create(model)
        return try await find(model.id).asEntity()
    }
}
