import SQLite
import TodoDomain

/// The tree of lists: the row of each list's effective parent, whether the list is hidden, and its position among its
/// siblings.
final class DerivedLists: DerivedState {
    /// The ids of lists that edits have moved, or whose parent a sync has changed.
    private(set) var written: Set<String> = []
    /// Whether the tree has to be derived again.
    private var isTreeStale = false

    override var isReadBack: Bool { true }

    override var isStale: Bool { isTreeStale }

    override func note(_ old: ListEntity?, _ new: ListEntity, in transaction: WriteTransaction) throws {
        guard old?.node != new.node || old?.isArchived != new.isArchived else {
            if new.isOrderedOtherwise(than: old, position: \.position) { try updateOrder(of: new, in: transaction) }
            return
        }
        if old == nil, !isTreeStale, try !transaction.reading.isParent(new) {
            // A new list without children closes no cycle, so no other list changes.
            try transaction.database.run(
                """
                UPDATE list SET parentRow = above.row, isHidden = list.isArchived OR above.isHidden FROM (
                    SELECT max(rowID) AS row, ifnull(max(isHidden), 0) AS isHidden FROM list
                    WHERE id = ?1 AND space = ?3 AND id <> ?2 AND isDeleted = 0) AS above
                WHERE list.id = ?2 AND list.space = ?3 AND list.isDeleted = 0
                """, [StoredValue(new.content.parentID), .text(new.record.id), transaction.space.value])
            return try updateOrder(of: new, in: transaction)
        }
        let author = transaction.author
        if author == .sync || author == .user && old?.content.parentID != new.content.parentID {
            written.insert(new.record.id)
        }
        isTreeStale = true
    }

    /// Updates the order of a list whose effective parent is up to date.
    private func updateOrder(of list: ListEntity, in transaction: WriteTransaction) throws {
        let row = StoredValue.integer(list.record.rowID)
        let parent = try transaction.reading.texts(
            "SELECT above.id FROM list JOIN list AS above ON above.rowID = list.parentRow WHERE list.rowID = \(row)")
        try transaction.database.run(
            "UPDATE list SET manualOrder = ? WHERE rowID = ?", [StoredValue(list.order(below: parent.first)), row])
    }

    override func derive(in transaction: WriteTransaction) throws {
        guard isTreeStale else { return }
        isTreeStale = false
        try ListTable.settle(transaction.space, in: transaction.database)
    }
}

extension ReadTransaction {
    /// Whether any list has this one as its parent.
    fileprivate func isParent(_ list: ListEntity) throws -> Bool {
        try integer(
            """
            SELECT EXISTS (SELECT 1 FROM list WHERE parentID = \(.text(list.record.id)) \
            AND space = \(list.record.space.value))
            """) != 0
    }
}
