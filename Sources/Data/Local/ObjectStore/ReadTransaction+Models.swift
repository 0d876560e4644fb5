public import TodoDomain

// Models within a transaction that an app has opened.
extension ReadTransaction {
    /// The models of a query's result.
    /// - Throws: ``TodoError`` as a store does.
    public func fetch<Model: MappedModel>(_ query: Query<Model>) throws -> [Model] {
        try page(query, by: Model.defaultMapping).items
    }

    /// The first model of a query's result, in its order; nil if there is none.
    /// - Throws: as ``fetch(_:)``.
    public func first<Model: MappedModel>(_ query: Query<Model>) throws -> Model? { try fetch(query.limit(1)).first }

    /// The model with this id, or its representative.
    /// - Throws: `not-found`; as ``fetch(_:)``.
    public func find<Model: MappedModel>(_ id: Identifier<Model>) throws -> Model where Model.ID == Identifier<Model> {
        try find(Model.self, id: id)
    }

    /// The model of a type with this id, or its representative.
    /// - Throws: `not-found`; as ``fetch(_:)``.
    public func find<Model: MappedModel>(_ type: Model.Type, id: Model.ID) throws -> Model {
        typealias Entity = Model.DefaultMapping.Entity
        let row = try row(named: Entity.self, id: "\(id)", columns: Entity.modelColumnList)
        guard let model = try Model.defaultMapping.allModels(from: [row].compactMap(\.self), in: self).first else {
            let word = (Entity.self as? any RecordEntity.Type)?.kind.word ?? "\(Model.self)"
            throw TodoError(.notFound, "There is no \(word) with the id \(id).", effect: .nothingChanged)
        }
        return model
    }

    /// How many models a query matches; its window is ignored.
    /// - Throws: as ``fetch(_:)``.
    public func count<Model: MappedModel>(_ query: Query<Model>) throws -> Int {
        try count(query, by: Model.defaultMapping)
    }

    /// The result of a query, with the total and the next cursor.
    /// - Parameter mapping: how the models are stored.
    /// - Throws: as ``fetch(_:)``.
    public func page<M: Mapping>(_ query: Query<M.Model>, by mapping: M) throws -> Page<M.Model> {
        let (entities, hasMore) = try QueryCompiler(mapping: mapping, query: query, transaction: self)
            .entities(M.Entity.modelColumnList)
        let models = try mapping.allModels(from: entities, in: self)
        var number: Int?
        if case .page(let page, _) = query.window { number = page }
        return Page(
            items: models, page: number, pageSize: query.limit,
            total: query.countsTotal ? try count(query, by: mapping) : nil,
            nextCursor: hasMore ? models.last.map(query.cursor(after:)) : nil)
    }

    /// How many models a query matches; its window is ignored.
    /// - Parameter mapping: how the models are stored.
    /// - Throws: as ``fetch(_:)``.
    public func count<M: Mapping>(_ query: Query<M.Model>, by mapping: M) throws -> Int {
        try QueryCompiler(mapping: mapping, query: query, transaction: self).count()
    }
}

extension WriteTransaction {
    /// Adds a model, or replaces the model with its id; returns the stored model. A to-do's unknown tags, location and
    /// list are added too.
    /// - Throws: ``TodoError`` as a repository does.
    @discardableResult
    public func create<Model: MappedModel>(_ model: Model) throws -> Model {
        let mapping = Model.defaultMapping
        return try mapping.model(from: mapping.upsert(model, in: self), in: reading)
    }

    /// Writes the fields of a model that differ from the original that was read; returns the stored model. A to-do's
    /// unknown tags, location and list are added too.
    /// - Throws: `not-found`, also if a tag, the location or the list was deleted; `usage` for a change that no edit
    ///   can write (``Editable/checkEdit(of:)``).
    @discardableResult
    public func update<Model: MappedModel & Editable>(_ model: Model, from original: Model) throws -> Model
    where Model.DefaultMapping: RecordMapping {
        try model.checkEdit(of: original)
        let mapping = Model.defaultMapping
        return try mapping.model(from: mapping.replace(model, from: original, in: self), in: reading)
    }

    /// Overwrites the stored model with the same id; returns the stored model.
    /// - Throws: `not-found`; `usage` for a change that no edit can write (``Editable/checkEdit(of:)``).
    @discardableResult
    public func update<Model: MappedModel>(_ model: Model) throws -> Model {
        _ = try reading.find(Model.self, id: model.id)
        let mapping = Model.defaultMapping
        return try mapping.model(from: mapping.replace(model, in: self), in: reading)
    }

    /// Deletes models, all or none.
    /// - Throws: `not-found`.
    public func delete<Model: MappedModel>(_ models: [Model]) throws {
        try Model.defaultMapping.delete(models.map(\.id), in: self)
    }

    /// Deletes a model.
    /// - Throws: `not-found`.
    public func delete<Model: MappedModel>(_ model: Model) throws { try delete([model]) }
}
