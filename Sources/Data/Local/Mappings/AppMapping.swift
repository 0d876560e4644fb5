public import SQLite
public import TodoDomain

/// Records of apps as rows.
public struct AppMapping: RecordMapping {
    /// The mapping of records of apps.
    public init() {}

    /// Most recently edited first.
    public var newestFirst: [SortTerm<AppRecord>] { [SortTerm(.updated, descending: true)] }

    /// The column or expression of a sort key.
    public func sortExpression(for key: AppRecord.SortKey) -> String {
        switch key {
        case .updated: "updatedAt"
        case .created: "createdAt"
        case .register(let name): ExtraExpression(name, of: AppEntity.table).sorted
        }
    }

    /// The SQL of a condition.
    public func condition(
        _ condition: AppRecord.Condition, isPaged: Bool, in transaction: ReadTransaction
    ) throws -> SQLFragment {
        switch condition {
        case .ids(let ids): ReadTransaction.named(ids.map(\.rawValue), in: "appRecord")
        case .type(let name): "type = \(.text(name))"
        case .register(let name, let test): ExtraExpression(name, of: AppEntity.table).sql(test)
        }
    }

    /// The models of rows, in the same order.
    public func models(from entities: [AppEntity], in transaction: ReadTransaction) throws -> [AppRecord] {
        entities.map { $0.asModel(with: NoRelations()) }
    }

    /// Stores a new model, or replaces the model with its id.
    /// - Throws: `already-exists` if a record of another type has its id; `bad-record`.
    public func upsert(_ model: AppRecord, in transaction: WriteTransaction) throws -> AppEntity {
        try transaction.create(model)
    }

    /// Changes the registers that the update names.
    public func apply(_ update: AppRecord.Update, in transaction: WriteTransaction) throws -> AppEntity {
        try transaction.update(update)
    }

    /// The update that turns one model into another.
    public func update(from original: AppRecord, to model: AppRecord) -> AppRecord.Update {
        AppRecord.Update(differenceOf: model, from: original)
    }
}

extension AppRecord: EntityConvertible {
    /// A new row with the content of the record.
    public func asEntity() -> AppEntity {
        AppEntity(RecordColumns(id: id.rawValue, createdAt: createdAt, updatedAt: updatedAt), Content(self))
    }
}

extension AppEntity: DomainConvertible {
    /// The record.
    public func asModel(with relations: NoRelations) -> AppRecord {
        AppRecord(
            id: .init(stored: record.id), type: content.type, registers: content.extras, isLocal: content.isLocal,
            createdAt: .init(milliseconds: record.createdAt), updatedAt: .init(milliseconds: record.updatedAt))
    }
}

extension AppRecord: MappedModel {
    /// As ``AppMapping`` maps it.
    public static var defaultMapping: AppMapping { AppMapping() }
}
