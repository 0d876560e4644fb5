import GRDB
import SQLite
import TodoDomain
import TodoLocal

extension Check<ExaminedDatabase> {
    /// Whether the space of each record is known. That references stay inside a space is checked with the relations.
    static var spaces: Check {
        Check("spaces") { subject in
            try subject.read { database in
                let lost = try Spaces.unknown(in: database).count
                let stateless = try Spaces.stateless.reduce(0) {
                    try $0 + ExaminedDatabase.count($1.missing, in: database)
                }
                return Finding.counted("unknown-spaces", lost) {
                    "Some records belong to a shared list that is not known here. After a repair, it is shown as left (\($0))."
                }
                    + Finding.counted("missing-sync-state", stateless) {
                        "The state of syncs is missing. After a repair, the next sync reads everything (\($0))."
                    }
            }
        } repair: { subject in
            try subject.write { database in
                for space in try Spaces.unknown(in: database) {
                    try database.run(
                        """
                        INSERT INTO space (rowID, sid, path, role, members, state, name, names, me)
                        VALUES (?1, ?2, '', ?3, '{}', ?4, '', '{}', '')
                        """,
                        space == .own
                            ? [space.value, .text(""), .text("owner"), .text("active")]
                            : [space.value, .text("lost-\(space.rawValue)"), .text("viewer"), .text("left")])
                }
                for table in Spaces.stateless { try database.execute(sql: table.repair) }
            }
        }
    }
}

private enum Spaces {
    /// The spaces of records that are not in the table of spaces, and the own one if it is not.
    static func unknown(in database: Database) throws -> [SpaceID] {
        let used = RecordKind.allCases.map { "SELECT space FROM \($0.table)" } + ["SELECT 0"]
        let sql = """
            SELECT DISTINCT space FROM (\(used.joined(separator: " UNION ALL ")))
            WHERE space >= 0 AND space NOT IN (SELECT rowID FROM space) ORDER BY space
            """
        return try Int64.fetchAll(database, sql: sql).map(SpaceID.init)
    }

    /// The tables with a row for each space.
    static let stateless = ["syncState", "syncOutcome"].map { table in
        let missing = "SELECT rowID FROM space WHERE rowID NOT IN (SELECT space FROM \(table))"
        return (missing: missing, repair: "INSERT INTO \(table) (space) \(missing)")
    }
}
