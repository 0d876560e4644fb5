import GRDB
import SQLite
package import TodoDomain

// The table of spaces.
extension WriteTransaction {
    /// Adds a shared space, with the state of its syncs.
    package func add(_ space: StoredSpace) throws -> SpaceID {
        try database.run(
            "INSERT INTO space (\(StoredSpace.columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [
                .text(space.sid), .text(space.path), .text(space.role.rawValue), .text(space.name),
                StoredSpace.text(of: space.members), StoredSpace.text(of: space.names), .text(space.me),
                .text(space.state.rawValue), StoredSpace.text(of: space.devices),
            ])
        let id = SpaceID(rawValue: database.lastInsertedRowID)
        try database.run("INSERT INTO syncState (space) VALUES (?)", [id.value])
        try database.run("INSERT INTO syncOutcome (space) VALUES (?)", [id.value])
        return id
    }

    /// Adds a shared space, or makes a known one what it says. The records of a known one, and how far it was followed,
    /// stay, so that the next sync goes on from there. What was forgotten of it meanwhile comes again.
    package func join(_ space: StoredSpace) throws -> SpaceID {
        guard let known = try reading.space(sid: space.sid) else { return try add(space) }
        var space = space
        if let before = try reading.sharedSpaces()[known] {
            // The documents of the others are not read again. An owner may have replaced the one of this person.
            space.names = before.names.merging(space.names) { $1 }
            space.devices = before.devices.merging(space.devices) { $1 }
            for me in [before.me, space.me] { space.devices[me] = nil }
        }
        try within(known) { try remember() }
        try execute(
            """
            UPDATE space SET path = \(.text(space.path)), role = \(.text(space.role.rawValue)), \
            name = \(.text(space.name)), members = \(StoredSpace.text(of: space.members)), \
            names = \(StoredSpace.text(of: space.names)), me = \(.text(space.me)), state = \(.text(space.state.rawValue)), \
            devices = \(StoredSpace.text(of: space.devices)) WHERE rowID = \(known.value)
            """)
        return known
    }

    /// Removes what was deleted here alone, without a word to the remote, and begins to follow the space from its start, if
    /// there is any.
    private func remember() throws {
        var isAny = false
        for kind in RecordKind.allCases where try remember(kind.entity) { isAny = true }
        guard isAny else { return }
        for table in ["syncPosition", "syncState"] {
            try execute("DELETE FROM \(sql: table) WHERE space = \(space.value)")
        }
        try execute("INSERT INTO syncState (space) VALUES (\(space.value))")
    }

    /// - Returns: whether there was anything to remove.
    private func remember<Entity: RecordEntity>(_ type: Entity.Type) throws -> Bool {
        let rows = try reading.entities(
            type,
            where: """
                space = \(space.value) AND isDeleted = 1 AND isDirty = 0 AND rowID IN (SELECT recordID FROM base \
                WHERE kind = \(.text(Entity.kind.rawValue)) AND space = \(space.value) AND isDeleted = 0)
                """)
        for row in rows { try remove(row) }
        return !rows.isEmpty
    }

    /// Notes the members of a shared space, and the role of this person among them.
    /// - Parameter person: the id of this person, if it is known.
    package func note(
        members: [String: SpaceRole], role: SpaceRole, of person: String? = nil, in space: SpaceID
    ) throws {
        try execute(
            """
            UPDATE space SET members = \(StoredSpace.text(of: members)), role = \(.text(role.rawValue)), \
            me = ifnull(\(StoredValue(person)), me) WHERE rowID > 0 AND rowID = \(space.value)
            """)
    }

    /// Notes the names that members of a shared space go by. Names of others stay.
    package func note(names: [String: String], in space: SpaceID) throws {
        guard let known = try reading.sharedSpaces()[space]?.names else { return }
        let all = known.merging(names) { $1 }
        try execute("UPDATE space SET names = \(StoredSpace.text(of: all)) WHERE rowID = \(space.value)")
    }

    /// Ends the syncs of a shared space. Its records stay. A space that is inactive already keeps its state: the first
    /// reason is the true one.
    package func deactivate(_ space: SpaceID, as state: SpaceState) throws {
        try execute(
            """
            UPDATE space SET state = \(.text(state.rawValue)) \
            WHERE rowID > 0 AND rowID = \(space.value) AND state = \(.text(SpaceState.active.rawValue))
            """)
    }

    /// Adds the shared spaces of another database that are unknown here, with their members and states.
    /// - Returns: the spaces here, by those of the other database.
    package func adoptSpaces(of other: ReadTransaction) throws -> [SpaceID: SpaceID] {
        var spaces: [SpaceID: SpaceID] = [.own: .own]
        for (number, theirs) in try other.sharedSpaces().sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            spaces[number] = try reading.space(sid: theirs.sid) ?? add(theirs)
        }
        return spaces
    }
}
