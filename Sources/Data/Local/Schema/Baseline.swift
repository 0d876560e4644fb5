import GRDB

extension Schema.Migration {
    /// The tables of version 1.0.0.
    ///
    /// - Times are milliseconds since 1970; stamps are the 20 characters of docs/sync.md.
    /// - `folded…` columns contain the text folded for searching and sorting.
    static let baseline = Schema.Migration(name: "1.0.0") { database in
        for tables in [
            Schema.todoTables, Schema.todoIndexes, Schema.recordTables, Schema.relationTables, Schema.historyTables,
            Schema.replicationTables, Schema.spaceTables,
        ] {
            try database.execute(sql: tables)
        }
    }
}

extension Schema {
    /// The columns of every record that syncs.
    ///
    /// - `space` is the row of the space that it belongs to; 0 is the own one. The same id in two spaces names two records.
    /// - `stamp` is the stamp of every register that `stamps` (JSON, register to stamp) does not name.
    /// - `isDeleted` follows from `deletedAt` and the stamps; `isDirty` means that the remote has not seen the row.
    /// - `unknown` (JSON, register to value) contains registers of newer versions that have no column.
    static let syncedColumns = """
        id TEXT NOT NULL CHECK (length(id) BETWEEN 1 AND 64),
            space INTEGER NOT NULL DEFAULT 0,
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

    /// The identity of a record. The id comes first, because a search without the space uses the index too.
    static let identity = "UNIQUE (id, space)"

    /// The same for a record that is never shared.
    static let ownIdentity = "\(identity), CHECK (space = 0)"
}
