import GRDB
import SQLite
import TodoDomain

// The join tables: made from the registers, so that a relation whose other end is missing or deleted is not lost but
// waits.
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
        for (id, element) in todo.elements where element.isPresent {
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

    /// The own row of a record of which something is seen, itself or another one; nil if nothing is.
    private func countedRow<Entity: AliasedEntity>(_ type: Entity.Type, id: String) throws -> Int64? {
        if let known = countedRows[Entity.kind]?[id] { return known }
        let sql = "SELECT rowID FROM \(Entity.table) WHERE id = ? AND effectiveID IS NOT NULL"
        let found = try Int64.fetchOne(database.bound(sql, [.text(id)]))
        if let found { countedRows[Entity.kind, default: [:]][id] = found }
        return found
    }

    /// The join rows of all to-dos with a tag of which something is seen from now on, or nothing any more.
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

    /// The join rows of all to-dos at a location of which something is seen from now on, or nothing any more.
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
