import TodoDomain

/// State that is derived from the rows of one space's records and stored beside them, such as effective parents. The
/// transaction is within that space whenever one of its methods is called.
///
/// It notes each change of a row, and updates at once where that is cheap. It derives the rest when several changes are
/// written. It is an object because deriving can itself edit rows, and it notes those changes meanwhile. It is a class
/// rather than a protocol because each row of an import passes through all of these states.
class DerivedState {
    /// Whether the consequences of a person's edit are derived at once, because they are read before the transaction
    /// ends.
    var isReadBack: Bool { false }

    /// Whether there is something to derive.
    var isStale: Bool { false }

    /// Notes that a to-do is new or was changed.
    func note(_ old: TodoEntity?, _ new: TodoEntity, in transaction: WriteTransaction) throws {}

    /// Notes that a tag is new or was changed.
    func note(_ old: TagEntity?, _ new: TagEntity, in transaction: WriteTransaction) throws {}

    /// Notes that a location is new or was changed.
    func note(_ old: LocationEntity?, _ new: LocationEntity, in transaction: WriteTransaction) throws {}

    /// Notes that a list is new or was changed.
    func note(_ old: ListEntity?, _ new: ListEntity, in transaction: WriteTransaction) throws {}

    /// Notes that the shown values of a to-do have changed, while its registers have not.
    func noteShown(_ old: TodoEntity, _ new: TodoEntity, in transaction: WriteTransaction) throws {}

    /// Notes that a deleted to-do is about to be removed permanently.
    func noteRemoval(of todo: TodoEntity, in transaction: WriteTransaction) throws {}

    /// Derives again what the noted changes affect.
    func derive(in transaction: WriteTransaction) throws {}
}
