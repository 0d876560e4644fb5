import GRDB
import SQLite
import TodoDomain

extension ReadTransaction {
    /// How far this device has followed the space on the remote.
    func syncState() throws -> SyncState {
        let sql = """
            SELECT epoch, sequence, commitID, collectedSequence, collectedAt, resyncReason, resyncNumber,
            nextResyncNumber, restoredSequence, commits, pullFrom, pullCollected FROM syncState WHERE space = ?
            """
        var state = SyncState()
        try database.bound(sql, [space.value]).forEachRow { row in
            state.generation = row.optionalText()
            state.sequence = row.integer()
            state.commitID = row.optionalText()
            state.collectedSequence = row.integer()
            state.collectedAt = row.integer()
            let (reason, number) = (row.optionalText().flatMap(SyncState.ResyncReason.init), row.integer())
            state.resync = reason.map { SyncState.Resync(reason: $0, number: number) }
            state.nextResyncNumber = row.integer()
            let restored = row.optionalInteger()
            state.resync?.restoredSequence = restored
            state.commits = SyncState.commits(in: (row.optionalText() ?? "").split(separator: " "))
            let (from, collected) = (row.optionalInteger(), row.optionalInteger())
            state.lastPull = from.map { SyncState.PullStart(from: $0, collected: collected ?? 0) }
        }
        try database.bound("SELECT kind, sequence, id FROM syncPosition WHERE space = ?", [space.value]).forEachRow {
            row in
            guard let kind = RecordKind(rawValue: row.text()) else { return }
            state.pulled[kind] = SyncState.Position(sequence: row.integer(), id: row.optionalText())
        }
        try database.bound("SELECT kind, at FROM refusedKind WHERE space = ?", [space.value]).forEachRow { row in
            if let kind = RecordKind(rawValue: row.text()) { state.refusedKinds[kind] = row.integer() }
        }
        return state
    }
}

extension ReadTransaction {
    /// Whether another process has ended a resync that this process has begun, or is about to begin.
    func hasEnded(_ resync: SyncState.Resync) throws -> Bool {
        let stored = try syncState()
        return ![stored.resync?.number, stored.nextResyncNumber].contains(resync.number)
    }

    /// Whether the same generation of the remote was followed beyond a state, and is not being read again.
    fileprivate func isFollowed(furtherThan state: SyncState) throws -> Bool {
        let condition: SQLFragment = """
            space = \(space.value) AND epoch IS \(StoredValue(state.generation)) AND resyncReason IS NULL AND sequence > \(.integer(state.sequence))
            """
        return try integer("SELECT EXISTS (SELECT 1 FROM syncState WHERE \(condition))") != 0
    }
}

extension WriteTransaction {
    /// Saves how far this device has followed the space on the remote. It does not if another process has followed it further
    /// meanwhile, or has ended this resync: only the position shows whether a restore has removed what that process
    /// sent.
    /// - Returns: whether it was saved.
    @discardableResult
    func save(_ state: SyncState) throws -> Bool {
        let isOutdated = try state.resync.map(reading.hasEnded) ?? reading.isFollowed(furtherThan: state)
        if isOutdated { return false }
        try database.run(
            """
            UPDATE syncState SET epoch = ?, sequence = ?, commitID = ?, collectedSequence = ?, collectedAt = ?,
            resyncReason = ?, resyncNumber = ?, nextResyncNumber = ?, restoredSequence = ?, commits = ?,
            pullFrom = ?, pullCollected = ? WHERE space = ?
            """,
            [
                StoredValue(state.generation), .integer(state.sequence), StoredValue(state.commitID),
                .integer(state.collectedSequence), .integer(state.collectedAt),
                StoredValue(state.resync?.reason.rawValue), .integer(state.resync?.number ?? 0),
                .integer(state.nextResyncNumber), StoredValue(state.resync?.restoredSequence),
                StoredValue(state.commits.isEmpty ? nil : state.commitText),
                StoredValue(state.lastPull?.from), StoredValue(state.lastPull?.collected), space.value,
            ])
        for kind in RecordKind.allCases {
            if let position = state.pulled[kind] {
                try database.run(
                    "INSERT OR REPLACE INTO syncPosition (kind, sequence, id, space) VALUES (?, ?, ?, ?)",
                    [.text(kind.rawValue), .integer(position.sequence), StoredValue(position.id), space.value])
            } else {
                try database.run(
                    "DELETE FROM syncPosition WHERE kind = ? AND space = ?", [.text(kind.rawValue), space.value])
            }
        }
        try database.run("DELETE FROM refusedKind WHERE space = ?", [space.value])
        for (kind, date) in state.refusedKinds {
            try database.run(
                "INSERT INTO refusedKind (kind, at, space) VALUES (?, ?, ?)",
                [.text(kind.rawValue), .integer(date), space.value])
        }
        return true
    }
}

extension SyncState {
    /// The ids of the last commits as text: `7:1f3a 8:90bc`.
    fileprivate var commitText: String {
        commits.sorted { $0.key < $1.key }.map { "\($0.key):\($0.value)" }.joined(separator: " ")
    }
}
