import GRDB
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
        for (id, element) in todo.elements where element.isPresent {
            if let tag = try liveRow(TagEntity.self, id: id) {
                try database.run("INSERT INTO todoTag VALUES (?, ?)", [rowID, .integer(tag)])
            } else {
                try database.run("INSERT INTO todoTagPending VALUES (?, ?)", [rowID, .text(id)])
            }
        }
        if let id = todo.locationID, let location = try liveRow(LocationEntity.self, id: id) {
            try database.run("INSERT INTO todoLocation VALUES (?, ?)", [rowID, .integer(location)])
        }
    }

    /// The row of a record that is not deleted; nil where there is none.
    func liveRow<Entity: RecordEntity>(_ type: Entity.Type, id: String) throws -> Int64? {
        if let known = liveRows[Entity.kind]?[id] { return known }
        let sql = "SELECT rowID FROM \(Entity.table) WHERE id = ? AND isDeleted = 0"
        let found = try Int64.fetchOne(database.bound(sql, [.text(id)]))
        if let found { liveRows[Entity.kind, default: [:]][id] = found }
        return found
    }

    /// The join rows of all to-dos with a tag that has arrived, come back or been deleted.
    func materializeTodos(of tag: TagEntity) throws {
        let (rowID, id) = (StoredValue.integer(tag.record.rowID), StoredValue.text(tag.record.id))
        if tag.record.isDeleted {
            try execute("INSERT INTO todoTagPending SELECT todoID, \(id) FROM todoTag WHERE tagID = \(rowID)")
            try execute("DELETE FROM todoTag WHERE tagID = \(rowID)")
        } else {
            try execute("INSERT INTO todoTag SELECT todoID, \(rowID) FROM todoTagPending WHERE tagID = \(id)")
            try execute("DELETE FROM todoTagPending WHERE tagID = \(id)")
        }
    }

    /// The join rows of all to-dos at a location that has arrived, come back or been deleted.
    func materializeTodos(of location: LocationEntity) throws {
        let rowID = StoredValue.integer(location.record.rowID)
        if location.record.isDeleted {
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
