import GRDB

extension Schema.Migration {
    /// Adds to the history what undo, blame and views of the past need.
    ///
    /// - `historyTransaction.undoes` is the step that this one reverts: an undo names the step that it undid, a redo
    ///   the undo.
    /// - `historyChange.stamps` (JSON, register to stamp) is when and where another device wrote the values; null for
    ///   local changes, whose time and device are those of the transaction.
    /// - `historyChange.updatedAt` is when the record had last been edited before the change. Writing the same value
    ///   again is not a change.
    /// - `historyHorizon` is how far the history has been pruned: the last step that was removed, and the latest time
    ///   of one.
    static let history = Schema.Migration(name: "history") { database in
        try database.execute(
            sql: """
                ALTER TABLE historyTransaction ADD COLUMN undoes INTEGER;
                CREATE INDEX historyTransaction_undoes ON historyTransaction (undoes) WHERE undoes IS NOT NULL;
                ALTER TABLE historyChange ADD COLUMN stamps TEXT CHECK (stamps IS NULL OR json_valid(stamps));
                ALTER TABLE historyChange ADD COLUMN updatedAt INTEGER;
                CREATE TABLE historyHorizon (
                    rowID INTEGER PRIMARY KEY CHECK (rowID = 1),
                    prunedID INTEGER NOT NULL,
                    prunedAt INTEGER NOT NULL
                ) STRICT;
                INSERT INTO historyHorizon VALUES (1, 0, 0);
                """)
    }
}
