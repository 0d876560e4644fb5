import GRDB
import JSON
import SQLite
package import TodoDomain

/// A shared space as this device stores it.
package struct StoredSpace: Hashable, Sendable {
    /// Its name on the remote.
    package var sid: String
    /// The place of its documents on the remote.
    package var path: String
    /// The role of this person.
    package var role: SpaceRole
    /// The name that this person gives it.
    package var name: String
    /// The roles of all members by their ids on the remote, as this device last saw them.
    package var members: [String: SpaceRole]
    /// The names that members go by, by their ids on the remote, as far as they are known.
    package var names: [String: String]
    /// The id of this person among the members; empty as long as it is not known.
    package var me: String
    /// Whether it is still synced.
    package var state: SpaceState

    package init(
        sid: String, path: String, role: SpaceRole, name: String, members: [String: SpaceRole] = [:],
        names: [String: String] = [:], me: String = "", state: SpaceState = .active
    ) {
        self.sid = sid
        self.path = path
        self.role = role
        self.name = name
        self.members = members
        self.names = names
        self.me = me
        self.state = state
    }

    /// Whether a sync may send edits to it.
    package var acceptsEdits: Bool { state == .active && role != .viewer }

    /// The columns of a row, in the order of ``init(_:)``.
    fileprivate static let columns = "sid, path, role, name, members, names, me, state"

    /// The content of a row.
    fileprivate init(_ row: inout ColumnReader) {
        self.init(
            sid: row.text(), path: row.text(), role: row.parsed(SpaceRole.init) ?? .viewer, name: row.text(),
            members: row.parsed(Self.members) ?? [:], names: row.parsed(Self.names) ?? [:], me: row.text(),
            state: row.parsed(SpaceState.init) ?? .left)
    }

    private static func members(_ text: String) -> [String: SpaceRole]? {
        let roles = (try? JSONValue(parsing: text))?.members
        // A role that this version does not know gives the fewest rights.
        return roles?.mapValues { $0.string.flatMap(SpaceRole.init) ?? .viewer }
    }

    private static func names(_ text: String) -> [String: String]? {
        (try? JSONValue(parsing: text))?.members?.compactMapValues(\.string)
    }

    fileprivate static func text(of names: [String: String]) -> StoredValue {
        .text(JSONValue.object(names.mapValues { .string($0) }).canonicalJSON)
    }

    fileprivate static func text(of members: [String: SpaceRole]) -> StoredValue {
        .text(JSONValue.object(members.mapValues { .string($0.rawValue) }).canonicalJSON)
    }
}

extension Space {
    /// The space for people.
    package init(_ stored: StoredSpace) {
        let members = stored.members.map { id, role in
            Member(id: id, name: stored.names[id], role: role, isMe: id == stored.me)
        }
        self.init(
            id: ID(stored: stored.sid), name: stored.name, role: stored.role, state: stored.state, members: members)
    }
}

extension ReadTransaction {
    /// The shared spaces that this device knows, active or not.
    package func sharedSpaces() throws -> [SpaceID: StoredSpace] {
        var spaces: [SpaceID: StoredSpace] = [:]
        try database.bound("SELECT rowID, \(StoredSpace.columns) FROM space WHERE rowID > 0", []).forEachRow { row in
            spaces[SpaceID(rawValue: row.integer())] = StoredSpace(&row)
        }
        return spaces
    }

    /// The shared space with a name on the remote; nil if this device does not know it.
    package func space(sid: String) throws -> SpaceID? {
        try integers("SELECT rowID FROM space WHERE rowID > 0 AND sid = \(.text(sid))").first.map(SpaceID.init)
    }
}

extension WriteTransaction {
    /// Adds a shared space, with the state of its syncs.
    package func add(_ space: StoredSpace) throws -> SpaceID {
        try database.run(
            "INSERT INTO space (\(StoredSpace.columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            [
                .text(space.sid), .text(space.path), .text(space.role.rawValue), .text(space.name),
                StoredSpace.text(of: space.members), StoredSpace.text(of: space.names), .text(space.me),
                .text(space.state.rawValue),
            ])
        let id = SpaceID(rawValue: database.lastInsertedRowID)
        try database.run("INSERT INTO syncState (space) VALUES (?)", [id.value])
        try database.run("INSERT INTO syncOutcome (space) VALUES (?)", [id.value])
        return id
    }

    /// Adds a shared space, or makes a known one what it says. The records of a known one, and how far it was followed,
    /// stay, so that the next sync goes on from there.
    package func join(_ space: StoredSpace) throws -> SpaceID {
        guard let known = try reading.space(sid: space.sid) else { return try add(space) }
        try execute(
            """
            UPDATE space SET path = \(.text(space.path)), role = \(.text(space.role.rawValue)), \
            name = \(.text(space.name)), members = \(StoredSpace.text(of: space.members)), \
            names = \(StoredSpace.text(of: space.names)), me = \(.text(space.me)), state = \(.text(space.state.rawValue)) WHERE rowID = \(known.value)
            """)
        return known
    }

    /// Notes the members of a shared space, and the role of this person among them.
    package func note(members: [String: SpaceRole], role: SpaceRole, in space: SpaceID) throws {
        try execute(
            """
            UPDATE space SET members = \(StoredSpace.text(of: members)), role = \(.text(role.rawValue)) \
            WHERE rowID > 0 AND rowID = \(space.value)
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
