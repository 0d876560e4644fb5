import GRDB
import SQLite
package import TodoDomain

/// A space as this device stores it.
package struct StoredSpace: Hashable, Sendable {
    /// Its name on the remote; empty for the own one.
    package var sid: String
    /// The place of its documents on the remote; empty for the own one.
    package var path: String
    /// The role of this person: `owner`, `editor` or `viewer`.
    package var role: String
    /// The name that this person gives it.
    package var name: String

    package init(sid: String, path: String, role: String, name: String) {
        self.sid = sid
        self.path = path
        self.role = role
        self.name = name
    }
}

extension WriteTransaction {
    /// Adds a shared space, with the state of its syncs.
    package func add(_ space: StoredSpace) throws -> SpaceID {
        try database.run(
            """
            INSERT INTO space (sid, path, role, members, state, name) VALUES (?, ?, ?, '{}', 'active', ?)
            """, [.text(space.sid), .text(space.path), .text(space.role), .text(space.name)])
        let id = SpaceID(rawValue: database.lastInsertedRowID)
        try database.run("INSERT INTO syncState (space) VALUES (?)", [id.value])
        try database.run("INSERT INTO syncOutcome (space) VALUES (?)", [id.value])
        return id
    }

    /// Adds the shared spaces of another database that are unknown here.
    /// - Returns: the spaces here, by those of the other database.
    package func adoptSpaces(of other: ReadTransaction) throws -> [SpaceID: SpaceID] {
        var spaces: [SpaceID: SpaceID] = [.own: .own]
        let sql = "SELECT rowID, sid, path, role, name FROM space WHERE rowID > 0 ORDER BY rowID"
        try other.database.bound(sql, []).forEachRow { row in
            let number = SpaceID(rawValue: row.integer())
            let theirs = StoredSpace(sid: row.text(), path: row.text(), role: row.text(), name: row.text())
            let known = try reading.integers("SELECT rowID FROM space WHERE sid = \(.text(theirs.sid))").first
            spaces[number] = try known.map(SpaceID.init) ?? add(theirs)
        }
        return spaces
    }
}
