import GRDB
import JSON
import SQLite
import TodoDomain

extension Schema.Migration {
    /// Tags and locations that were merged or that share a name; conflicts and devices as replicated records.
    ///
    /// - `mergedInto` is the id of the record that replaces a deleted one; `usedAt` is when another record was last
    ///   merged into it. `effectiveID` is the row that represents it: derived, null if there is none.
    /// - `conflict` replaces the table of that name, whose rows were local to this device; their numbers stay.
    /// - `refusedKind` contains the kinds that the remote's rules do not allow, and when each was last tried.
    /// - `replica.ahead…` is the last reading of a clock that had to exceed a stamp from the future.
    static let sharing = Schema.Migration(name: "sharing") { database in
        for (table, name) in [("tag", "foldedName"), ("location", "NULL")] {
            try database.execute(
                sql: """
                    ALTER TABLE \(table) ADD COLUMN mergedInto TEXT;
                    ALTER TABLE \(table) ADD COLUMN usedAt INTEGER;
                    ALTER TABLE \(table) ADD COLUMN effectiveID INTEGER;
                    UPDATE \(table) SET mergedInto = unknown ->> 'mergedInto', usedAt = unknown ->> 'used',
                        unknown = nullif(json_remove(unknown, '$.mergedInto', '$.used'), '{}')
                        WHERE json_type(unknown, '$.mergedInto') = 'text' OR json_type(unknown, '$.used') = 'integer';
                    CREATE INDEX \(table)_effective ON \(table) (effectiveID);
                    CREATE INDEX \(table)_merged ON \(table) (mergedInto) WHERE mergedInto IS NOT NULL;
                    CREATE INDEX \(table)_alias ON \(table) (rowID) WHERE effectiveID <> rowID;
                    UPDATE \(table) SET effectiveID = rowID WHERE isDeleted = 0;
                    """)
            try setSpeakers(of: table, name: name, in: database)
        }
        try database.execute(
            sql: """
                CREATE INDEX tag_mergedName ON tag (foldedName) WHERE mergedInto IS NOT NULL;
                ALTER TABLE replica ADD COLUMN aheadMilliseconds INTEGER NOT NULL DEFAULT 0;
                ALTER TABLE replica ADD COLUMN aheadCounter INTEGER NOT NULL DEFAULT 0;
                ALTER TABLE syncState ADD COLUMN restoredSequence INTEGER;
                CREATE TABLE refusedKind (kind TEXT PRIMARY KEY, at INTEGER NOT NULL) STRICT, WITHOUT ROWID;
                CREATE TABLE device (
                    rowID INTEGER PRIMARY KEY,
                    \(syncedColumns),
                    name TEXT NOT NULL
                ) STRICT;
                CREATE INDEX device_dirty ON device (rowID) WHERE isDirty = 1;
                """)
        try replaceConflicts(database)
    }

    /// The columns of every record that syncs.
    static let syncedColumns = """
        id TEXT NOT NULL UNIQUE CHECK (length(id) BETWEEN 1 AND 64),
            createdAt INTEGER NOT NULL,
            updatedAt INTEGER NOT NULL,
            isDeleted INTEGER NOT NULL CHECK (isDeleted IN (0, 1)),
            isDirty INTEGER NOT NULL CHECK (isDirty IN (0, 1)),
            revision INTEGER NOT NULL,
            stamp TEXT NOT NULL CHECK (length(stamp) = 20),
            stamps TEXT CHECK (stamps IS NULL OR json_valid(stamps)),
            deletedAt INTEGER,
            unknown TEXT CHECK (unknown IS NULL OR json_valid(unknown))
        """

