import SQLite
import TodoDomain

/// The position of each to-do among its effective siblings: the column `manualOrder`.
final class DerivedOrder: DerivedState {
    /// The ids of to-dos whose place has to be derived again.
    private var stale: Set<String> = []
    private let standings: DerivedStandings

    /// - Parameter standings: what decides who the siblings are.
    init(among standings: DerivedStandings) { self.standings = standings }

    override var isReadBack: Bool { standings.isReadBack }

    override var isStale: Bool { !stale.isEmpty }

    /// The order of a to-do that is and was in the inbox is known at once; that of others follows once their siblings
    /// are known.
    override func note(_ old: TodoEntity?, _ new: TodoEntity, in transaction: WriteTransaction) throws {
        let isOther = new.isOrderedOtherwise(than: old, position: \.position)
        let (former, standing) = (old?.content.standing ?? Standing(), new.content.standing)
        guard former == Standing(), standing == Standing() else {
            if isOther || former != standing { stale.insert(new.record.id) }
            return
        }
        guard isOther, old != nil else { return }
        let text = new.record.isDeleted ? nil : new.orderText(in: .inbox)
        try transaction.database.run(
            "UPDATE todo SET manualOrder = ? WHERE rowID = ?", [StoredValue(text), .integer(new.record.rowID)])
    }

    /// Notes that a to-do may have other siblings.
    func insert(_ id: String) { stale.insert(id) }

    override func derive(in transaction: WriteTransaction) throws {
        guard !stale.isEmpty else { return }
        let changed = stale
        stale = []
        try OrderColumn.settle(changed, of: transaction.space, in: transaction.database)
    }
}
