import Foundation
public import SQLite
public import TodoDomain

/// Views as rows.
public struct ViewMapping: RecordMapping {
    /// The mapping of views.
    public init() {}

    /// Most recently edited first.
    public var newestFirst: [SortTerm<SavedView>] { [SortTerm(.updated, descending: true)] }

    /// The column or expression of a sort key.
    public func sortExpression(for key: SavedView.SortKey) -> String {
        switch key {
        case .name: "foldedName"
        case .updated: "updatedAt"
        case .created: "createdAt"
        }
    }

    /// The SQL of a condition.
    public func condition(
        _ condition: SavedView.Condition, isPaged: Bool, in transaction: ReadTransaction
    ) throws -> SQLFragment {
        switch condition {
        case .ids(let ids): ReadTransaction.named(ids.map(\.rawValue), in: "view")
        case .named(let name): "foldedName = \(.text(TagName.folded(name)))"
        }
    }

    /// The models of rows, in the same order.
    public func models(from entities: [ViewEntity], in transaction: ReadTransaction) throws -> [SavedView] {
        entities.map { $0.asModel(with: NoRelations()) }
    }

    /// Stores a new model, or replaces the model with its id.
    public func upsert(_ model: SavedView, in transaction: WriteTransaction) throws -> ViewEntity {
        try transaction.create(model)
    }

    /// Changes the fields that the update names.
    public func apply(_ update: SavedView.Update, in transaction: WriteTransaction) throws -> ViewEntity {
        try transaction.update(update)
    }

    /// The update that turns one model into another.
    public func update(from original: SavedView, to model: SavedView) -> SavedView.Update {
        SavedView.Update(differenceOf: model, from: original)
    }
}

extension SavedView: EntityConvertible {
    /// A new row with the content of the view.
    public func asEntity() -> ViewEntity {
        ViewEntity(RecordColumns(id: id.rawValue, createdAt: createdAt, updatedAt: updatedAt), holding: self)
    }
}

extension ViewEntity: DomainConvertible {
    /// The view.
    public func asModel(with relations: NoRelations) -> SavedView {
        content.view(
            id: .init(stored: record.id), createdAt: Date(milliseconds: record.createdAt),
            updatedAt: Date(milliseconds: record.updatedAt))
    }
}
