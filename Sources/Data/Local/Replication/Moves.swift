import JSON
import SQLite
import TodoDomain

// Moves between spaces. A move deletes a to-do in one space, and makes a copy in another one. The deletion has the register
// `movedTo`, `{space, id}`: the name of the other space on the remote, or an empty text for the own space, and the id of the
// copy.
extension ReadTransaction {
    /// Whether a deletion waits for the copy of a move that was made on this device. The remote must have the copy first. It
    /// may refuse the copy, and the to-do would then be nowhere.
    func waitsForCopy(_ record: Record) throws -> Bool {
        guard record.kind == .todo, record.isDeleted, let move = record.registers["movedTo"]?.value,
            let name = move["space"]?.string, let id = move["id"]?.string,
            let target = name.isEmpty ? .own : try space(sid: name), target != space
        else { return false }
        // A copy without a base was never sent. The moves of others have no copy here, or one that has come from the remote.
        let isUnsent = try integer(
            """
            SELECT EXISTS (SELECT 1 FROM todo WHERE id = \(.text(id)) AND space = \(target.value) AND isDirty = 1 \
            AND NOT EXISTS (SELECT 1 FROM base WHERE kind = 'todo' AND recordID = todo.rowID))
            """)
        return isUnsent != 0
    }
}
