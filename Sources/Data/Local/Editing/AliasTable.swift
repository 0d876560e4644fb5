package import GRDB
import SQLite
package import TodoDomain

/// The records of a kind in one space, with the columns that determine their representatives.
package struct AliasTable<Entity: AliasedEntity> {
    /// A record whose representative differs from the stored one.
    package struct Change {
        package let row: Int64
        package let known: Int64?
        package let speaker: Int64?
    }

    /// The records whose stored representative is wrong.
    package let changes: [Change]

    /// The same of all spaces.
    package static func changes(in database: Database) throws -> [Change] {
        try ReadTransaction(database).spaces().flatMap { try AliasTable(database, in: $0).changes }
    }

    package init(_ database: Database, in space: SpaceID) throws {
        let statement = try database.bound(
            """
            SELECT rowID, id, isDeleted, mergedInto, \(Entity.nameColumn ?? "NULL"), createdAt, effectiveID
            FROM \(Entity.table) WHERE space = ?
            """, [space.value])
        let rows = try Row.fetchAll(statement).map { row in
            (
                row: try row.value(at: 0) as Int64, node: try AliasNode(row),
                known: try row.optionalValue(at: 6) as Int64?
            )
        }
        let speakers = Aliases.speakers(of: rows.map(\.node))
        let rowIDs = Dictionary(rows.map { ($0.node.id, $0.row) }, uniquingKeysWith: { first, _ in first })
        changes = rows.compactMap { row, node, known in
            let speaker = speakers[node.id].flatMap { rowIDs[$0] }
            return speaker == known ? nil : Change(row: row, known: known, speaker: speaker)
        }
    }
}

extension AliasNode {
    /// A row whose columns after the row number are: id, deletion, the record it was merged into, name, and creation.
    init(_ row: Row) throws {
        self.init(
            id: try row.value(at: 1), isDeleted: try row.value(at: 2), mergedInto: try row.optionalValue(at: 3),
            name: try row.optionalValue(at: 4), createdAt: try row.value(at: 5))
    }
}
