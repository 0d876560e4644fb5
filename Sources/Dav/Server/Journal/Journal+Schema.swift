import GRDB

extension Journal {
    /// The tables of the journal in the database of the calendars.
    static func registerMigrations(_ migrator: inout DatabaseMigrator) {
        migrator.registerMigration("journal-1") { db in
            try db.execute(
                sql: """
                    CREATE TABLE item (
                      todo TEXT PRIMARY KEY,
                      collection TEXT NOT NULL,
                      name TEXT NOT NULL,                -- the last part of its address, decoded
                      uid TEXT NOT NULL,
                      etag TEXT,                         -- NULL while it is not served
                      bytes BLOB,
                      updatedAt REAL NOT NULL,
                      UNIQUE (collection, name)
                    ) STRICT;
                    CREATE TABLE journal (
                      seq INTEGER PRIMARY KEY AUTOINCREMENT,
                      collection TEXT NOT NULL,
                      name TEXT NOT NULL,
                      etag TEXT,                         -- NULL for one that is gone
                      at REAL NOT NULL
                    ) STRICT;
                    CREATE INDEX journalOfCollection ON journal (collection, seq);
                    CREATE INDEX journalOfName ON journal (collection, name, seq);
                    CREATE TABLE journalFloor (
                      collection TEXT PRIMARY KEY,
                      seq INTEGER NOT NULL               -- the last step that is forgotten
                    ) STRICT;
                    CREATE TABLE journalState (
                      id INTEGER PRIMARY KEY CHECK (id = 1),
                      databaseID TEXT NOT NULL,
                      epoch INTEGER NOT NULL,
                      step INTEGER,                      -- of the store's history, up to which it was looked at
                      schemaVersion INTEGER,
                      day TEXT,                          -- of the last whole look
                      encoder INTEGER
                    ) STRICT;
                    CREATE TABLE collectionPath (
                      collection TEXT PRIMARY KEY,
                      name TEXT NOT NULL UNIQUE          -- as its client chose it
                    ) STRICT;
                    CREATE TABLE collectionProperty (
                      collection TEXT NOT NULL,
                      namespace TEXT NOT NULL,
                      local TEXT NOT NULL,
                      value TEXT NOT NULL,
                      PRIMARY KEY (collection, namespace, local)
                    ) STRICT;
                    CREATE TABLE device (
                      password TEXT PRIMARY KEY,
                      usedAt REAL NOT NULL,
                      agent TEXT NOT NULL
                    ) STRICT;
                    """)
        }
        migrator.registerMigration("journal-2") { db in
            // The mark identifies the step. If another step has its number, the history is another one.
            try db.execute(sql: "ALTER TABLE journalState ADD COLUMN mark TEXT")
        }
    }
}
