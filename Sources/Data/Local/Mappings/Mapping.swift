public import SQLite
public import TodoDomain

/// How models of one kind are stored as rows: what connects a domain model, its entity and the typed query.
///
/// The mappings of a model's relations are given to its initialiser, as in `TodoMapping(tag: TagMapping())`: any mapping
/// of the same model to the same row can stand there.
public protocol Mapping<Model, Entity>: Sendable {
    /// What callers work with.
    associatedtype Model: Queryable
    /// The row in which it is stored.
    associatedtype Entity: StoredEntity

    /// The order by age, the newest first: what a store with a limit drops stands at its end.
    var newestFirst: [SortTerm<Model>] { get }
    /// The SQL that sorts as ``Queryable/sortValue(for:)`` does; an index over the same expression serves it.
    func sortExpression(for key: Model.SortKey) -> String
    /// The SQL that holds where ``Queryable/meets(_:)`` does.
    /// - Parameter isPaged: whether only the first rows in the order are wanted, so that walking the order and testing
    ///   row by row may cost less than gathering everything that meets the condition.
    func condition(
        _ condition: Model.Condition, isPaged: Bool, in transaction: ReadTransaction
    ) throws -> SQLFragment
    /// How many rows meet a predicate if that is known without counting; nil if it is not.
    func knownCount(of predicate: Query<Model>.Predicate, in transaction: ReadTransaction) throws -> Int?

    /// The models of rows, one for each and in the same order; relations are loaded for all of them together, never row
    /// by row.
    func models(from entities: [Entity], in transaction: ReadTransaction) throws -> [Model]

    /// Stores a model that is new or replaces the one with its id.
    func upsert(_ model: Model, in transaction: WriteTransaction) throws -> Entity
    /// Writes a model over the one with its id, which is stored.
    func replace(_ model: Model, in transaction: WriteTransaction) throws -> Entity
    /// Removes the models with these keys.
    /// - Throws: `not-found`.
    func delete(_ ids: [Model.ID], in transaction: WriteTransaction) throws
}

extension Mapping {
    /// The default order, where the newest come first in that.
    public var newestFirst: [SortTerm<Model>] { Model.defaultOrder }
    /// Nothing is known without counting.
    public func knownCount(of predicate: Query<Model>.Predicate, in transaction: ReadTransaction) throws -> Int? { nil }
    /// The same as storing it.
    public func replace(_ model: Model, in transaction: WriteTransaction) throws -> Entity {
        try upsert(model, in: transaction)
    }
}
