import JSON
import SQLite
import TodoDomain

// Moves between spaces. A move deletes a to-do or a list in one space, and makes a copy in another one. The deletion has the
// register `movedTo`, `{space, id}`: the name of the other space on the remote, or an empty text for the own space, and the id of
// the copy.
extension ReadTransaction {
    /// Whether a deletion waits for copies of a move that was made on this device. The remote must have them first. It may
    /// refuse a copy, and the to-do would then be nowhere, or without its list.
    func waitsForCopy(_ record: Record) throws -> Bool {
        guard record.isDeleted, let target = try target(ofMoved: record) else { return false }
        switch record.kind {
        case .todo: return try isUnsent(copyOf: record, in: target)
        case .list: return try waitsForCopies(ofList: record, in: target)
        default: return false
        }
    }

    /// Where a record was moved; nil if it was not, or if this device does not know that space.
    private func target(ofMoved record: Record) throws -> SpaceID? {
        guard let name = record.registers[TodoRegister.movedTo.rawValue]?.value["space"]?.string,
            let target = name.isEmpty ? .own : try space(sid: name), target != space
        else { return nil }
        return target
    }

    /// Whether the copy was never sent. The moves of others have no copy here, or one that has come from the remote.
    private func isUnsent(copyOf record: Record, in target: SpaceID) throws -> Bool {
        guard let id = record.registers[TodoRegister.movedTo.rawValue]?.value["id"]?.string else { return false }
        return try integer(
            """
            SELECT EXISTS (SELECT 1 FROM \(sql: record.kind.table) AS copy WHERE id = \(.text(id)) \
            AND space = \(target.value) AND isDirty = 1 AND \(hasNoBase(record.kind)))
            """) != 0
    }

    private func hasNoBase(_ kind: RecordKind) -> SQLFragment {
        "NOT EXISTS (SELECT 1 FROM base WHERE kind = \(.text(kind.rawValue)) AND recordID = copy.rowID)"
    }

    /// Whether the copy of a list, or of something in it or below it, was never sent. A list goes after all that was in it.
    private func waitsForCopies(ofList record: Record, in target: SpaceID) throws -> Bool {
        if try isUnsent(copyOf: record, in: target) { return true }
        // Lists can be in a circle.
        let below: SQLFragment = """
            WITH RECURSIVE below (id) AS (VALUES (\(.text(record.id))) UNION SELECT list.id FROM list JOIN below \
            ON list.parentID = below.id WHERE list.space = \(space.value) AND list.isDeleted = 1 AND list.isDirty = 1)
            """
        return try integer(
            """
            \(below) SELECT EXISTS (SELECT 1 FROM todo AS original JOIN todo AS copy \
            ON copy.id = original.movedTo ->> '$.id' AND copy.space = \(target.value) \
            WHERE original.space = \(space.value) AND original.isDeleted = 1 AND original.isDirty = 1 \
            AND original.standingList IN (SELECT id FROM below) AND copy.isDirty = 1 AND \(hasNoBase(.todo)))
            """) != 0
    }
}
