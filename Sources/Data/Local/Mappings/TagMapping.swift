public import SQLite
public import TodoDomain

/// Tags as rows.
public struct TagMapping: RecordMapping {
    /// The mapping of tags.
    public init() {}

    /// Most recently edited first.
    public var newestFirst: [SortTerm<Tag>] { [SortTerm(.updated, descending: true)] }

    /// The column or expression of a sort key.
    public func sortExpression(for key: Tag.SortKey) -> String {
        switch key {
        case .title: "foldedTitle"
        case .updated: "updatedAt"
        case .created: "createdAt"
        }
    }

    /// The SQL of a condition.
    public func condition(
        _ condition: Tag.Condition, isPaged: Bool, in transaction: ReadTransaction
    ) throws -> SQLFragment {
        switch condition {
        case .ids(let ids): return ReadTransaction.named(ids.map(\.rawValue), in: "tag")
        case .titled(let title): return "foldedName = \(.text(TagName.folded(title)))"
        case .matching(let words):
            return .joined(words.map { "instr(foldedTitle, \(.text($0))) > 0" }, by: "AND", empty: "1")
        }
    }

    /// The model of a row.
    public func model(from entity: TagEntity) -> Tag { entity.asModel(with: NoRelations()) }

    /// The models of rows, in the same order.
    public func models(from entities: [TagEntity], in transaction: ReadTransaction) throws -> [Tag] {
        entities.map(model(from:))
    }

    /// Stores a new model, or replaces the model with its id.
    public func upsert(_ model: Tag, in transaction: WriteTransaction) throws -> TagEntity {
        try transaction.create(model)
    }

    /// Changes the fields that the update names.
    public func apply(_ update: Tag.Update, in transaction: WriteTransaction) throws -> TagEntity {
        try transaction.update(update)
    }

    /// The update that turns one model into another.
    public func update(from original: Tag, to model: Tag) -> Tag.Update {
        Tag.Update(differenceOf: model, from: original)
    }
}

extension Tag: EntityConvertible {
    /// A new row with the content of the tag.
    public func asEntity() -> TagEntity {
        TagEntity(RecordColumns(id: id.rawValue, createdAt: createdAt, updatedAt: updatedAt), holding: self)
    }
}

extension TagEntity: DomainConvertible {
    /// The tag.
    public func asModel(with relations: NoRelations) -> Tag {
        record.identified(content.tag)
    }
}
