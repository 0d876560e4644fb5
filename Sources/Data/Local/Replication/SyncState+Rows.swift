import GRDB
import TodoDomain

extension ReadTransaction {
    /// How far this device has followed the remote.
    func syncState() throws -> SyncState {
        let sql = """
            SELECT epoch, sequence, commitID, collectedSequence, collectedAt, resyncReason, resyncNumber, nextResyncNumber
            FROM syncState
            """
        var state = SyncState()
        guard let row = try Row.fetchOne(database.cachedStatement(sql: sql)) else { return state }
        var reader = ColumnReader(row)
        state.epoch = reader.optionalText()
        state.sequence = reader.integer()
        state.commitID = reader.optionalText()
        state.collectedSequence = reader.integer()
        state.collectedAt = reader.integer()
        let (reason, number) = (reader.optionalText().flatMap(SyncState.ResyncReason.init), reader.integer())
        state.resync = reason.map { SyncState.Resync(reason: $0, number: number) }
        state.nextResyncNumber = reader.integer()
        let rows = try Row.fetchCursor(
            database.cachedStatement(sql: "SELECT kind, sequence, id FROM syncPosition"))
        while let row = try rows.next() {
            var reader = ColumnReader(row)
            guard let kind = RecordKind(rawValue: reader.text()) else { continue }
            state.pulled[kind] = SyncState.Position(sequence: reader.integer(), id: reader.optionalText())
        }
        return state
    }
}

extension WriteTransaction {
    /// Keeps how far this device has followed the remote.
    func save(_ state: SyncState) throws {
        try database.run(
            """
            UPDATE syncState SET epoch = ?, sequence = ?, commitID = ?, collectedSequence = ?, collectedAt = ?,
            resyncReason = ?, resyncNumber = ?, nextResyncNumber = ?
            """,
            [
                StoredValue(state.epoch), .integer(state.sequence), StoredValue(state.commitID),
                .integer(state.collectedSequence), .integer(state.collectedAt),
                StoredValue(state.resync?.reason.rawValue), .integer(state.resync?.number ?? 0),
                .integer(state.nextResyncNumber),
            ])
        for kind in RecordKind.allCases {
            if let position = state.pulled[kind] {
                try database.run(
                    "INSERT OR REPLACE INTO syncPosition VALUES (?, ?, ?)",
                    [.text(kind.rawValue), .integer(position.sequence), StoredValue(position.id)])
            } else {
                try database.run("DELETE FROM syncPosition WHERE kind = ?", [.text(kind.rawValue)])
            }
        }
    }
}
