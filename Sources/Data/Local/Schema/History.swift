extension Schema {
    /// Who changed what and when, and recent searches and views.
    ///
    /// - `historyTransaction.undoes` is the step that this one reverts: an undo names the step that it undid, a redo
    ///   the undo.
    /// - `historyChange.before` and `after` (JSON, register to value) are null for the creation of a record. Its values
    ///   then are those of the row with all later changes reverted.
    /// - `historyChange.stamps` (JSON, register to stamp) is when and where another device wrote the values; null for
    ///   local changes, whose time and device are those of the transaction.
    /// - `historyChange.updatedAt` is when the record had last been edited before the change. Writing the same value
    ///   again is not a change.
    /// - `historyHorizon` is how far the history has been pruned: the last step that was removed, and the latest time
    ///   of one.
    static let historyTables = """
        CREATE TABLE historyTransaction (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            at INTEGER NOT NULL,
            deviceID INTEGER NOT NULL,
            process TEXT NOT NULL,
            author TEXT NOT NULL,
            action TEXT NOT NULL,
            groupID INTEGER,
            undoes INTEGER
        ) STRICT;
        CREATE INDEX historyTransaction_groupID ON historyTransaction (groupID) WHERE groupID IS NOT NULL;
        CREATE INDEX historyTransaction_undoes ON historyTransaction (undoes) WHERE undoes IS NOT NULL;
        CREATE TABLE historyChange (
            transactionID INTEGER NOT NULL REFERENCES historyTransaction (id) ON DELETE CASCADE,
            ordinal INTEGER NOT NULL,
            kind TEXT NOT NULL,
            recordID INTEGER NOT NULL,
            before TEXT,
            after TEXT,
            stamps TEXT CHECK (stamps IS NULL OR json_valid(stamps)),
            updatedAt INTEGER,
            PRIMARY KEY (transactionID, ordinal)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX historyChange_record ON historyChange (kind, recordID, transactionID);
        CREATE TABLE historyHorizon (
            rowID INTEGER PRIMARY KEY CHECK (rowID = 1),
            prunedID INTEGER NOT NULL,
            prunedAt INTEGER NOT NULL
        ) STRICT;
        INSERT INTO historyHorizon VALUES (1, 0, 0);

        CREATE TABLE recentSearch (id TEXT PRIMARY KEY, at INTEGER NOT NULL) STRICT, WITHOUT ROWID;
        CREATE INDEX recentSearch_at ON recentSearch (at DESC, id);
        CREATE TABLE recentTodo (id TEXT PRIMARY KEY, at INTEGER NOT NULL) STRICT, WITHOUT ROWID;
        CREATE INDEX recentTodo_at ON recentTodo (at DESC, id);
        """
}
