import GRDB

/// The tables of the server's database.
///
/// Names are BLOBs, since ids may contain any character, including NUL. `path` and `key` are ``OrderedKey``s, so that
/// SQLite's order is Firestore's. `fields` is the JSON of the wire format, which is sent as it is.
enum StoreSchema {
    /// Identifies our files among SQLite databases: "TdSv" in ASCII.
    static let applicationID: Int32 = 0x5464_5376

    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("documents") { db in
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
                    """)
            try db.execute(sql: "PRAGMA application_id = \(applicationID)")
        }
        migrator.registerAccounts()
        return migrator
    }
}