    private static func setSpeakers(of table: String, name: String, in database: Database) throws {
        let rows = try Row.fetchAll(
            database, sql: "SELECT rowID, id, isDeleted, mergedInto, \(name), createdAt, effectiveID FROM \(table)")
        let speakers = Aliases.speakers(of: try rows.map(AliasNode.init))
        let rowIDs: [String: Int64] = try Dictionary(
            rows.map { (try $0.value(at: 1), try $0.value(at: 0)) }, uniquingKeysWith: { first, _ in first })
        for row in rows {
            let (rowID, id): (Int64, String) = (try row.value(at: 0), try row.value(at: 1))
            let (speaker, known) = (speakers[id].flatMap { rowIDs[$0] }, try row.optionalValue(at: 6) as Int64?)
            guard speaker != known else { continue }
            try database.execute(
                sql: "UPDATE \(table) SET effectiveID = ? WHERE rowID = ?", arguments: [speaker, rowID])
            // A deleted record that has a representative again.
            guard known == nil else { continue }
            if table == "tag" {
                try database.execute(
                    sql: """
                        INSERT INTO todoTag SELECT todoID, :row FROM todoTagPending WHERE tagID = :id;
                        DELETE FROM todoTagPending WHERE tagID = :id
                        """, arguments: ["row": rowID, "id": id])
            } else {
                try database.execute(
                    sql: "INSERT INTO todoLocation SELECT rowID, ? FROM todo WHERE locationID = ? AND isDeleted = 0",
                    arguments: [rowID, id])
            }
        }
    }

    private static func replaceConflicts(_ database: Database) throws {
        try database.execute(
            sql: """
                ALTER TABLE conflict RENAME TO formerConflict;
                DROP INDEX conflict_open;
                CREATE TABLE conflict (
                    rowID INTEGER PRIMARY KEY AUTOINCREMENT,
                    \(syncedColumns),
                    about TEXT NOT NULL CHECK (json_valid(about)),
                    lost TEXT NOT NULL CHECK (json_valid(lost)),
                    notice TEXT NOT NULL CHECK (json_valid(notice)),
                    closedAt INTEGER
                ) STRICT;
                CREATE INDEX conflict_open ON conflict (rowID) WHERE isDeleted = 0 AND closedAt IS NULL;
                CREATE INDEX conflict_dirty ON conflict (rowID) WHERE isDirty = 1;
                INSERT INTO sqlite_sequence (name, seq) SELECT 'conflict', seq FROM sqlite_sequence
                    WHERE name = 'formerConflict';
                """)
        let rows = try Row.fetchAll(
            database,
            sql: """
                SELECT id, at, kind, recordID, register, lost, lostStamp, kept, keptStamp FROM formerConflict
                WHERE isResolved = 0 ORDER BY id
                """)
        for row in rows {
            let at: Int64 = try row.value(at: 1)
            let about =
                ["kind": try row.value(at: 2), "id": try row.value(at: 3), "register": try row.value(at: 4)]
                as [String: String]
            guard
                let record = ConflictRecord(
                    about: .object(about.mapValues { .string($0) }),
                    lost: [
                        "value": try JSONValue(parsing: row.value(at: 5) as String),
                        "stamp": .string(try row.value(at: 6)),
                    ],
                    notice: [
                        "at": .integer(at), "kept": try JSONValue(parsing: row.value(at: 7) as String),
                        "stamp": .string(try row.value(at: 8)),
                    ])
            else { continue }
            let origin = record.conflict.lostStamp
            let noticed = Stamp(milliseconds: at, counter: 0, device: .shared)
            try database.execute(
                sql: """
                    INSERT OR IGNORE INTO conflict (rowID, id, createdAt, updatedAt, isDeleted, isDirty, revision, stamp,
                        stamps, about, lost, notice)
                    VALUES (?, ?, ?, ?, 0, 1, 1, ?, json_object('notice', ?), ?, ?, ?)
                    """,
                arguments: [
                    try row.value(at: 0) as Int64, record.id, origin.milliseconds, max(origin, noticed).milliseconds,
                    origin.description, noticed.description, record.about.canonicalJSON, record.lost.canonicalJSON,
                    record.notice.canonicalJSON,
                ])
        }
        try database.execute(sql: "DROP TABLE formerConflict")
    }
}
