import GRDB

extension Schema.Migration {
    /// Saved views. Names are not unique: two devices can each have made one.
    static let views = Schema.Migration(name: "views") { database in
        try database.execute(
            sql: """
                CREATE TABLE view (
                    rowID INTEGER PRIMARY KEY,
                    \(syncedColumns),
                    name TEXT NOT NULL CHECK (name <> ''),
                    filter TEXT NOT NULL,
                    columns TEXT,
                    grouping TEXT,
                    foldedName TEXT NOT NULL
                ) STRICT;
                CREATE INDEX view_dirty ON view (rowID) WHERE isDirty = 1;
                CREATE INDEX view_name ON view (foldedName, id) WHERE isDeleted = 0;
                """)
    }
}
