import GRDB

extension Schema.Migration {
    /// Records of apps.
    ///
    /// - `type` is the register that says whose they are; `extras` has the registers of the app.
    /// - `isLocal` marks those that are on this device only: they never wait to be sent.
    static let appRecords = Schema.Migration(name: "app records") { database in
        try database.execute(
            sql: """
                CREATE TABLE appRecord (
                    rowID INTEGER PRIMARY KEY,
                    \(syncedColumns),
                    type TEXT NOT NULL CHECK (type <> ''),
                    extras TEXT CHECK (extras IS NULL OR json_valid(extras)),
                    isLocal INTEGER NOT NULL CHECK (isLocal IN (0, 1)),
                    CHECK (isLocal = 0 OR isDirty = 0)
                ) STRICT;
                CREATE INDEX appRecord_dirty ON appRecord (rowID) WHERE isDirty = 1;
                CREATE INDEX appRecord_type ON appRecord (type, updatedAt DESC, id) WHERE isDeleted = 0;
                """)
    }
}
