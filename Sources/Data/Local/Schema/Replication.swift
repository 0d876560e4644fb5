import GRDB

extension Schema.Migration {
    /// What the remote is known to have, how far it has been followed, and which syncs did not go as expected.
    ///
    /// - `unknown` (JSON, register to value) contains what newer versions write and a row has no column for.
    /// - `base` is the remote's version of a record: stamps only, in the same form as the record's (`stamps`,
    ///   `elements` as `tagStamps`). `seen` is the last resync that saw it.
    /// - `remote` stays when the remote is removed, because the records belong to it: `isActive` is 0 then.
    /// - `conflict` contains values that lost when a register was written on two devices.
    /// - `replica.clockOffset` corrects the clock, in milliseconds, as long as the wall clock stays `clockStart` ahead
    ///   of the machine's uptime, and the machine is not restarted.
    static let replication = Schema.Migration(name: "replication") { database in
        for table in ["todo", "tag", "location"] {
            try database.execute(
                sql: "ALTER TABLE \(table) ADD COLUMN unknown TEXT CHECK (unknown IS NULL OR json_valid(unknown))")
        }
        try database.execute(
            sql: """
                ALTER TABLE replica ADD COLUMN clockOffset INTEGER NOT NULL DEFAULT 0;
                ALTER TABLE replica ADD COLUMN clockStart INTEGER NOT NULL DEFAULT 0;
                ALTER TABLE replica ADD COLUMN bootID TEXT NOT NULL DEFAULT '';

                CREATE TABLE remote (
                    rowID INTEGER PRIMARY KEY CHECK (rowID = 1),
                    url TEXT NOT NULL,
                    project TEXT NOT NULL,
                    database TEXT NOT NULL,
                    space TEXT NOT NULL,
                    options TEXT NOT NULL CHECK (json_valid(options)),
                    isActive INTEGER NOT NULL CHECK (isActive IN (0, 1))
                ) STRICT;

                CREATE TABLE syncState (
                    rowID INTEGER PRIMARY KEY CHECK (rowID = 1),
                    epoch TEXT,
                    sequence INTEGER NOT NULL DEFAULT 0,
                    commitID TEXT,
                    collectedSequence INTEGER NOT NULL DEFAULT 0,
                    collectedAt INTEGER NOT NULL DEFAULT 0,
                    resyncReason TEXT,
                    resyncNumber INTEGER NOT NULL DEFAULT 0,
                    nextResyncNumber INTEGER NOT NULL DEFAULT 1
                ) STRICT;
                INSERT INTO syncState (rowID) VALUES (1);
                CREATE TABLE syncPosition (
                    kind TEXT PRIMARY KEY,
                    sequence INTEGER NOT NULL,
                    id TEXT
                ) STRICT, WITHOUT ROWID;

                CREATE TABLE base (
                    kind TEXT NOT NULL,
                    recordID INTEGER NOT NULL,
                    sequence INTEGER NOT NULL,
                    createdAt INTEGER NOT NULL,
                    isDeleted INTEGER NOT NULL CHECK (isDeleted IN (0, 1)),
                    stamp TEXT NOT NULL CHECK (length(stamp) = 20),
                    stamps TEXT CHECK (stamps IS NULL OR json_valid(stamps)),
                    elements TEXT CHECK (elements IS NULL OR json_valid(elements)),
                    seen INTEGER NOT NULL,
                    PRIMARY KEY (kind, recordID)
                ) STRICT, WITHOUT ROWID;
                CREATE INDEX base_sequence ON base (sequence);
                CREATE INDEX base_deleted ON base (kind, recordID) WHERE isDeleted = 1;

                CREATE TABLE quarantine (
                    kind TEXT NOT NULL,
                    id TEXT NOT NULL,
                    revision INTEGER,
                    reason TEXT NOT NULL,
                    status TEXT NOT NULL,
                    since INTEGER NOT NULL,
                    PRIMARY KEY (kind, id)
                ) STRICT, WITHOUT ROWID;

                CREATE TABLE conflict (
                    id INTEGER PRIMARY KEY AUTOINCREMENT,
                    at INTEGER NOT NULL,
                    kind TEXT NOT NULL,
                    recordID TEXT NOT NULL,
                    register TEXT NOT NULL,
                    lost TEXT NOT NULL CHECK (json_valid(lost)),
                    lostStamp TEXT NOT NULL,
                    kept TEXT NOT NULL CHECK (json_valid(kept)),
                    keptStamp TEXT NOT NULL,
                    isResolved INTEGER NOT NULL DEFAULT 0 CHECK (isResolved IN (0, 1))
                ) STRICT;
                CREATE INDEX conflict_open ON conflict (id) WHERE isResolved = 0;

                CREATE TABLE syncOutcome (
                    rowID INTEGER PRIMARY KEY CHECK (rowID = 1),
                    syncedAt INTEGER,
                    failedAt INTEGER,
                    failure TEXT,
                    message TEXT,
                    failures INTEGER NOT NULL DEFAULT 0,
                    retryAt INTEGER,
                    documentsRead INTEGER NOT NULL DEFAULT 0,
                    documentsWritten INTEGER NOT NULL DEFAULT 0
                ) STRICT;
                INSERT INTO syncOutcome (rowID) VALUES (1);
                """)
    }
}
