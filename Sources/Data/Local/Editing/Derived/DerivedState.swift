import TodoDomain

/// State that is derived from the rows of records and stored beside them, such as what stands below what.
///
/// It notes each change of a row, with what is cheap to update at once, and derives the rest once several changes are
/// written. It is an object: what it derives may be an edit, whose changes it notes while it derives. And it is a class
/// rather than a protocol because each row of an import passes through all of them.
class DerivedState {
    /// Whether what follows from a person's edit is derived at once, because it is read back before the transaction ends.
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

    /// Notes that a to-do shows something else in place of its registers.
    func noteShown(_ old: TodoEntity, _ new: TodoEntity, in transaction: WriteTransaction) throws {}

    /// Notes that a deleted to-do is about to be removed permanently.
    func noteRemoval(of todo: TodoEntity, in transaction: WriteTransaction) throws {}

    /// Derives again what the noted changes affect.
    func derive(in transaction: WriteTransaction) throws {}
}
