import TodoDomain

/// What is to become of a model when a scratch is saved.
public enum ScratchEdit<Model: Editable>: Hashable, Sendable {
    /// It is to be made, or to replace the one with its id.
    case create(Model)
    /// It is to be changed in the fields that differ from what it was read as.
    case update(Model, from: Model)
    /// It is to be deleted.
    case delete
}

/// The edits of the models of one kind, at most one for each model: a later one is worked into the one before.
struct ScratchEdits<Model: Editable>: Sendable {
    private(set) var byID: [Model.ID: ScratchEdit<Model>] = [:]
    /// The models in the order in which they were first edited.
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

    /// - Parameter isStored: whether there is one in the store: what was only made here goes without a trace.
    mutating func delete(_ id: Model.ID, isStored: Bool) {
        if isStored { set(.delete, for: id) } else { forget(id) }
    }

    /// Takes off the edits that are the same in `saved`.
    mutating func forget(_ saved: ScratchEdits) {
        for (id, edit) in saved.byID where byID[id] == edit { forget(id) }
    }

    /// A stored model as it is with its edit; nil if it is deleted.
    func seen(_ stored: Model) -> Model? {
        switch byID[stored.id] {
        case nil: stored
        case .create(let model): model
        case .update(let model, let original): model.rebased(from: original, onto: stored)
        case .delete: nil
        }
    }

    /// The models that are made here.
    var created: [Model] {
        inOrder.compactMap { if case .create(let model) = $0 { model } else { nil } }
    }

    private mutating func set(_ edit: ScratchEdit<Model>, for id: Model.ID) {
        if byID.updateValue(edit, forKey: id) == nil { ids.append(id) }
    }

    private mutating func forget(_ id: Model.ID) {
        byID[id] = nil
        ids.removeAll { $0 == id }
    }
}
