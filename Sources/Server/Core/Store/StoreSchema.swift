package import GRDB

/// The tables of the server's database.
///
/// Names are BLOBs, because ids may contain any character, including NUL. `path` and `key` are ``OrderedKey``s, so that
/// SQLite's order is Firestore's. `fields` is the JSON of the wire format, which is sent unchanged.
package enum StoreSchema {
    /// Identifies our files among SQLite databases: "TdSv" in ASCII.
    static let applicationID: Int32 = 0x5464_5376

    /// The steps that lead from nothing to the present tables.
    package static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1.0.0") { db in
            try db.execute(
                sql: """
                    CREATE TABLE server (
                      id INTEGER PRIMARY KEY CHECK (id = 1),
                      lastTime INTEGER NOT NULL          -- of the last commit, in microseconds since 1970
                    ) STRICT;
                    INSERT INTO server VALUES (1, 0);

                    CREATE TABLE collection (
                      id INTEGER PRIMARY KEY,
                      path BLOB NOT NULL UNIQUE,         -- the key of its full name
                      collectionID BLOB NOT NULL,        -- the key of its last id
                      name BLOB NOT NULL,                -- its full name
                      changed INTEGER NOT NULL           -- when a document in it was last written or deleted
                    ) STRICT;
                    CREATE INDEX collectionByID ON collection(collectionID, path);

                    CREATE TABLE document (
                      id INTEGER PRIMARY KEY,
                      collection INTEGER NOT NULL REFERENCES collection(id),
                      key BLOB NOT NULL,                 -- the key of its id
                      createTime INTEGER NOT NULL,
                      updateTime INTEGER NOT NULL,
                      seq INTEGER,                       -- the field `seq` where it is an integer
                      hasOtherSeq INTEGER,               -- 1 where the field `seq` is of another type
                      fields BLOB NOT NULL,
                      UNIQUE (collection, key)
                    ) STRICT;
                    CREATE INDEX documentBySeq ON document(collection, seq, key) WHERE seq IS NOT NULL;
                    CREATE INDEX documentWithOtherSeq ON document(collection) WHERE hasOtherSeq IS NOT NULL;

                    CREATE TABLE account (
                      name TEXT PRIMARY KEY,
                      isAdmin INTEGER NOT NULL CHECK (isAdmin IN (0, 1)),
                      tokenID TEXT NOT NULL UNIQUE,      -- the part of the token that is no secret
                      tokenHash BLOB NOT NULL CHECK (length(tokenHash) = 32),
                      createdAt INTEGER NOT NULL,        -- in microseconds since 1970
                      tokenCreatedAt INTEGER NOT NULL    -- in microseconds since 1970
                    ) STRICT;

                    CREATE TABLE usage (
                      space BLOB PRIMARY KEY,            -- the id behind `users/`, or `spaces/{sid}`
                      documents INTEGER NOT NULL,
                      bytes INTEGER NOT NULL,            -- of the stored fields
                      maker TEXT,                        -- the user who made a shared space
                      isClosed INTEGER NOT NULL DEFAULT 0 CHECK (isClosed IN (0, 1))
                    ) STRICT, WITHOUT ROWID;
                    CREATE INDEX usageByMaker ON usage(maker) WHERE maker IS NOT NULL;

                    -- How often a backup took the place of the database: the server that runs looks here.
                    CREATE TABLE restoration (id INTEGER PRIMARY KEY CHECK (id = 1), count INTEGER NOT NULL) STRICT;
                    INSERT INTO restoration VALUES (1, 0);
                    """)
            try db.execute(sql: "PRAGMA application_id = \(applicationID)")
        }
        return migrator
    }

    /// Whether a database is from the trials before 1.0.0, which no step migrates.
    static func isBeforeFirst(_ db: Database) throws -> Bool {
        guard try db.tableExists("grdb_migrations") else { return false }
        return try Bool.fetchOne(
            db, sql: "SELECT EXISTS (SELECT 1 FROM grdb_migrations WHERE identifier = 'documents')")
            ?? false
    }
}
