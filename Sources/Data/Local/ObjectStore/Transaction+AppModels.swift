import JSON
public import TodoDomain

// The models of an app that are records, within a transaction.
extension ReadTransaction {
    /// The model with this id.
    /// - Throws: ``TodoError``: `not-found`; `bad-record` for a record that this version of the app cannot read.
    public func find<Model: AppModel>(_ id: Identifier<Model>) throws -> Model {
        let row = try appRow(Model.self, id)
        guard !row.record.isDeleted else { throw Model.missing(id) }
        return try Model(row.asModel(with: NoRelations()))
    }

    /// The models of a query's result. Records that this version of the app cannot read are left out.
    /// - Throws: ``TodoError`` as a store does.
    public func fetch<Model: AppModel>(_ type: Model.Type, _ query: Query<AppRecord> = .all) throws -> [Model] {
        try page(type, query).items
    }

    /// The result of a query, with the total and the next cursor. Records that this version of the app cannot read are left
    /// out, and counted in the total.
    /// - Throws: as ``fetch(_:_:)``.
    public func page<Model: AppModel>(_ type: Model.Type, _ query: Query<AppRecord>) throws -> Page<Model> {
        Page(try page(query.type(Model.recordType), by: AppMapping()))
    }

    /// How many records a query matches; its window is ignored.
    /// - Throws: as ``fetch(_:_:)``.
    public func count<Model: AppModel>(_ type: Model.Type, _ query: Query<AppRecord> = .all) throws -> Int {
        try count(query.type(Model.recordType), by: AppMapping())
    }

    /// The row of a model, deleted or not.
    fileprivate func appRow<Model: AppModel>(_ type: Model.Type, _ id: Identifier<Model>) throws -> AppEntity {
        let found =
            try record(AppEntity.self, id: id.rawValue)
            ?? row(
                named: AppEntity.self, id: id.rawValue, columns: AppEntity.columnList)
        guard let row = found, row.content.type == Model.recordType else { throw Model.missing(id) }
        return row
    }
}

extension WriteTransaction {
    /// Adds a model, or replaces the model with its id. Registers that only a later version of the app knows stay.
    /// - Throws: ``TodoError``: `already-exists` if a record of another type has the id; `bad-record`.
    public func create<Model: AppModel>(_ model: Model) throws {
        var record = try model.record(at: date)
        if let known = try? reading.appRow(Model.self, model.id) {
            let unknown = try Model.unknownRegisters(in: known.asModel(with: NoRelations()))
            record.registers.merge(unknown) { mine, _ in mine }
        }
        try create(record)
    }

    /// Writes the registers of a model that differ from the original that was read.
    /// - Throws: ``TodoError``: `not-found`; `bad-record`; `usage` for a model with another id.
    public func update<Model: AppModel>(_ model: Model, from original: Model) throws {
        guard model.id == original.id else {
            throw TodoError(.usage, "A model keeps its id.", effect: .nothingChanged)
        }
        _ = try reading.appRow(Model.self, model.id)
        let changes = AppRecord.Update.difference(
            of: try model.checkedRegisters(), from: try original.checkedRegisters())
        try update(AppRecord.Update(id: .init(stored: model.id.rawValue), registers: changes))
    }

    /// Overwrites the stored model with the same id, including newer edits by others.
    /// - Throws: ``TodoError``: `not-found`; `bad-record`.
    public func update<Model: AppModel>(_ model: Model) throws {
        try update(model, from: reading.find(model.id))
    }

    /// Deletes the models with these ids, all or none.
    /// - Throws: ``TodoError``: `not-found`.
    public func delete<Model: AppModel>(_ ids: [Identifier<Model>]) throws {
        for id in ids {
            _ = try reading.appRow(Model.self, id)
            try delete(AppEntity.self, id: id.rawValue)
        }
    }
}

extension Page where Item: AppModel {
    /// The models of records that this version of the app can read.
    package init(_ page: Page<AppRecord>) {
        self.init(
            items: page.items.compactMap { try? Item($0) }, page: page.page, pageSize: page.pageSize,
            total: page.total, nextCursor: page.nextCursor)
    }
}

extension AppModel {
    fileprivate static func missing(_ id: ID) -> TodoError {
        TodoError(.notFound, "There is no record with the id \(id).", effect: .nothingChanged)
    }

    /// The registers of a record that a model of this version does not have.
    fileprivate static func unknownRegisters(in record: AppRecord) throws -> [String: JSONValue] {
        guard let known = try? Self(record).registers() else { return record.registers }
        // Registers that the model does not read back are not its own.
        let own = Set(known.keys)
        return record.registers.filter { !own.contains($0.key) }
    }
}
