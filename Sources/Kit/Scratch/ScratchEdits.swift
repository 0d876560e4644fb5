import TodoDomain

/// The effect on a model when a scratch is saved.
public enum ScratchEdit<Model: Editable>: Hashable, Sendable {
    /// It is created, or replaces the model with the same id.
    case create(Model)
    /// Its fields that differ from the original are changed.
    case update(Model, from: Model)
    /// It is deleted.
    case delete
}

/// The edits of one kind of model, at most one for each model. A later edit is combined with the earlier one.
struct ScratchEdits<Model: Editable>: Sendable {
    private(set) var byID: [Model.ID: ScratchEdit<Model>] = [:]
    /// The ids of the models in the order of their first edits.
    private(set) var ids: [Model.ID] = []

    var isEmpty: Bool { ids.isEmpty }
    var inOrder: [ScratchEdit<Model>] { ids.compactMap { byID[$0] } }

    mutating func create(_ model: Model) throws { set(.create(try model.validated()), for: model.id) }

    mutating func update(_ model: Model, from original: Model) throws {
        let model = try model.validated()
        switch byID[model.id] {
        case nil: set(.update(model, from: original), for: model.id)
        case .create(let made): set(.create(model.rebased(from: original, onto: made)), for: model.id)
        case .update(let edited, let first):
            set(.update(model.rebased(from: original, onto: edited), from: first), for: model.id)
        case .delete: throw TodoError(.notFound, "It was deleted in this scratch.")
        }
    }

    /// - Parameter isStored: whether the store has the model. A model that was only created here disappears without a trace.
    mutating func delete(_ id: Model.ID, isStored: Bool) {
        if isStored { set(.delete, for: id) } else { forget([id]) }
    }

    /// Removes the edits that are equal to those in `saved`.
    mutating func forget(_ saved: ScratchEdits) {
        forget(Set(saved.byID.filter { byID[$0.key] == $0.value }.keys))
    }

    /// A stored model with its edit applied; nil if it is deleted.
    func seen(_ stored: Model) -> Model? {
        switch byID[stored.id] {
        case nil: stored
        case .create(let model): model
        case .update(let model, let original): model.rebased(from: original, onto: stored)
        case .delete: nil
        }
    }

    /// The models that were created here.
    var created: [Model] {
        inOrder.compactMap { if case .create(let model) = $0 { model } else { nil } }
    }

    private mutating func set(_ edit: ScratchEdit<Model>, for id: Model.ID) {
        if byID.updateValue(edit, forKey: id) == nil { ids.append(id) }
    }

    private mutating func forget(_ forgotten: Set<Model.ID>) {
        for id in forgotten { byID[id] = nil }
        ids.removeAll(where: forgotten.contains)
    }
}
