import GRDB
import SQLite
package import TodoDomain

// The parts of the table of spaces that syncing asks for.
extension SpaceDAO {
    /// The active shared spaces with their names on the remote. Those whose last sync failed come last.
    package func activeSpaces() async throws -> [(id: SpaceID, sid: String)] {
        try await stack.read { transaction in
            let sql = """
                SELECT space.rowID, sid FROM space JOIN syncOutcome ON syncOutcome.space = space.rowID
                WHERE space.rowID > 0 AND state = ? ORDER BY failures > 0, space.rowID
                """
            var spaces: [(id: SpaceID, sid: String)] = []
            try transaction.database.bound(sql, [.text(SpaceState.active.rawValue)]).forEachRow { row in
                spaces.append((SpaceID(rawValue: row.integer()), row.text()))
            }
            return spaces
        }
    }

    /// How far the active shared spaces have been followed, by their names on the remote.
    package func followedSequences() async throws -> [String: Int64] {
        try await stack.read { transaction in
            let sql = """
                SELECT sid, sequence FROM space JOIN syncState ON syncState.space = space.rowID
                WHERE space.rowID > 0 AND state = ?
                """
            var sequences: [String: Int64] = [:]
            try transaction.database.bound(sql, [.text(SpaceState.active.rawValue)]).forEachRow { row in
                sequences[row.text()] = row.integer()
            }
            return sequences
        }
    }

    /// Whether anything has to be sent, from the own space or from a shared one to which edits can be sent.
    package func hasPendingRecords(of kinds: [RecordKind] = RecordKind.inOrder) async throws -> Bool {
        if try await ReplicationDAO(stack).hasPendingRecords(of: kinds) { return true }
        for (id, space) in try await sharedSpaces() where space.acceptsEdits {
            if try await ReplicationDAO(stack, of: id).hasPendingRecords(of: kinds) { return true }
        }
        return false
    }
}
