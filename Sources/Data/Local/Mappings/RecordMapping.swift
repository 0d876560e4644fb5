public import TodoDomain

/// A mapping of replicated models.
public protocol RecordMapping<Model, Entity, Update>: Mapping
where Entity: RecordEntity, Model: Editable, Model.ID == Identifier<Model> {
    /// Changes to one model.
    associatedtype Update: Sendable & Identifiable where Update.ID == Model.ID
    /// Changes the fields that the update names.
    /// - Throws: `not-found`.
    func apply(_ update: Update, in transaction: WriteTransaction) throws -> Entity
    /// Changes the fields in which a model differs from the original that was read.
    /// - Throws: `not-found`.
    func replace(_ model: Model, from original: Model, in transaction: WriteTransaction) throws -> Entity
    /// The update that turns one model into another, as far as edits can (``Editable/checkEdit(of:)``).
    func update(from original: Model, to model: Model) -> Update
}

extension RecordMapping {
    /// Applies the update that turns the original into the model.
    public func replace(_ model: Model, from original: Model, in transaction: WriteTransaction) throws -> Entity {
        try apply(update(from: original, to: model), in: transaction)
    }

    /// Overwrites the fields that differ from the stored model; other fields get no new stamps.
    /// - Throws: `not-found`; `usage` for a change that no edit can write (``Editable/checkEdit(of:)``).
    public func replace(_ model: Model, in transaction: WriteTransaction) throws -> Entity {
        try replaceFields(model, in: transaction)
    }

    func replaceFields(_ model: Model, in transaction: WriteTransaction) throws -> Entity {
        try transaction.inSpace(of: Entity.self, model.id.rawValue) {
            let stored = try transaction.reading.ownRecord(Entity.self, id: model.id.rawValue)
            let current = try self.model(from: stored, in: transaction.reading)
            try model.checkEdit(of: current)
            return try apply(update(from: current, to: model), in: transaction)
        }
    }

    /// Deletes each model with one stamped write, which keeps its content for a revival.
    public func delete(_ ids: [Model.ID], in transaction: WriteTransaction) throws {
        var seen = Set<Model.ID>()
        for id in ids where seen.insert(id).inserted { try transaction.delete(Entity.self, id: id.rawValue) }
    }
}
