import GRDB
import SQLite
import TodoDomain

/// The join rows of to-dos with their tags and locations. They are derived from the registers. So a relation to a
/// missing or deleted record is not lost, but waits for the record.
final class DerivedRelations: DerivedState {
    /// The own rows of tags and locations that have a representative.
    private var countedRows: [RecordKind: [String: Int64]] = [:]

    override func note(_ old: TodoEntity?, _ new: TodoEntity, in transaction: WriteTransaction) throws {
        guard
            old?.record.isDeleted != new.record.isDeleted || old?.elements != new.elements
                || old?.locationID != new.locationID
        else { return }
        try materialize(new, isNew: old == nil, in: transaction)
    }

    private func materialize(_ todo: TodoEntity, isNew: Bool, in transaction: WriteTransaction) throws {
        let database = transaction.database
        let rowID = StoredValue.integer(todo.record.rowID)
        if !isNew {
            try database.run("DELETE FROM todoTag WHERE todoID = ?", [rowID])
            try database.run("DELETE FROM todoTagPending WHERE todoID = ?", [rowID])
            try database.run("DELETE FROM todoLocation WHERE todoID = ?", [rowID])
        }
        guard !todo.record.isDeleted else { return }
        try transaction.deriveAliases()
        for (key, element) in todo.elements where element.isPresent {
            guard case .tag(let id) = TodoElement(key) else { continue }
            if let tag = try countedRow(TagEntity.self, id: id, in: transaction) {
                try database.run("INSERT INTO todoTag VALUES (?, ?)", [rowID, .integer(tag)])
            } else {
                try database.run("INSERT INTO todoTagPending VALUES (?, ?)", [rowID, .text(id)])
            }
        }
        if let id = todo.locationID, let location = try countedRow(LocationEntity.self, id: id, in: transaction) {
            try database.run("INSERT INTO todoLocation VALUES (?, ?)", [rowID, .integer(location)])
        }
    }

    /// The row of a record that has a representative, which may be itself; nil without a representative.
    private func countedRow<Entity: AliasedEntity>(
        _ type: Entity.Type, id: String, in transaction: WriteTransaction
    ) throws -> Int64? {
        if let known = countedRows[Entity.kind]?[id] { return known }
        let sql = "SELECT rowID FROM \(Entity.table) WHERE id = ? AND space = ? AND effectiveID IS NOT NULL"
        let found = try Int64.fetchOne(transaction.database.bound(sql, [.text(id), transaction.space.value]))
        if let found { countedRows[Entity.kind, default: [:]][id] = found }
        return found
    }

    /// Updates the join rows of all to-dos with a tag that has gained or lost its representative.
    func note(_ tag: TagEntity, isSeen: Bool, in transaction: WriteTransaction) throws {
        let (rowID, id) = (StoredValue.integer(tag.record.rowID), StoredValue.text(tag.record.id))
        countedRows[.tag] = nil
        if !isSeen {
            try transaction.execute(
                "INSERT INTO todoTagPending SELECT todoID, \(id) FROM todoTag WHERE tagID = \(rowID)")
            try transaction.execute("DELETE FROM todoTag WHERE tagID = \(rowID)")
        } else {
            let isInSpace: SQLFragment =
                "(SELECT space FROM todo WHERE rowID = todoID) = \(transaction.space.value)"
            try transaction.execute(
                """
                INSERT INTO todoTag SELECT todoID, \(rowID) FROM todoTagPending WHERE tagID = \(id) AND \(isInSpace)
                """)
            try transaction.execute("DELETE FROM todoTagPending WHERE tagID = \(id) AND \(isInSpace)")
        }
    }

    /// Updates the join rows of all to-dos at a location that has gained or lost its representative.
    func note(_ location: LocationEntity, isSeen: Bool, in transaction: WriteTransaction) throws {
        let rowID = StoredValue.integer(location.record.rowID)
        countedRows[.location] = nil
        if !isSeen {
            try transaction.execute("DELETE FROM todoLocation WHERE locationID = \(rowID)")
        } else {
            try transaction.execute(
                """
                INSERT INTO todoLocation SELECT rowID, \(rowID) FROM todo \
                WHERE locationID = \(.text(location.record.id)) AND space = \(transaction.space.value) AND isDeleted = 0
                """)
        }
    }
}
