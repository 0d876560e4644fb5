import SQLite
import TodoDomain

/// The numbers of open and done to-dos: the table `todoCount`.
final class DerivedCounts: DerivedState {
    /// The change since the counts were written. Reads in the transaction add it.
    private(set) var change = TodoCount()

    override var isStale: Bool { change != TodoCount() }

    override func note(_ old: TodoEntity?, _ new: TodoEntity, in transaction: WriteTransaction) throws {
        if let old { count(old, by: -1) }
        count(new, by: 1)
    }

    override func noteShown(_ old: TodoEntity, _ new: TodoEntity, in transaction: WriteTransaction) throws {
        try note(old, new, in: transaction)
    }

    private func count(_ todo: TodoEntity, by difference: Int) {
        guard !todo.record.isDeleted else { return }
        if !todo.isDone { change.open += difference } else { change.done += difference }
    }

    override func derive(in transaction: WriteTransaction) throws {
        guard change != TodoCount() else { return }
        try transaction.database.run(
            "UPDATE todoCount SET open = open + ?, done = done + ?",
            [.integer(Int64(change.open)), .integer(Int64(change.done))])
        change = TodoCount()
    }
}
