import GRDB
import SQLite
import TodoDomain

// The join tables are derived from the registers, so that a relation with a missing or deleted record is not lost but
// waits for it.
extension WriteTransaction {
    /// The join rows of one to-do, from its registers.
    func materializeRelations(of todo: TodoEntity, isNew: Bool) throws {
        let rowID = StoredValue.integer(todo.record.rowID)
        if !isNew {
            try database.run("DELETE FROM todoTag WHERE todoID = ?", [rowID])
            try database.run("DELETE FROM todoTagPending WHERE todoID = ?", [rowID])
            try database.run("DELETE FROM todoLocation WHERE todoID = ?", [rowID])
        }
        guard !todo.record.isDeleted else { return }
        try settleAliases()
        for (key, element) in todo.elements where element.isPresent {
            guard case .tag(let id) = TodoElement(key) else { continue }
            if let tag = try countedRow(TagEntity.self, id: id) {
                try database.run("INSERT INTO todoTag VALUES (?, ?)", [rowID, .integer(tag)])
            } else {
                try database.run("INSERT INTO todoTagPending VALUES (?, ?)", [rowID, .text(id)])
            }
        }
        if let id = todo.locationID, let location = try countedRow(LocationEntity.self, id: id) {
            try database.run("INSERT INTO todoLocation VALUES (?, ?)", [rowID, .integer(location)])
        }
    }

    /// The own row of a record that has a representative, itself or another one; nil if it has none.
    private func countedRow<Entity: AliasedEntity>(_ type: Entity.Type, id: String) throws -> Int64? {
        if let known = countedRows[Entity.kind]?[id] { return known }
        let sql = "SELECT rowID FROM \(Entity.table) WHERE id = ? AND effectiveID IS NOT NULL"
        let found = try Int64.fetchOne(database.bound(sql, [.text(id)]))
        if let found { countedRows[Entity.kind, default: [:]][id] = found }
        return found
    }

    /// Updates the join rows of all to-dos with a tag that has gained or lost its representative.
    func materializeTodos(of tag: TagEntity, isSeen: Bool) throws {
        let (rowID, id) = (StoredValue.integer(tag.record.rowID), StoredValue.text(tag.record.id))
        countedRows[.tag] = nil
        if !isSeen {
            try execute("INSERT INTO todoTagPending SELECT todoID, \(id) FROM todoTag WHERE tagID = \(rowID)")
            try execute("DELETE FROM todoTag WHERE tagID = \(rowID)")
        } else {
            try execute("INSERT INTO todoTag SELECT todoID, \(rowID) FROM todoTagPending WHERE tagID = \(id)")
            try execute("DELETE FROM todoTagPending WHERE tagID = \(id)")
        }
    }

    /// Updates the join rows of all to-dos at a location that has gained or lost its representative.
    func materializeTodos(of location: LocationEntity, isSeen: Bool) throws {
        let rowID = StoredValue.integer(location.record.rowID)
        countedRows[.location] = nil
        if !isSeen {
            try execute("DELETE FROM todoLocation WHERE locationID = \(rowID)")
        } else {
            try execute(
                """
                INSERT INTO todoLocation SELECT rowID, \(rowID) FROM todo \
                WHERE locationID = \(.text(location.record.id)) AND isDeleted = 0
                """)
        }
    }
}
