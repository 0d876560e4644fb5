import FirestoreWire
import Foundation
import GRDB

extension DatabaseMigrator {
    /// The tables of accounts, and of the sizes of spaces.
    mutating func registerAccounts() {
        registerMigration("accounts") { db in
            try db.execute(
                sql: """
                    CREATE TABLE account (
                      name TEXT PRIMARY KEY,
                      isAdmin INTEGER NOT NULL CHECK (isAdmin IN (0, 1)),
                      tokenID TEXT NOT NULL UNIQUE,      -- the part of the token that is no secret
                      tokenHash BLOB NOT NULL CHECK (length(tokenHash) = 32),
                      createdAt INTEGER NOT NULL,        -- in microseconds since 1970
                      tokenCreatedAt INTEGER NOT NULL    -- in microseconds since 1970
                    ) STRICT;

                    CREATE TABLE usage (
                      space BLOB PRIMARY KEY,            -- the id behind `users/`
                      documents INTEGER NOT NULL,
                      bytes INTEGER NOT NULL             -- of the stored fields
                    ) STRICT, WITHOUT ROWID;

                    -- How often a backup took the place of the database: the server that runs looks here.
                    CREATE TABLE restoration (id INTEGER PRIMARY KEY CHECK (id = 1), count INTEGER NOT NULL) STRICT;
                    INSERT INTO restoration VALUES (1, 0);
                    """)
            for (space, growth) in try Usage.counted(db) { try Usage.add(growth, to: space, db) }
        }
    }
}
