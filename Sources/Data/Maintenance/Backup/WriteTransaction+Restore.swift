import GRDB
import JSON
import SQLite
import TodoDomain
import TodoLocal

// Reaches another state by editing what differs.
extension WriteTransaction {
    /// Makes all records equal to those of another database.
    func adopt(_ other: ReadTransaction) throws -> Restoration.Changes {
        var changes = Restoration.Changes()
        let spaces = try adoptSpaces(of: other)
        // Tags, locations and lists first, so that they exist before their to-dos.
        for kind in RecordKind.inOrder where kind.isContent { try adopt(kind.entity, of: other, spaces, &changes) }
        return changes
    }

    private func adopt<Entity: RecordEntity>(
        _ type: Entity.Type, of other: ReadTransaction, _ spaces: [SpaceID: SpaceID],
        _ changes: inout Restoration.Changes
    ) throws {
        var kept: Set<Int64> = []
        let rows = try other.database.makeStatement(sql: "SELECT \(Entity.columnList) FROM \(Entity.table)")
        try rows.forEachRow { row in
            let theirs = Entity(reading: &row)
            guard let space = spaces[theirs.record.space] else { return }
            guard let mine = try reading.within(space).record(type, id: theirs.record.id) else {
                guard !theirs.record.isDeleted else { return }
                let inserted = try insert(try newRow(holding: theirs, in: space))
                if let inserted { kept.insert(inserted.record.rowID) }
                changes.added += 1
                return
            }
            kept.insert(mine.record.rowID)
            if theirs.record.isDeleted {
                guard !mine.record.isDeleted else { return }
                try deleteAlone(mine)
                changes.deleted += 1
            } else {
                let edited = try edit(mine, toHoldWhatIsIn: theirs)
                if edited.record.revision != mine.record.revision { changes.changed += 1 }
            }
        }
        for row in try reading.integers("SELECT rowID FROM \(sql: Entity.table) WHERE isDeleted = 0")
        where !kept.contains(row) {
            for record in try reading.entities(type, where: "rowID = \(.integer(row))") { try deleteAlone(record) }
            changes.deleted += 1
        }
    }

    /// Deletes a single record, and no others with its name.
    private func deleteAlone<Entity: RecordEntity>(_ record: Entity) throws {
        try edit(record, registers: [:], deletion: .delete(at: sharedNow))
    }

    private func newRow<Entity: RecordEntity>(holding other: Entity, in space: SpaceID) throws -> Entity {
        let stamp = try stamp()
        var record = Record(kind: Entity.kind, id: other.record.id, createdAt: other.record.createdAt, origin: stamp)
        record.registers = other.registers.mapValues { Record.Register($0) }
        record.elements = other.elements.filter(\.value.isPresent)
            .mapValues { _ in Record.Element(isPresent: true, stamp: stamp) }
        var row = Entity(
            RecordColumns(id: other.record.id, in: space, createdAt: other.record.createdAt, stamp: stamp))
        row.content.isLocal = other.content.isLocal
        return row.holding(record)
    }

    private func edit<Entity: RecordEntity>(_ mine: Entity, toHoldWhatIsIn other: Entity) throws -> Entity {
        var registers = other.registers
        for name in mine.registers.keys where registers[name] == nil { registers[name] = .null }
        var elements = mine.elements.mapValues { _ in false }
        for (id, element) in other.elements { elements[id] = element.isPresent }
        return try edit(
            mine, registers: registers, elements: elements, deletion: mine.record.revival)
    }
}
