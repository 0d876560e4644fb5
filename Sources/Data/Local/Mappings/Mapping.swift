public import SQLite
public import TodoDomain

/// Maps models of one kind to rows: connects a domain model, its entity and the typed query.
///
/// The mappings of related models are passed to the initializer, as in `TodoMapping(tag: TagMapping())`. Any mapping
/// between the same model and row types can be used.
public protocol Mapping<Model, Entity>: Sendable {
    /// The domain model.
    associatedtype Model: Queryable
    /// The type of its rows.
    associatedtype Entity: StoredEntity

    /// The order by age, newest first: a store with a limit drops models from its end. If it has no terms, which is the
    /// default, a model is as old as its row (``StoredEntity/insertionOrder``).
    var newestFirst: [SortTerm<Model>] { get }
    /// The SQL expression that sorts as ``Queryable/sortValue(for:)`` does; an index on the same expression supports
    /// it.
    func sortExpression(for key: Model.SortKey) -> String
    /// The SQL condition equivalent to ``Queryable/meets(_:)``.
    /// - Parameter isPaged: whether only the first rows in the order are needed. Then walking the order and testing
    ///   each row may be faster than gathering all rows that meet the condition.
    func condition(
        _ condition: Model.Condition, isPaged: Bool, in transaction: ReadTransaction
    ) throws -> SQLFragment
    /// How many rows match a predicate, if that is known without counting; nil otherwise.
    func knownCount(of predicate: Query<Model>.Predicate, in transaction: ReadTransaction) throws -> Int?

    /// The models of rows, in the same order: one model for each row. Related models are loaded for all rows together,
    /// never row by row.
    ///
    /// Throw an error for a row that cannot be a model. If a row is left out, the reading operation fails (`usage`),
    /// because the models of a page, and a to-do's tags, are found by their positions.
    func models(from entities: [Entity], in transaction: ReadTransaction) throws -> [Model]

    /// Stores a new model, or replaces the model with its id.
    func upsert(_ model: Model, in transaction: WriteTransaction) throws -> Entity
    /// Overwrites the stored model with the same id.
    func replace(_ model: Model, in transaction: WriteTransaction) throws -> Entity
    /// Deletes the models with these ids.
    /// - Throws: `not-found`.
    func delete(_ ids: [Model.ID], in transaction: WriteTransaction) throws
}

extension Mapping {
    /// The models of rows, in the same order: one model for each row.
    /// - Throws: `usage` if the mapping has left out a row, and the mapping's errors.
    func allModels(from entities: [Entity], in transaction: ReadTransaction) throws -> [Model] {
        let models = try models(from: entities, in: transaction)
        guard models.count == entities.count else {
            throw TodoError(
                .usage, "\(Self.self) has made \(models.count) models of \(entities.count) rows; each row is one model."
            )
        }
        return models
    }

    /// The model of a row.
    /// - Throws: as ``allModels(from:in:)``.
    func model(from entity: Entity, in transaction: ReadTransaction) throws -> Model {
        try allModels(from: [entity], in: transaction)[0]
    }

    /// By insertion of the rows: the default order of an app's models need not follow their age.
    public var newestFirst: [SortTerm<Model>] { [] }
    /// Nothing is known without counting.
    public func knownCount(of predicate: Query<Model>.Predicate, in transaction: ReadTransaction) throws -> Int? { nil }
    /// Stores the model.
    public func replace(_ model: Model, in transaction: WriteTransaction) throws -> Entity {
        try upsert(model, in: transaction)
    }
}
